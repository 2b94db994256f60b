import { z } from 'zod';
import { nameSchema } from './name.ts';

const count = z.number().int();

/** What came of drawing a label again; the gravest, where several are true. */
const labelProofOutcomeSchema = z.enum(['same', 'changed', 'test-failed', 'not-drawn']);

/** A label drawn again after an update of the controller, with the values that it was drawn with before (extension). */
export const labelProofSchema = z.object({
  labelName: z.string(),
  revision: count,
  outcome: labelProofOutcomeSchema,
  /** Whether its dots are others than before, or there are none in one of the two drawings. */
  isChanged: z.boolean(),
  /** Which test fails, or why it is not drawn. */
  detail: z.string().nullable(),
  /** A font of its was replaced meanwhile, which changes it as well. */
  isFontReplaced: z.boolean(),
  /** The version of the controller that made the drawing it is held against: the last one that a person was content with. */
  versionBefore: z.string(),
  version: z.string(),
  /** When it was drawn again, ISO 8601. */
  moment: z.string(),
  /** Who said when that it is well so; null while nobody has. `by` is empty when the client did not say. */
  accepted: z.object({ moment: z.string(), by: z.string() }).nullable(),
});
export type LabelProof = z.infer<typeof labelProofSchema>;

/** How far the controller is with its labels after an update (extension). */
export const labelProofsSchema = z.object({
  /** The version of the controller now. */
  version: z.string(),
  /** Labels that it still has to draw. */
  waiting: count,
  /** Labels that it has drawn again. */
  drawn: count,
  /** Labels of which nobody has accepted yet what changed. */
  open: count,
  /** By name. */
  proofs: z.array(labelProofSchema),
});
export type LabelProofs = z.infer<typeof labelProofsSchema>;

/** `open=true`: only those of which nobody has accepted yet what changed. */
export const labelProofsQuerySchema = z.object({ open: z.enum(['true', 'false'], 'must be true or false').optional() });

const MOST_ACCEPTED = 10_000;

/** What a person is content with: each label as the list tells it. */
export const labelProofAcceptanceSchema = z.strictObject({
  proofs: z
    .array(
      z.strictObject({
        labelName: nameSchema,
        /** What was drawn since is not accepted. */
        moment: z.iso.datetime({ offset: true, error: 'must be a moment in ISO 8601, such as 2026-11-21T08:00:00Z' }),
      }),
    )
    .min(1, 'must name a label')
    .max(MOST_ACCEPTED, `must be at most ${MOST_ACCEPTED}`),
});
export type LabelProofAcceptance = z.infer<typeof labelProofAcceptanceSchema>;
