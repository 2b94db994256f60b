import { spawnSync } from 'node:child_process';
import { closeSync, existsSync, openSync } from 'node:fs';
import { join } from 'node:path';
import { expect, it, onTestFinished } from 'vitest';

const FULL = '/dev/full';
const STANDARD_ERROR = join(import.meta.dirname, '../../../../../electron/storage/files/standard-error.ts');
/** Writes 32 MB, and prints how many of them stay in memory. */
const PROGRAM = `
  import { standardError } from ${JSON.stringify(STANDARD_ERROR)};
  const output = standardError();
  const used = () => (gc(), process.memoryUsage().heapUsed);
  const before = used();
  for (let line = 0; line < 320; line += 1) output.write('x'.repeat(100_000) + line);
  console.log(Math.round((used() - before) / 1_000_000));
`;

it.runIf(existsSync(FULL))('B4 a log on a full disk does not fill the memory', () => {
  const full = openSync(FULL, 'w');
  onTestFinished(() => closeSync(full));
  const args = ['--expose-gc', '--input-type=module', '-e', PROGRAM];
  const { stdout } = spawnSync(process.execPath, args, { stdio: ['ignore', 'pipe', full], encoding: 'utf8' });
  expect(Number.parseInt(stdout, 10)).toBeLessThan(8);
});
