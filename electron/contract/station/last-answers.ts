import { z } from 'zod';
import { query } from './operation.ts';
import { onConnection } from './on-connection.ts';

/** Reads whose last answer the station keeps, and gives while the controller is away. */
export const KEPT_READS = [
  'labels.list',
  'labels.get',
  'labels.versions',
  'labels.version',
  'tables.list',
  'tables.rows',
  'tables.get',
  'variables.list',
  'variables.get',
  'variables.prompts',
  'counters.list',
  'counters.get',
  'shiftCodes.list',
  'shiftCodes.get',
  'settings.get',
  'fonts.list',
  'prints.list',
  'queue.list',
  'backups.list',
] as const;

export const keptReadSchema = z.enum(KEPT_READS);
export type KeptRead = z.infer<typeof keptReadSchema>;

export const lastAnswersContract = {
  /** When what is kept of a read was answered, the oldest of it, milliseconds since the epoch; null = nothing is kept. */
  at: query(
    onConnection.extend({ read: keptReadSchema, /** Of the thing that is read; empty for a list. */ name: z.string().default('') }),
    z.object({ at: z.number().nullable() }),
  ),
};
