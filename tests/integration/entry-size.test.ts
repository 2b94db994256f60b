import { execFileSync } from 'node:child_process';
import { expect, it } from 'vitest';
import { ENTRY_GOAL } from '../bench/p33.ts';
import { judge } from '../bench/verdict.ts';

/** Builds the page unless it is up to date. In a process of its own: the environment of a test would make it one for developers. */
function buildPage(): void {
  const { NODE_ENV: _test, ...env } = process.env;
  execFileSync(process.execPath, ['build/scripts/build.ts'], { env });
}

it('P33 keeps small what a browser loads before it shows the page', async () => {
  buildPage();
  const said: string[] = [];
  const part = await ENTRY_GOAL.count((line) => void said.push(line));
  expect([judge(part, ENTRY_GOAL.goal), ...said]).toEqual(['met', expect.stringContaining(' kB in ')]);
});
