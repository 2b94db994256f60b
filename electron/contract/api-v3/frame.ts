import { z } from 'zod';
import { wholeNumberIn } from './whole-number.ts';

/** One piece of data on the connection to a device (extension). */
export const frameSchema = z.object({
  /** Grows with every frame of the printer. A number that is left out belongs to a frame that is not kept any more. */
  number: z.number().int().min(1),
  /** When it was sent or received, ISO 8601. */
  at: z.string(),
  direction: z.enum(['sent', 'received']),
  /** Number of bytes. Of a longer frame only the first 512 are kept. */
  length: z.number().int().min(0),
  /** The kept bytes as pairs of hexadecimal digits, separated by spaces. */
  hex: z.string(),
  /** The kept bytes as ASCII, a character for each; a full stop for those that cannot be printed. */
  text: z.string(),
});
export type ConnectionFrame = z.infer<typeof frameSchema>;

/** The last data on the connection to a device, oldest first: at most 500 frames, of the time since the last start of recording (extension). */
export const framesSchema = z.object({
  recording: z.boolean(),
  frames: z.array(frameSchema),
});
export type Frames = z.infer<typeof framesSchema>;

/** `after` continues after the frame with that number. */
export const framesQuerySchema = z.object({ after: wholeNumberIn({ least: 0 }).prefault(0) });

/** Starts or stops recording. A start forgets earlier frames. */
export const recordFramesSchema = z.strictObject({ recording: z.boolean('must be true or false') });
