import { apiPath } from '#station/connections/controller-path.ts';
import { PollSockets } from '#station/polling/poll-sockets.ts';
import { measure } from '../measure.ts';
import type { SampledGoal } from '../goal.ts';
import { openControllers, processorTime } from './controllers.ts';

const LIMIT = 60_000;
const AT_A_TIME = 32;
const PATH = apiPath`/printers/${'Line 1'}/status`;

/** Processor time of a poll when polls follow one another at once: kept sockets against axios with kept sockets. */
export const SATURATED_GOAL: SampledGoal = {
  name: 'P18',
  goal: { atLeast: 6 },
  sample: async () => {
    const controllers = await openControllers({ ordinary: 1, isOneHostile: false });
    const [client] = controllers.clients;
    if (!client) throw new Error('There is no controller.');
    const sockets = new PollSockets({ url: client.url, access: {}, limit: LIMIT });
    const all = (poll: () => Promise<unknown>) => () => Promise.all(Array.from({ length: AT_A_TIME }, poll));
    try {
      const a = all(() => sockets.get(PATH, Infinity));
      const b = all(() => client.request({ method: 'GET', path: PATH, limit: LIMIT }));
      return await measure({ a, b }, { rounds: 9, sampleMs: 400, parts: 4 }, processorTime);
    } finally {
      sockets.close();
      await controllers.end();
    }
  },
};
