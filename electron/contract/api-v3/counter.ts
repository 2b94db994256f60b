import { z } from 'zod';
import { textSchema } from './text.ts';
import { wholeNumberIn } from './whole-number.ts';

const count = z.number().int('must be a whole number').safe('must lie within ±2^53');

/** Body of a counter (extension). A counter moves by `step` after every `repeat` prints; beyond a bound it continues at the other bound. */
export const counterSchema = z
  .strictObject({
    value: count.default(0),
    minValue: count.default(0),
    maxValue: count.default(Number.MAX_SAFE_INTEGER),
    /** How many prints carry the same value. */
    repeat: count.min(1, 'must be at least 1').default(1),
    step: count.refine((step) => step !== 0, 'must not be 0').default(1),
    /** Minimum number of characters; 0 = as many as the value needs. */
    width: count.min(0).max(100).default(0),
    padding: textSchema.length(1, 'must be one character').default('0'),
    /** Default FORMAT of the value for texts that specify none; empty for decimal digits. */
    format: textSchema.max(10_000).default(''),
    description: textSchema.max(10_000).default(''),
  })
  .superRefine((counter, context) => {
    if (counter.minValue > counter.maxValue) {
      context.addIssue({ code: 'custom', path: ['minValue'], message: `must not be greater than maxValue (${counter.maxValue})` });
    } else if (counter.value < counter.minValue || counter.value > counter.maxValue) {
      const message = `must lie between minValue (${counter.minValue}) and maxValue (${counter.maxValue})`;
      context.addIssue({ code: 'custom', path: ['value'], message });
    }
  });
export type Counter = z.infer<typeof counterSchema>;

/** One print of a counter's sequence. */
export const sequencePrintSchema = z.object({
  /** 1 is the next print. */
  print: count,
  value: count,
  text: z.string(),
});
export type SequencePrint = z.infer<typeof sequencePrintSchema>;

/** The values that a counter will print (extension). */
export const counterPreviewSchema = z.object({
  prints: count,
  first: sequencePrintSchema,
  /** The few prints after the first. */
  next: z.array(sequencePrintSchema),
  last: sequencePrintSchema,
  /** The first print after the counter wraps, even if it comes after `last`; null if the print number is not exactly representable. */
  wrap: sequencePrintSchema.nullable(),
});
export type CounterPreview = z.infer<typeof counterPreviewSchema>;

/** Query of a counter preview: how many prints to look ahead. */
export const counterPreviewQuerySchema = z.object({
  prints: wholeNumberIn({ least: 1, most: 1_000_000_000 }).prefault(10),
});

/** An element of the counter list. */
export const counterListItemSchema = z.object({
  name: z.string(),
  value: count,
  /**
   * Only for a blocked counter: the last known value of the computer that had it before. Nothing is printed with it until it is set to a value beyond, or takes
   * its numbers from the plant.
   */
  blockedAt: count.optional(),
});
export type CounterListItem = z.infer<typeof counterListItemSchema>;
