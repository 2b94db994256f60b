import { globSync, readFileSync } from 'node:fs';
import { join } from 'node:path';

/** A test whose title begins with numbers of cases or rules. */
export interface NumberedTest {
  /** Relative to the folder of the tests. */
  file: string;
  /** The title without the numbers. */
  title: string;
}

const NUMBERED = /(['"`])((?:[A-J]\d{1,2} )+)([a-z%$].*?)\1/g;
const FOLDER = 'tests/';

/** Tests by the case or rule at the start of their title (`A2 a kill between ...`); rules are `H` and a number. */
export function numberedTests(root: string): Map<string, NumberedTest[]> {
  const tests = new Map<string, NumberedTest[]>();
  for (const file of globSync(`${FOLDER}**/*.{test,spec}.ts`, { cwd: root }).sort()) {
    for (const [, , numbers = '', title = ''] of readFileSync(join(root, file), 'utf8').matchAll(NUMBERED)) {
      const test = { file: file.replaceAll('\\', '/').slice(FOLDER.length), title };
      for (const number of numbers.trim().split(' ')) tests.set(number, [...(tests.get(number) ?? []), test]);
    }
  }
  return tests;
}

/** Whether a number is that of a rule of the operator's page (`H` and a number); all others are fault cases. */
export function isRule(number: string): boolean {
  return number.startsWith('H');
}

/** Compares by letter, then by number. */
export function byNumber(a: string, b: string): number {
  return a.localeCompare(b, 'en', { numeric: true });
}
