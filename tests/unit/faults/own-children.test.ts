import { describe, expect, it } from 'vitest';
import { FixtureProcess } from '#support/child-process.ts';
import { temporaryFolder } from '#support/temporary-folder.ts';

const isAlive = (pid: number): boolean => {
  try {
    return process.kill(pid, 0);
  } catch {
    return false;
  }
};

describe('a run of faults that is stopped', () => {
  it.each([
    ['SIGTERM', 143],
    ['SIGINT', 130],
  ] as const)(
    'ends its controllers with it, by %s',
    async (signal, code) => {
      const run = new FixtureProcess('run-controller.ts', temporaryFolder());
      const controller = Number(await run.line());
      expect(isAlive(controller)).toBe(true);
      expect(await run.end(signal)).toBe(code);
      await expect.poll(() => isAlive(controller)).toBe(false);
    },
    60_000,
  );
});
