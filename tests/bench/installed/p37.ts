import { mkdtempSync, readdirSync, rmSync } from 'node:fs';
import { tmpdir } from 'node:os';
import { join } from 'node:path';
import { setTimeout as pause } from 'node:timers/promises';
import { startController, type ControllerProcess } from '#support/controller-process.ts';
import { residentMemory } from '#support/resident-memory.ts';
import { furnishFolder, printerUrl, selectSerials, type LineSetup } from '../../faults/lines.ts';
import { openClient } from '../client.ts';
import type { CountGoal } from '../goal.ts';

/** Polls and prints between two looks at the process. */
const STEP = { polls: 90_000, prints: 10_000 };
const STEPS = 10;
/** Until here caches and heap fill. */
const WARM = 3;
const POLLERS = 16;
const TRIGGERS_AT_ONCE = 8;
/** The status of a trigger while the printer holds as many unconfirmed prints as it can, and milliseconds until the next one. */
const BUFFER_FULL = 409;
const RETRY_PAUSE = 5;
/** Milliseconds between the last answer and the look at the process. */
const SETTLE = 2_000;
/** Virtual printers that print a label within a few milliseconds. */
const LINES: readonly LineSetup[] = ['Line 1', 'Line 2'].map((printer) => ({
  ...{ printer, counter: 'Serial', lineSpeed: 24_000, bufferDepth: 64, isColor: false },
}));
const MAX_GROWTH_PERCENT = 5;

interface Look {
  megabytes: number;
  files: number;
}

let looks: Promise<readonly Look[]> | undefined;

/** A controller that answers 900 000 polls and makes 100 000 prints: by how many percent its memory grows after the first 300 000, and how many more files and sockets it holds open. */
export const FLAT_GOALS: readonly CountGoal[] = [
  {
    name: 'P37',
    goal: { atMost: MAX_GROWTH_PERCENT },
    count: async (report) => growth((await look(report)).map(({ megabytes }) => megabytes)),
  },
  {
    name: 'P37-handles',
    goal: { atMost: 0 },
    count: async (report) => {
      const files = (await look(report)).map((seen) => seen.files);
      return (files.at(-1) ?? Infinity) - (files[WARM - 1] ?? 0);
    },
  },
];

/** In percent: the median of the last three against the median of the three at the end of the warm-up. */
function growth(megabytes: readonly number[]): number {
  const middle = (values: readonly number[]): number => values.toSorted((a, b) => a - b)[1] ?? Number.NaN;
  const [early, late] = [middle(megabytes.slice(WARM - 1, WARM + 2)), middle(megabytes.slice(-3))];
  return (late / early - 1) * 100;
}

function look(report: (line: string) => void): Promise<readonly Look[]> {
  looks ??= run(report);
  return looks;
}

async function run(report: (line: string) => void): Promise<readonly Look[]> {
  const folder = mkdtempSync(join(tmpdir(), 'strobe-flat-'));
  await furnishFolder(folder, LINES);
  const controller = await startController({ dataFolder: folder, flags: ['--requests-per-second', '1000000'] });
  try {
    await selectSerials(controller.url, LINES);
    const seen: Look[] = [];
    for (let step = 1; step <= STEPS; step += 1) {
      await Promise.all([poll(controller, STEP.polls), print(controller, STEP.prints)]);
      // Connections of the clients are closed by then.
      await pause(SETTLE);
      const now = { megabytes: residentMemory(controller.pid), files: readdirSync(`/proc/${controller.pid}/fd`).length };
      seen.push(now);
      report(`${step * STEP.polls} polls and ${step * STEP.prints} prints: ${now.megabytes} MiB, ${now.files} open files`);
    }
    return seen;
  } finally {
    await controller.stop();
    rmSync(folder, { recursive: true, force: true });
  }
}

/** Polls over connections of its own: the controller closes those that are idle while the last prints are made. */
async function poll({ url }: ControllerProcess, count: number): Promise<void> {
  const paths = Array.from({ length: POLLERS }, (_, index) => `/api/v3/printers/Line%20${1 + (index % LINES.length)}/status`);
  const client = await openClient(url, { paths, bodies: [], times: count / POLLERS });
  await client.ask();
  await client.end();
}

/** Triggers until so many were printed. A trigger that a printer misses, because it is busy or its buffer is full, is repeated a little later. */
async function print({ url }: ControllerProcess, count: number): Promise<void> {
  let left = count;
  const trigger = async ({ printer }: LineSetup): Promise<void> => {
    while (left > 0) {
      const answer = await fetch(`${printerUrl(url, printer)}/trigger`, { method: 'POST', headers: { connection: 'close' } });
      const { result } = (await answer.json()) as { result?: string };
      if (result === 'printing') left -= 1;
      else if (answer.ok || answer.status === BUFFER_FULL) await pause(RETRY_PAUSE);
      else throw new Error(`a trigger was answered with ${answer.status}`);
    }
  };
  await Promise.all(LINES.flatMap((line) => Array.from({ length: TRIGGERS_AT_ONCE }, () => trigger(line))));
}
