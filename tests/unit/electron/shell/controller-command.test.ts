import { fork, spawnSync } from 'node:child_process';
import { readdirSync } from 'node:fs';
import { join } from 'node:path';
import type { UtilityProcess } from 'electron';
import { afterEach, beforeEach, describe, expect, it, vi } from 'vitest';
import { runWithinLimits } from '#controller/backups/run-in-child-process.ts';
import { runCommand } from '#shell/controller-command.ts';
import { temporaryFolder } from '#support/temporary-folder.ts';

const ROOT = join(import.meta.dirname, '../../../..');
/** Generous, since the machine may be busy. */
const LIMITS = { toBegin: 60_000, toEnd: 1 };
const SIGNALS = ['SIGINT', 'SIGTERM', 'SIGHUP'] as const;

/** A Node process instead of Electron's utility process. */
const program = (file: string, args: string[]) => fork(join(ROOT, file), args) as unknown as UtilityProcess;

/** Runs `words`, of which `backup` hangs on a disk and everything else ends with 8. */
function run(...words: string[]): Promise<number> {
  return runCommand(words, {
    fork: ([command, ...rest]) =>
      command === 'backup'
        ? program('tests/fixtures/processes/hang-on-disk.ts', rest)
        : program('tests/fixtures/processes/end-with.ts', ['8']),
    forkRemoval: (files) => program('electron/controller/backups/remove-partial-files.ts', files),
    isGuarded: (command) => command === 'backup' || command === 'restore',
    guard: (programs) => runWithinLimits(programs, LIMITS),
  });
}

describe('a command of the installed app', () => {
  const own = new Map(SIGNALS.map((signal) => [signal, process.listeners(signal)]));
  let said: string[];
  beforeEach(() => {
    said = [];
    vi.spyOn(process.stderr, 'write').mockImplementation((line) => said.push(String(line)) > 0);
  });
  afterEach(() => {
    vi.restoreAllMocks();
    for (const signal of SIGNALS) {
      for (const listener of process.listeners(signal)) if (!own.get(signal)?.includes(listener)) process.off(signal, listener);
    }
  });

  it('F8 is stopped when the disk does not respond, and its files are removed', async () => {
    const folder = temporaryFolder();
    const pipe = join(folder, 'pipe');
    expect(spawnSync('mkfifo', [pipe]).status).toBe(0);
    expect(await run('backup', join(folder, 'begun.part'), pipe)).toBe(1);
    expect([said, readdirSync(folder)]).toEqual([['the disk or network share does not respond: the command was ended\n'], ['pipe']]);
  });

  it('ends with its own exit code, with and without a guard', async () => {
    expect([await run('restore'), await run('keys', 'list'), said]).toEqual([8, 8, []]);
  });
});
