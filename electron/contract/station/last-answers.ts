import { z } from 'zod';
import { query } from './operation.ts';
import { connectionInput } from './operation-input.ts';

/** Queries whose last answer the station stores, and returns while the controller is offline. */
export const CACHEABLE_READS = [
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

export const cacheableReadSchema = z.enum(CACHEABLE_READS);
export type CacheableRead = z.infer<typeof cacheableReadSchema>;

export const lastAnswersContract = {
  /** Time of the oldest stored answer to a query, milliseconds since the epoch; null without one. */
  at: query(
    connectionInput.extend({
      read: cacheableReadSchema,
      /** Name of the item that is read; empty for a list. */ name: z.string().default(''),
    }),
    z.object({ at: z.number().nullable() }),
  ),
};
