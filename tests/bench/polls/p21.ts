import { setTimeout as pause } from 'node:timers/promises';
import type { ControllerClient } from '#station/connections/controller-client.ts';
import { apiPath } from '#station/connections/controller-path.ts';
import { Pollers } from '#station/polling/pollers.ts';
import { PollSockets } from '#station/polling/poll-sockets.ts';
import { systemClock } from '#station/platform/system-clock.ts';
import type { Round, SampledGoal } from '../goal.ts';
import { onlineConnection, openControllers, printerNames } from './controllers.ts';

const OTHERS = 49;
const PRINTERS_EACH = 10;
const INTERVAL = 1_000;
const ROUNDS = 9;
const PROBES = 500;
/** Milliseconds between two probes. */
const PACE = 4;
const PATH = apiPath`/printers/${'Line 1'}/status`;

/** 99th percentile of the round trips to an ordinary controller while 49 are polled, with and without a hostile fiftieth. */
export const HOSTILE_GOAL: SampledGoal = {
  name: 'P21',
  goal: { atMost: 1.05 },
  sample: async (report) => {
    const ordinary = await openControllers({ ordinary: OTHERS, isOneHostile: false });
    const hostile = await openControllers({ ordinary: 0, isOneHostile: true });
    const all = [...ordinary.clients, ...hostile.clients];
    try {
      const rounds: Round[] = [];
      for (let round = 0; round < ROUNDS; round += 1) {
        const sample: Round = { a: [0, 0], b: [0, 0] };
        for (const half of [0, 1] as const) {
          sample.a[half] = await roundTrips(all);
          sample.b[half] = await roundTrips(ordinary.clients);
        }
        rounds.push(sample);
        report(`p99 ${sample.a.map(round2).join(' and ')} ms with it, ${sample.b.map(round2).join(' and ')} ms without`);
      }
      return rounds;
    } finally {
      await Promise.all([ordinary.end(), hostile.end()]);
    }
  },
};

/** Milliseconds. */
async function roundTrips(clients: readonly ControllerClient[]): Promise<number> {
  const report = (error: unknown): never => {
    throw error;
  };
  const pollers = new Pollers({
    clock: systemClock,
    random: Math.random,
    interval: INTERVAL,
    limit: 2_000,
    onResult: () => undefined,
    report,
  });
  for (const client of clients) pollers.poll(onlineConnection(client), printerNames(PRINTERS_EACH));
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
  return times.sort((a, b) => a - b)[Math.floor(0.99 * PROBES)] ?? Infinity;
}

function round2(value: number): string {
  return value.toFixed(2);
}
