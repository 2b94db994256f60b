import { z } from 'zod';
import { counterListItemSchema, counterSchema } from '../api-v3/counter.ts';
import { statedReasonSchema } from '../api-v3/print.ts';
import { command, query } from './operation.ts';
import { onConnection } from './on-connection.ts';
import { overSeen } from './over-seen.ts';
import { renamingCommand } from './renaming.ts';

export const countersContract = {
  list: query(onConnection, z.array(counterListItemSchema)),
  get: query(onConnection.extend({ name: z.string() }), counterSchema),
  /** `reason` says why a counter is set back, and stays with the station, as that of a removal does. */
  put: command(
    onConnection.extend({ name: z.string(), counter: counterSchema, reason: statedReasonSchema.optional(), ...overSeen }),
    z.object({ created: z.boolean() }),
  ),
  remove: command(onConnection.extend({ name: z.string(), reason: statedReasonSchema }), z.object({})),
  rename: renamingCommand,
};
