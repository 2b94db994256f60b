import { globSync, readFileSync } from 'node:fs';
import { join } from 'node:path';

export interface NumberedTest {
  /** Relative to the folder of the tests. */
  file: string;
  /** Without its numbers. */
  title: string;
}

const NUMBERED = /(['"`])((?:[A-I]\d{1,2} )+)([a-z%$].*?)\1/g;
const FOLDER = 'tests/';

/** Tests by the case or rule that they name at the start of their title (`A2 a kill between ...`), which are `H` and a number for rules. */
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

/** Rules of the operator's page are `H` and a number; all other numbers are cases of faults. */
export function isRule(number: string): boolean {
  return number.startsWith('H');
}

/** By letter, then by number. */
export function byNumber(a: string, b: string): number {
  return a.localeCompare(b, 'en', { numeric: true });
}
