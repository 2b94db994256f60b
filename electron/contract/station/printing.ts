import { z } from 'zod';
import { firstPrintCheckSchema, firstPrintVerdictSchema } from '../api-v3/first-print-check.ts';
import { printJobSchema, selectionSchema, triggerResultSchema } from '../api-v3/print-job.ts';
import { conveyorSchema } from '../api-v3/printer.ts';
import { command } from './operation.ts';
import { idempotencyInput, printerInput } from './operation-input.ts';

export const printingContract = {
  select: command('print', printerInput.extend({ ...idempotencyInput, job: printJobSchema }), selectionSchema),
  deselect: command('print', printerInput.extend(idempotencyInput), z.object({})),
  trigger: command('print', printerInput.extend(idempotencyInput), triggerResultSchema),
  /** `reason` is for the station's event log. */
  abort: command('screen', printerInput.extend({ ...idempotencyInput, reason: z.string().max(500).optional() }), z.object({})),
  /** Extension: states whether the first print of a job is as it was shown; `reason` says what is wrong. */
  checkFirstPrint: command(
    'report',
    printerInput.extend({
      ...{ ...idempotencyInput, print: z.number().int(), verdict: firstPrintVerdictSchema },
      reason: z.string().max(500).optional(),
    }),
    firstPrintCheckSchema,
  ),
  /** Extension: starts or stops the conveyor of a virtual printer, or sets its speed. */
  setConveyor: command('print', printerInput.extend({ conveyor: conveyorSchema }), z.object({})),
  /** Extension: refills an ink supply of a virtual printer. */
  refillInk: command('print', printerInput.extend({ supply: z.string() }), z.object({})),
};
