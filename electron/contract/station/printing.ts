import { z } from 'zod';
import { printJobSchema, selectionSchema, triggerResultSchema } from '../api-v3/print-job.ts';
import { conveyorSchema } from '../api-v3/printer.ts';
import { command } from './operation.ts';
import { once, onPrinter } from './on-connection.ts';

export const printingContract = {
  select: command(onPrinter.extend({ ...once, job: printJobSchema }), selectionSchema),
  deselect: command(onPrinter.extend(once), z.object({})),
  trigger: command(onPrinter.extend(once), triggerResultSchema),
  /** `reason` is what a person says of it; it stays with the station. */
  abort: command(onPrinter.extend({ ...once, reason: z.string().max(500).optional() }), z.object({})),
  /** Extension: starts, stops or paces the conveyor of a virtual printer. */
  setConveyor: command(onPrinter.extend({ conveyor: conveyorSchema }), z.object({})),
  /** Extension: a fresh cartridge for a virtual printer. */
  refillInk: command(onPrinter.extend({ supply: z.string() }), z.object({})),
};
