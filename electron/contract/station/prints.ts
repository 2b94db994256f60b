import { z } from 'zod';
import { countAcceptanceSchema, engineCountSchema } from '../api-v3/engine-count.ts';
import { triggerResultSchema } from '../api-v3/print-job.ts';
import { gapsPageSchema } from '../api-v3/gap.ts';
import { printDetailSchema, printsPageSchema, printStateSchema, reprintSchema, resolutionSchema } from '../api-v3/print.ts';
import { command, query } from './operation.ts';
import { once, onConnection, onPrinter } from './on-connection.ts';

const onPrint = onConnection.extend({ print: z.number().int(), ...once });

/** The prints of the ledger, and what a person says of them (extensions). */
export const printsContract = {
  /** Those of one printer that meet every condition, newest first. `from` (included) and `to` (excluded) are moments in ISO 8601. */
  list: query(
    onPrinter.extend({
      content: z.string().optional(),
      serial: z.string().optional(),
      from: z.iso.datetime().optional(),
      to: z.iso.datetime().optional(),
      state: printStateSchema.optional(),
      job: z.string().optional(),
      before: z.number().int().optional(),
      limit: z.number().int().min(1).max(500),
    }),
    printsPageSchema,
  ),
  /** Everything that is known of one print. */
  get: query(onConnection.extend({ print: z.number().int() }), printDetailSchema),
  /** The triggers of one printer that made no print, newest first. */
  gaps: query(onPrinter.extend({ limit: z.number().int().min(1).max(500) }), gapsPageSchema),
  /** What became of an unknown print. */
  resolve: command(onPrint.extend(resolutionSchema.shape), z.object({})),
  /** Makes a print once more, dot by dot. */
  reprint: command(onPrint.extend(reprintSchema.shape), triggerResultSchema),
  /** The printer's own count beside what prints explain of it. */
  engineCount: query(onPrinter, engineCountSchema),
  /** Takes the printer's own count as it is. */
  acceptEngineCount: command(onPrinter.extend({ ...once, ...countAcceptanceSchema.shape }), z.object({})),
};
