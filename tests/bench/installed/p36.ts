import { spawn } from 'node:child_process';
import { once } from 'node:events';
import { mkdtempSync, rmSync } from 'node:fs';
import { tmpdir } from 'node:os';
import { join } from 'node:path';
import { fileURLToPath } from 'node:url';
import { setTimeout as pause } from 'node:timers/promises';
import { CONTROLLER_NODE_FLAGS } from '#station/embedded/launcher.ts';
import { freePort } from '#support/free-port.ts';
import { ensureBuilt, PROGRAMS } from '../../../build/scripts/build.ts';
import type { RatioGoal } from '../goal.ts';

const SOURCES = fileURLToPath(new URL('../../../electron/controller.ts', import.meta.url));
const PACKAGED = join(PROGRAMS.output, 'strobe.js');
const ASK_EVERY = 2;

/** From the start of the controller's process, on a folder with data, to its first answer with status 200: the program of the package, and the sources. */
export const START_GOAL: RatioGoal = {
  name: 'P36',
  goal: { atLeast: 3 },
  effort: { rounds: 5, sampleMs: 1, parts: 2 },
  prepare: async () => {
    await ensureBuilt(PROGRAMS);
    const folder = mkdtempSync(join(tmpdir(), 'strobe-start-'));
    const port = await freePort();
    const flags = ['--data', folder, '--port', String(port)];
    const packaged = () => startOnce([...CONTROLLER_NODE_FLAGS, PACKAGED, 'controller', ...flags], port);
    const sources = () => startOnce([...CONTROLLER_NODE_FLAGS, SOURCES, ...flags], port);
    // The first start makes the data.
    await packaged();
    await sources();
    return { a: packaged, b: sources, dispose: () => rmSync(folder, { recursive: true, force: true }) };
  },
};

async function startOnce(args: string[], port: number): Promise<void> {
  const child = spawn(process.execPath, args, { stdio: 'ignore' });
  const ended = once(child, 'exit');
  while (!(await answers(port))) {
    if (child.exitCode !== null) throw new Error(`the controller ended with ${child.exitCode}`);
    await pause(ASK_EVERY);
  }
  child.kill('SIGKILL');
  await ended;
}

async function answers(port: number): Promise<boolean> {
  try {
    return (await fetch(`http://127.0.0.1:${port}/healthz/live`)).ok;
  } catch {
    return false;
  }
}
