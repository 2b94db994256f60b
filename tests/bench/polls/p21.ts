import { setTimeout as pause } from 'node:timers/promises';
import type { ControllerClient } from '#station/connections/controller-client.ts';
import { apiPath } from '#station/connections/controller-path.ts';
import { Pollers } from '#station/polling/pollers.ts';
import { PollSockets } from '#station/polling/poll-sockets.ts';
import { systemClock } from '#station/platform/system-clock.ts';
import type { CountGoal, Goal, Round, SampledGoal } from '../goal.ts';
import { quantile } from '../lines/devices.ts';
import { median } from '../verdict.ts';
import { onlineConnection, openControllers, printerNames, processorTime } from './controllers.ts';

const OTHERS = 49;
const PRINTERS_EACH = 10;
const INTERVAL = 1_000;
const INTERVALS = 3;
const ROUNDS = 5;
/** Probes of one turn, and turns of one sample: they alternate, so that what the computer does meanwhile falls on both sides. */
const PROBES = 500;
const TURNS = 3;
/** Milliseconds between two probes. */
const PACE = 4;
const PATH = apiPath`/printers/${'Line 1'}/status`;

/** The 99th percentile of the round trips to an ordinary controller, with a hostile one among 50 and without. Needs a quiet machine. */
const ROUND_TRIPS_GOAL: SampledGoal = {
  name: 'P21',
  goal: { atMost: 1.05 },
  sample: (report) =>
    withControllers(async (ordinary, all) => {
      const rounds: Round[] = [];
      for (let round = 0; round < ROUNDS; round += 1) {
        const sample: Round = { a: [0, 0], b: [0, 0] };
        for (const half of [0, 1] as const) {
          const [withIt, without]: [number[], number[]] = [[], []];
          for (let turn = 0; turn < TURNS; turn += 1) {
            withIt.push(...(await roundTrips(all)));
            without.push(...(await roundTrips(ordinary)));
          }
          sample.a[half] = quantile(withIt, 0.99);
          sample.b[half] = quantile(without, 0.99);
        }
        rounds.push(sample);
        report(`${sample.a.map(rounded).join(' and ')} ms with it, ${sample.b.map(rounded).join(' and ')} ms without`);
      }
      return rounds;
    }),
};

/** The part of the thread's time that the hostile controller takes from the others: they are slowed down by as much. */
const SHARE_GOAL: CountGoal = {
  name: 'P21-share',
  goal: { atMost: 0.05 },
  count: (report) =>
    withControllers(async (ordinary, all) => {
      const shares: number[] = [];
      for (let round = 0; round < ROUNDS; round += 1) {
        shares.push((await processorShare(all)) - (await processorShare(ordinary)));
        report(`${(100 * (shares.at(-1) ?? 0)).toFixed(2)} % of the time`);
      }
      return median(shares);
    }),
};

export const HOSTILE_GOALS: readonly Goal[] = [ROUND_TRIPS_GOAL, SHARE_GOAL];

async function withControllers<Result>(
  work: (ordinary: readonly ControllerClient[], all: readonly ControllerClient[]) => Promise<Result>,
): Promise<Result> {
  const ordinary = await openControllers({ ordinary: OTHERS, isOneHostile: false });
  const hostile = await openControllers({ ordinary: 0, isOneHostile: true });
  try {
    return await work(ordinary.clients, [...ordinary.clients, ...hostile.clients]);
  } finally {
    await Promise.all([ordinary.end(), hostile.end()]);
  }
}

/** Milliseconds of each. */
async function roundTrips(clients: readonly ControllerClient[]): Promise<number[]> {
  const pollers = startPolls(clients);
  const sockets = new PollSockets({ url: clients[0]?.url ?? '', access: {}, limit: 2_000 });
  await pause(INTERVAL);
  const times: number[] = [];
  for (let probe = 0; probe < PROBES; probe += 1) {
    const start = performance.now();
    await sockets.get(PATH, Infinity);
    times.push(performance.now() - start);
    await pause(PACE);
  }
  sockets.close();
  pollers.stop();
  return times;
}

async function processorShare(clients: readonly ControllerClient[]): Promise<number> {
  const pollers = startPolls(clients);
  await pause(2 * INTERVAL);
  const before = { processor: processorTime(), time: performance.now() };
  await pause(INTERVALS * INTERVAL);
  const share = (processorTime() - before.processor) / (performance.now() - before.time);
  pollers.stop();
  return share;
}

function startPolls(clients: readonly ControllerClient[]): Pollers {
  const options = { clock: systemClock, random: Math.random, interval: INTERVAL, limit: 2_000 };
  const pollers = new Pollers({ ...options, onResult: () => undefined, report: rethrow });
  for (const client of clients) pollers.poll(onlineConnection(client), printerNames(PRINTERS_EACH));
  return pollers;
}

function rounded(value: number): string {
  return value.toFixed(2);
}

function rethrow(error: unknown): never {
  throw error;
}
