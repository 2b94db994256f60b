import { z } from 'zod';
import { framesSchema } from '../api-v3/frame.ts';
import { command, query } from './operation.ts';
import { printerInput } from './operation-input.ts';

/** Extension: the data on the connection between a printer and its device. */
export const framesContract = {
  /** The recorded data after the frame with that number. */
  read: query(printerInput.extend({ after: z.number().int().min(0) }), framesSchema),
  /** A start forgets earlier data. */
  record: command('configure', printerInput.extend({ recording: z.boolean() }), z.object({})),
};
