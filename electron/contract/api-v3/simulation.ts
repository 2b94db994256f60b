import { z } from 'zod';
import { EXTENSION } from './extension.ts';
import { labelSchema } from './label.ts';

/** An area of a simulation's picture, in millimetres from its upper left corner; may lie outside the picture. */
export const pictureBoxSchema = z.object({ x: z.number(), y: z.number(), width: z.number(), height: z.number() });
export type PictureBox = z.infer<typeof pictureBoxSchema>;

/**
 * Kind of a finding: the object cannot be drawn (`fault`), is larger than its box, lies outside the label, has another module size than
 * requested, lacks a quiet zone, or the label is higher than the printer's print height.
 */
export const findingKindSchema = z.enum(['fault', 'overflow', 'beyond', 'modules', 'quiet-zone', 'height']);

/** A problem of a label's object, and where it is visible. */
export const findingSchema = z.object({
  kind: findingKindSchema,
  /** JSON pointer into the label. */
  pointer: z.string(),
  detail: z.string(),
  box: pictureBoxSchema,
});
export type Finding = z.infer<typeof findingSchema>;

/** The results of a simulation in addition to the label (extension). */
export const reviewSchema = z.object({
  /** Width and height of the picture in millimetres. */
  size: z.object({ width: z.number(), height: z.number() }),
  /** Problems that do not stop the print. */
  warnings: z.array(findingSchema),
  /** Objects that cannot be drawn, which stops a print; empty unless the simulation is lenient. */
  faults: z.array(findingSchema),
  /** The actual module width of each barcode in millimetres, by pointer. */
  xDimensions: z.array(z.object({ pointer: z.string(), xDimension: z.number() })),
});
export type Review = z.infer<typeof reviewSchema>;

/** A label as it would print now: its dynamic text resolved, and a review. */
export const simulationSchema = labelSchema.extend({ review: reviewSchema.meta(EXTENSION) });
export type Simulated = z.infer<typeof simulationSchema>;
