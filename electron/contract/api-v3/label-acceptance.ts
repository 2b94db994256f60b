import { z } from 'zod';
import { nameSchema } from './name.ts';

const count = z.number().int();

/** Result of rendering a label again; the most serious one if several apply. */
const labelComparisonOutcomeSchema = z.enum(['same', 'changed', 'test-failed', 'not-drawn']);

/**
 * The comparison of a label, rendered again after an update of the controller, with its accepted picture (extension). Both use the same
 * values.
 */
export const labelComparisonSchema = z.object({
  labelName: z.string(),
  revision: count,
  outcome: labelComparisonOutcomeSchema,
  /** Whether the dots differ from the accepted picture, or only one of the two renderings produced a picture. */
  isChanged: z.boolean(),
  /** Which test failed, or why the label could not be rendered. */
  detail: z.string().nullable(),
  /** A font of the label was replaced since the accepted picture, which changes the picture too. */
  isFontReplaced: z.boolean(),
  /** The controller version that rendered the accepted picture. */
  versionBefore: z.string(),
  version: z.string(),
  /** When the label was rendered again, ISO 8601. */
  moment: z.string(),
  /** Who accepted it, and when; null until someone does. `by` is empty if the client did not say. */
  accepted: z.object({ moment: z.string(), by: z.string() }).nullable(),
});
export type LabelComparison = z.infer<typeof labelComparisonSchema>;

/** Progress of the comparison of all labels after an update (extension). */
export const labelAcceptanceSchema = z.object({
  /** The controller's current version. */
  version: z.string(),
  /** How many labels have not been rendered again yet. */
  waiting: count,
  /** How many labels have been rendered again. */
  drawn: count,
  /** How many labels have changes that no one has accepted yet. */
  open: count,
  /** Sorted by label name. */
  comparisons: z.array(labelComparisonSchema),
});
export type LabelAcceptance = z.infer<typeof labelAcceptanceSchema>;

/** `open=true`: only labels with changes that no one has accepted yet. */
export const labelAcceptanceQuerySchema = z.object({ open: z.enum(['true', 'false'], 'must be true or false').optional() });

const MAX_ACCEPTED = 10_000;

/** The comparisons that a person accepts: each label with the `moment` that the list returned. */
export const acceptedComparisonsSchema = z.strictObject({
  comparisons: z
    .array(
      z.strictObject({
        labelName: nameSchema,
        /** Renderings made after this moment are not accepted. */
        moment: z.iso.datetime({ offset: true, error: 'must be a date and time in ISO 8601, such as 2026-11-21T08:00:00Z' }),
      }),
    )
    .min(1, 'must name a label')
    .max(MAX_ACCEPTED, `must be at most ${MAX_ACCEPTED}`),
});
export type AcceptedComparisons = z.infer<typeof acceptedComparisonsSchema>;
