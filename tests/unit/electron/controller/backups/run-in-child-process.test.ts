import { spawnSync } from 'node:child_process';
import { readdirSync } from 'node:fs';
import { join } from 'node:path';
import { describe, expect, it } from 'vitest';
import { CommandFailedError, runInChildProcess } from '#controller/backups/run-in-child-process.ts';
import { temporaryFolder } from '#support/temporary-folder.ts';

const program = (name: string) => join(import.meta.dirname, '../../../../fixtures/processes', name);
/** A machine that is busy takes a while to begin. */
const LIMITS = { toBegin: 60_000, toEnd: 1 };

describe('a command in a child process', () => {
  it('ends with its own exit code', async () => {
    expect([await runInChildProcess(program('end-with.ts'), ['0']), await runInChildProcess(program('end-with.ts'), ['8'])]).toEqual([
      0, 8,
    ]);
  });

  it('F8 is killed when a disk does not respond, and its partial files are removed', async () => {
    const folder = temporaryFolder();
    const pipe = join(folder, 'pipe');
    expect(spawnSync('mkfifo', [pipe]).status).toBe(0);
    await expect(runInChildProcess(program('hang-on-disk.ts'), [join(folder, 'begun.part'), pipe], LIMITS)).rejects.toEqual(
      new CommandFailedError('the disk or network share does not respond: the command was ended'),
    );
    expect(readdirSync(folder)).toEqual(['pipe']);
  });

  it('F8 that was killed names the partial files that could not be removed', async () => {
    const folder = temporaryFolder();
    const pipe = join(folder, 'pipe');
    expect(spawnSync('mkfifo', [pipe]).status).toBe(0);
    const begun = '/proc/self/comm';
    await expect(runInChildProcess(program('hang-on-disk.ts'), [begun, pipe], LIMITS)).rejects.toThrow(
      `the command was ended; partial files may remain: ${begun}`,
    );
  });
});
