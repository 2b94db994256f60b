import { z } from 'zod';
import { queueOrderSchema, queueSchema, queueSeekSchema } from '../api-v3/queue.ts';
import { command, query } from './operation.ts';
import { once, onPrinter } from './on-connection.ts';

/** The jobs of one printer (extensions). */
export const queueContract = {
  list: query(onPrinter, queueSchema),
  /** Every job that is current or waits, in the order that is wanted. */
  reorder: command(onPrinter.extend(queueOrderSchema.shape), z.object({})),
  remove: command(onPrinter.extend({ id: z.string() }), z.object({})),
  /** Goes to a checkpoint. */
  seek: command(onPrinter.extend({ ...once, ...queueSeekSchema.shape }), z.object({})),
};
