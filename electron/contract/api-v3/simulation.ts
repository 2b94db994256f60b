import { z } from 'zod';
import { EXTENSION } from './extension.ts';
import { labelSchema } from './label.ts';

/** A part of a simulation's picture in millimetres from its upper left corner; may lie beyond it. */
export const pictureBoxSchema = z.object({ x: z.number(), y: z.number(), width: z.number(), height: z.number() });
export type PictureBox = z.infer<typeof pictureBoxSchema>;

/**
 * What kind of thing it is: it cannot be drawn (`fault`), or it is larger than its box, lies beyond the label, has modules of another size than
 * asked for, has no quiet zone, or the label is higher than the printer prints.
 */
export const findingKindSchema = z.enum(['fault', 'overflow', 'beyond', 'modules', 'quiet-zone', 'height']);

/** What is wrong with, or to be said about, a place of a label, and where it shows. */
export const findingSchema = z.object({
  kind: findingKindSchema,
  /** JSON pointer into the label. */
  pointer: z.string(),
  detail: z.string(),
  box: pictureBoxSchema,
});
export type Finding = z.infer<typeof findingSchema>;

/** What simulation says beside the label (extension). */
export const reviewSchema = z.object({
  /** Sides of the picture in millimetres. */
  size: z.object({ width: z.number(), height: z.number() }),
  /** What prints, but not as it should. */
  warnings: z.array(findingSchema),
  /** What cannot be drawn and stops a print; only a lenient simulation has any. */
  faults: z.array(findingSchema),
  /** The real width of a module of each code, in millimetres, by its pointer. */
  xDimensions: z.array(z.object({ pointer: z.string(), xDimension: z.number() })),
});
export type Review = z.infer<typeof reviewSchema>;

/** A label as it would print now: its dynamic text resolved, with what is to be said about it. */
export const simulationSchema = labelSchema.extend({ review: reviewSchema.meta(EXTENSION) });
export type Simulated = z.infer<typeof simulationSchema>;
