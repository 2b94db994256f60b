import { spawnSync } from 'node:child_process';
import { readdirSync } from 'node:fs';
import { join } from 'node:path';
import { describe, expect, it } from 'vitest';
import { CommandFailedError, runApart } from '#controller/backups/run-apart.ts';
import { temporaryFolder } from '#support/temporary-folder.ts';

const program = (name: string) => join(import.meta.dirname, '../../../../fixtures/processes', name);
/** A machine that is busy takes a while to begin. */
const LIMITS = { toBegin: 60_000, toEnd: 1 };

describe('a command that runs apart', () => {
  it('ends with its own exit code', async () => {
    expect([await runApart(program('end-with.ts'), ['0']), await runApart(program('end-with.ts'), ['8'])]).toEqual([0, 8]);
  });

  it('F8 is ended when a disk does not answer, and what it began is removed', async () => {
    const folder = temporaryFolder();
    const pipe = join(folder, 'pipe');
    expect(spawnSync('mkfifo', [pipe]).status).toBe(0);
    await expect(runApart(program('hang-on-disk.ts'), [join(folder, 'begun.part'), pipe], LIMITS)).rejects.toEqual(
      new CommandFailedError('the disk or network share does not answer: the command was ended'),
    );
    expect(readdirSync(folder)).toEqual(['pipe']);
  });

  it('F8 that was ended names what it began and could not remove', async () => {
    const folder = temporaryFolder();
    const pipe = join(folder, 'pipe');
    expect(spawnSync('mkfifo', [pipe]).status).toBe(0);
    const begun = '/proc/self/comm';
    await expect(runApart(program('hang-on-disk.ts'), [begun, pipe], LIMITS)).rejects.toThrow(
      `the command was ended; what it began may still be there: ${begun}`,
    );
  });
});
