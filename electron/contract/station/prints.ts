import { z } from 'zod';
import { countAcceptanceSchema, engineCountSchema } from '../api-v3/engine-count.ts';
import { selectionSchema, triggerResultSchema } from '../api-v3/print-job.ts';
import { missedTriggersPageSchema } from '../api-v3/missed-trigger.ts';
import {
  printCountsSchema,
  printDetailSchema,
  printsPageSchema,
  printStateSchema,
  reprintSchema,
  resolutionSchema,
} from '../api-v3/print.ts';
import { reworkSchema } from '../api-v3/rework.ts';
import { verdictSchema } from '../api-v3/verification.ts';
import { command, query } from './operation.ts';
import { idempotencyInput, connectionInput, printerInput } from './operation-input.ts';

const printInput = connectionInput.extend({ print: z.number().int(), ...idempotencyInput });

const conditions = {
  printer: z.string().optional(),
  content: z.string().optional(),
  serial: z.string().optional(),
  from: z.iso.datetime().optional(),
  to: z.iso.datetime().optional(),
  state: printStateSchema.optional(),
  verification: verdictSchema.optional(),
  job: z.string().optional(),
  label: z.string().optional(),
  labelRevision: z.number().int().optional(),
  /** A variable that had `value`. */
  variable: z.string().optional(),
  /** A column of the table row whose cell was `value`. */
  column: z.string().optional(),
  value: z.string().optional(),
  key: z.string().optional(),
  operator: z.string().optional(),
  before: z.number().int().optional(),
};

/** Extension: the prints of the ledger, and an operator's statements about them. */
export const printsContract = {
  /** The prints of a controller, or of one of its printers, that match all conditions, newest first. `from` (inclusive) and `to` (exclusive) are in ISO 8601. */
  list: query(
    connectionInput.extend({
      ...conditions,
      limit: z.number().int().min(1).max(500),
    }),
    printsPageSchema,
  ),
  /** The numbers of prints that match all conditions, by printer and state. */
  counts: query(connectionInput.extend(conditions), printCountsSchema),
  get: query(connectionInput.extend({ print: z.number().int() }), printDetailSchema),
  /** Newest first. */
  missedTriggers: query(printerInput.extend({ limit: z.number().int().min(1).max(500) }), missedTriggersPageSchema),
  /** States the outcome of an unknown print. */
  resolve: command('decide', printInput.extend(resolutionSchema.shape), z.object({})),
  /** Prints the same bitmap again. */
  reprint: command('decide', printInput.extend(reprintSchema.shape), triggerResultSchema),
  /** Queues prints of any printer of the controller to be made once more by this one. */
  rework: command('decide', printerInput.extend({ ...idempotencyInput, ...reworkSchema.shape }), selectionSchema),
  /** The printer's own count, and the part of it that the prints account for. */
  engineCount: query(printerInput, engineCountSchema),
  /** Accepts the printer's own count. */
  acceptEngineCount: command('decide', printerInput.extend({ ...idempotencyInput, ...countAcceptanceSchema.shape }), z.object({})),
};
