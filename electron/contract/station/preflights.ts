import { z } from 'zod';
import { preflightFindingsQuerySchema, preflightFindingsSchema, preflightRequestSchema, preflightSchema } from '../api-v3/preflight.ts';
import { once, onConnection } from './on-connection.ts';
import { command, query } from './operation.ts';

const onPreflight = onConnection.extend({ id: z.string() });

/** Tables looked at row by row before a shift begins (extension). */
export const preflightsContract = {
  /** Newest first. */
  list: query(onConnection.extend({ table: z.string() }), z.array(preflightSchema)),
  start: command(onConnection.extend({ table: z.string(), request: preflightRequestSchema, ...once }), preflightSchema),
  get: query(onPreflight, preflightSchema),
  findings: query(onPreflight.extend({ query: preflightFindingsQuerySchema.partial() }), preflightFindingsSchema),
  /** Ends one that has not ended yet: what it found stays. Forgets one that has. */
  remove: command(onPreflight, z.object({})),
};
