import { z } from 'zod';
import { liftingSchema, newPrintBlockSchema, printBlockSchema, printBlocksPageSchema } from '../api-v3/print-block.ts';
import { command, query } from './operation.ts';
import { connectionInput, idempotencyInput } from './operation-input.ts';

/** Extension: the blocks of further prints. */
export const printBlocksContract = {
  /** The blocks that hold, newest first; none on a controller without blocks. */
  active: query(connectionInput, printBlocksPageSchema.shape.blocks),
  /** The newest blocks that were lifted, newest first. */
  lifted: query(connectionInput, printBlocksPageSchema.shape.blocks),
  set: command('decide', connectionInput.extend({ ...idempotencyInput, ...newPrintBlockSchema.shape }), printBlockSchema),
  lift: command('decide', connectionInput.extend({ ...idempotencyInput, block: z.number().int(), ...liftingSchema.shape }), z.object({})),
};
