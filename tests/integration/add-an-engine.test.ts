import { execFile } from 'node:child_process';
import { cpSync, mkdirSync, mkdtempSync, readFileSync, rmSync, symlinkSync, writeFileSync } from 'node:fs';
import { tmpdir } from 'node:os';
import { dirname, join } from 'node:path';
import { promisify } from 'node:util';
import { afterAll, beforeAll, describe, expect, it } from 'vitest';
import { applyDocument } from '#support/documented-code.ts';

const ROOT = join(import.meta.dirname, '../..');
const DOCUMENT = join(ROOT, 'docs/add-an-engine.md');
const COPIED = ['electron', 'tests/contract/engines', 'tests/support', 'build', 'package.json'];
const FOLDER = 'electron/controller/engines/line';
/** In milliseconds; both programs start on a machine that may be busy. */
const LIMIT = 240_000;

const run = promisify(execFile);

/** Runs a program of a package in the copy. Returns what it prints; fails with that. */
async function runIn(copy: string, program: string, ...args: string[]): Promise<string> {
  try {
    const { stdout } = await run(process.execPath, [join(copy, 'node_modules', program), ...args], {
      cwd: copy,
      maxBuffer: 64 * 1024 * 1024,
    });
    return stdout;
  } catch (error) {
    const { stdout = '', stderr = '' } = error as { stdout?: string; stderr?: string };
    throw new Error(`${program} failed:\n${stdout}${stderr}`, { cause: error });
  }
}

/** Does what the document says, in a copy of the sources. */
describe('the engine of the document', () => {
  let copy: string;
  let files: string[];

  beforeAll(() => {
    copy = mkdtempSync(join(tmpdir(), 'strobe-engine-'));
    for (const name of COPIED) {
      mkdirSync(dirname(join(copy, name)), { recursive: true });
      cpSync(join(ROOT, name), join(copy, name), { recursive: true });
    }
    symlinkSync(join(ROOT, 'node_modules'), join(copy, 'node_modules'), 'junction');
    mkdirSync(join(copy, FOLDER));
    files = applyDocument(DOCUMENT, copy);
  });
  afterAll(() => rmSync(copy, { recursive: true, force: true }));

  it('is a whole engine in less than 150 lines', () => {
    const engine = readFileSync(join(copy, FOLDER, 'line-engine.ts'), 'utf8').split('\n');
    expect(files.filter((file) => file.startsWith(FOLDER))).toHaveLength(3);
    expect(engine.length).toBeLessThan(150);
  });

  it(
    'has the types of the sources',
    async () => {
      const settings = {
        extends: './tsconfig.tests.json',
        include: ['../electron/controller/printers/engine-kinds.ts', ...files.map((file) => `../${file}`)],
      };
      writeFileSync(join(copy, 'build/tsconfig.line.json'), JSON.stringify(settings));
      const options = ['--noEmit', '--incremental', 'false', '--composite', 'false'];
      const output = await runIn(copy, 'typescript-7/bin/tsc', '-p', 'build/tsconfig.line.json', ...options);
      expect(output).toBe('');
    },
    LIMIT,
  );

  it(
    'passes the conformance suite',
    async () => {
      const report = join(copy, 'report.json');
      const file = 'tests/contract/engines/line.test.ts';
      const options = ['--config', 'build/vitest.config.ts', '--fsModuleCache=false', '--reporter=json', `--outputFile=${report}`];
      await runIn(copy, 'vitest/vitest.mjs', 'run', ...options, file);
      const { numPassedTests, numFailedTests } = JSON.parse(readFileSync(report, 'utf8')) as {
        numPassedTests: number;
        numFailedTests: number;
      };
      expect({ failed: numFailedTests, isWhole: numPassedTests > 40 }).toEqual({ failed: 0, isWhole: true });
    },
    LIMIT,
  );
});
