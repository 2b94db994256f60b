import { z } from 'zod';
import { printHistorySchema, resolutionSchema } from '../api-v3/print-history.ts';
import { query } from './operation.ts';
import { printerInput } from './operation-input.ts';

export const historyContract = {
  /** `start` and `end` are in seconds since the Unix epoch. */
  read: query(
    printerInput.extend({ resolution: resolutionSchema, start: z.number().optional(), end: z.number().optional() }),
    printHistorySchema,
  ),
};
