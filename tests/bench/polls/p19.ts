import { setTimeout as pause } from 'node:timers/promises';
import { Pollers } from '#station/polling/pollers.ts';
import { systemClock } from '#station/platform/system-clock.ts';
import type { Round, SampledGoal } from '../goal.ts';
import { AxiosPollers } from './axios-pollers.ts';
import { onlineConnection, openControllers, printerNames, processorTime, type Controllers } from './controllers.ts';

const CONTROLLERS = 10;
const PRINTERS_EACH = 50;
const INTERVAL = 1_000;
const ROUNDS = 5;
/** Polling begins within an interval; then it is measured over this many. */
const INTERVALS = 4;

/** Processor time of polling the status and the counters of 500 printers that may print, once a second each: slots against axios and timers. */
export const FLEET_GOAL: SampledGoal = {
  name: 'P19',
  goal: { atLeast: 8 },
  sample: async (report) => {
    const controllers = await openControllers({ ordinary: CONTROLLERS, isOneHostile: false });
    try {
      const rounds: Round[] = [];
      for (let round = 0; round < ROUNDS; round += 1) {
        const sample: Round = { a: [0, 0], b: [0, 0] };
        for (const half of [0, 1] as const) {
          sample.a[half] = await pollInSlots(controllers);
          sample.b[half] = await pollWithAxios(controllers);
        }
        rounds.push(sample);
        report(`${percent(sample.a)} % of a core against ${percent(sample.b)} %`);
      }
      return rounds;
    } finally {
      await controllers.end();
    }
  },
};

/** Milliseconds of processor time. */
async function pollInSlots({ clients }: Controllers): Promise<number> {
  const onResult = (): void => undefined;
  const pollers = new Pollers({ clock: systemClock, random: Math.random, interval: INTERVAL, limit: 2_000, onResult, report: rethrow });
  for (const client of clients) pollers.poll(onlineConnection(client), printerNames(PRINTERS_EACH));
  const time = await measured();
  pollers.stop();
  return time;
}

/** On a busy machine some of these polls are too late and end early, which is in favour of the reference. */
async function pollWithAxios({ clients }: Controllers): Promise<number> {
  const pollers = new AxiosPollers();
  for (const client of clients) pollers.poll(client, printerNames(PRINTERS_EACH), INTERVAL);
  const time = await measured();
  pollers.stop();
  return time;
}

async function measured(): Promise<number> {
  await pause(1.5 * INTERVAL);
  const before = processorTime();
  await pause(INTERVALS * INTERVAL);
  return processorTime() - before;
}

/** Of a core. */
function percent([first, second]: [number, number]): string {
  return ((100 * (first + second)) / (2 * INTERVALS * INTERVAL)).toFixed(1);
}

function rethrow(error: unknown): never {
  throw error;
}
