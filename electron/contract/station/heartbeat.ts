import { z } from 'zod';
import { query } from './operation.ts';

export const heartbeatContract = {
  /** What the station's monotonic clock shows, in milliseconds. By the round trip a page finds out what it shows at a press (`RemoteClock`). */
  get: query(z.object({}), z.object({ elapsed: z.number() })),
};
