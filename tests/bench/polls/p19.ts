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

/**
 * Processor time of polling 500 printers once a second each, without an event stream: slots against a timer and two axios requests for each
 * poll. Where nothing prints, the counters are read in every fifth poll.
 */
export const FLEET_GOALS: readonly SampledGoal[] = [
  { name: 'P19', goal: { atLeast: 8 }, sample: (report) => sample(true, report) },
  { name: 'P19-printing', goal: { atLeast: 4 }, sample: (report) => sample(false, report) },
];

async function sample(isIdle: boolean, report: (line: string) => void): Promise<Round[]> {
  const controllers = await openControllers({ ordinary: CONTROLLERS, isOneHostile: false });
  try {
    const rounds: Round[] = [];
    for (let round = 0; round < ROUNDS; round += 1) {
      const one: Round = { a: [0, 0], b: [0, 0] };
      for (const half of [0, 1] as const) {
        one.a[half] = await pollInSlots(controllers, isIdle);
        one.b[half] = await pollWithAxios(controllers);
      }
      rounds.push(one);
      report(`${percent(one.a)} % of a core against ${percent(one.b)} %`);
    }
    return rounds;
  } finally {
    await controllers.end();
  }
}

/** Milliseconds of processor time. */
async function pollInSlots({ clients }: Controllers, isIdle: boolean): Promise<number> {
  const onResult = (): void => undefined;
  const pollers = new Pollers({ clock: systemClock, random: Math.random, interval: INTERVAL, limit: 2_000, onResult, report: rethrow });
  for (const client of clients) pollers.poll(onlineConnection(client, isIdle), printerNames(PRINTERS_EACH));
  // Counters are read in every poll until they have not changed for ten.
  await pause(isIdle ? 11 * INTERVAL : 0);
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
