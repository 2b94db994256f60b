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

/**
 * From the start of the controller's process, on a folder with data, to its first answer with status 200: the program of the package with its compiled code, as its
 * unit starts it after an earlier run, and the sources.
 */
export const START_GOAL: RatioGoal = {
  name: 'P36',
  goal: { atLeast: 3 },
  effort: { rounds: 5, sampleMs: 1, parts: 2 },
  prepare: async () => {
    await ensureBuilt(PROGRAMS);
    const folder = mkdtempSync(join(tmpdir(), 'strobe-start-'));
    const port = await freePort();
    const flags = ['--data', folder, '--port', String(port)];
    const compiled = mkdtempSync(join(tmpdir(), 'strobe-compiled-'));
    const packaged = (signal: NodeJS.Signals = 'SIGKILL') =>
      startOnce({
        ...{ args: [...CONTROLLER_NODE_FLAGS, PACKAGED, 'controller', ...flags], port, signal },
        env: { ...process.env, NODE_COMPILE_CACHE: compiled },
      });
    const sources = () => startOnce({ args: [...CONTROLLER_NODE_FLAGS, SOURCES, ...flags], port, signal: 'SIGKILL', env: process.env });
    // The first start makes the data, and its end keeps the compiled code.
    await packaged('SIGTERM');
    await sources();
    const dispose = () => [folder, compiled].forEach((each) => rmSync(each, { recursive: true, force: true }));
    return { a: () => packaged(), b: sources, dispose };
  },
};

interface Start {
  args: string[];
  port: number;
  /** Ends it. */
  signal: NodeJS.Signals;
  env: NodeJS.ProcessEnv;
}

async function startOnce({ args, port, signal, env }: Start): Promise<void> {
  const child = spawn(process.execPath, args, { stdio: 'ignore', env });
  const ended = once(child, 'exit');
  while (!(await answers(port))) {
    if (child.exitCode !== null) throw new Error(`the controller ended with ${child.exitCode}`);
    await pause(ASK_EVERY);
  }
  child.kill(signal);
  await ended;
}

async function answers(port: number): Promise<boolean> {
  try {
    return (await fetch(`http://127.0.0.1:${port}/healthz/live`)).ok;
  } catch {
    return false;
  }
}
