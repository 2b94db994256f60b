import { z } from 'zod';
import { queueOrderSchema, queueSchema, queueSeekSchema } from '../api-v3/queue.ts';
import { command, query } from './operation.ts';
import { idempotencyInput, printerInput } from './operation-input.ts';

/** Extension: the job queue of a printer. */
export const queueContract = {
  list: query(printerInput, queueSchema),
  /** `order` names the current job and all waiting jobs in the new order. */
  reorder: command('print', printerInput.extend(queueOrderSchema.shape), z.object({})),
  remove: command('print', printerInput.extend({ id: z.string() }), z.object({})),
  /** Continues at a checkpoint. */
  seek: command('decide', printerInput.extend({ ...idempotencyInput, ...queueSeekSchema.shape }), z.object({})),
};
