import { z } from 'zod';
import { printHistorySchema, resolutionSchema } from '../api-v3/print-history.ts';
import { query } from './operation.ts';
import { onPrinter } from './on-connection.ts';

export const historyContract = {
  /** `start` and `end` in seconds since the Unix epoch. */
  read: query(
    onPrinter.extend({ resolution: resolutionSchema, start: z.number().optional(), end: z.number().optional() }),
    printHistorySchema,
  ),
};
