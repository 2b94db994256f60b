import { z } from 'zod';

/** The steps of an installation, in their order. `rolling-back` steps follow only when something is wrong with the new version, or when a person asks. */
export const UPDATE_STEPS = [
  /** The package is copied from where it was found. */
  'copying',
  /** Signature, name, architecture and version of the package are checked. */
  'checking',
  /** A backup is made, and the package of the installed version is kept. */
  'backing-up',
  /** Everything is ready; waits until no job is selected, or for a person. */
  'waiting',
  'stopping',
  /** The databases are copied exactly as the stopped programs left them. */
  'saving',
  'installing',
  'starting',
  /** The new version runs; it has to become ready and to draw every label as before. */
  'observing',
  'stopping-new',
  'judging-data',
  'installing-old',
  'restoring-data',
  'starting-old',
] as const;

/** How an installation ended. `kept`: it could not be rolled back without printing values twice, so the new version stays. */
export const UPDATE_ENDS = ['done', 'refused', 'cancelled', 'rolled-back', 'kept'] as const;

export const updateStageSchema = z.enum([...UPDATE_STEPS, ...UPDATE_ENDS]);
export type UpdateStage = z.infer<typeof updateStageSchema>;
export type UpdateStep = (typeof UPDATE_STEPS)[number];
export type UpdateEnd = (typeof UPDATE_ENDS)[number];

/** Why something was refused or undone. The page has a text for each of them. */
export const UPDATE_REASONS = [
  ...(['signature-damaged', 'key-not-trusted', 'no-trusted-key', 'package-damaged', 'other-package', 'other-computer'] as const),
  ...(['same-version', 'older-version', 'link', 'missing', 'no-space', 'controller-silent', 'labels-open', 'labels-waiting'] as const),
  ...(['not-ready', 'labels-differ', 'labels-late', 'nothing-kept', 'gone', 'web-answer', 'web-list', 'web-silent'] as const),
] as const;

export const updateReasonSchema = z.object({
  /** A sentence in English, for the command line and the log. */
  text: z.string(),
  /** Null for what only a tool of the system says. */
  code: z.enum(UPDATE_REASONS).nullable(),
  /** What the text of the code names. */
  values: z.record(z.string(), z.string()),
});
export type UpdateReason = z.infer<typeof updateReasonSchema>;

/** When the new version is installed: when no job is selected on any printer, or at once. */
export const updateMomentSchema = z.enum(['idle', 'now']);

/** What is published about an installation: the current or the last one. */
export const updateProgressSchema = z.object({
  id: z.string(),
  stage: updateStageSchema,
  /** Version that was installed when it began. */
  from: z.string(),
  /** Version of the package; null until it is known. */
  to: z.string().nullable(),
  when: updateMomentSchema,
  /** Who asked for it; empty if the request named no one. */
  by: z.string(),
  /** When it began, and when its stage last changed, ISO 8601. */
  begun: z.string(),
  changed: z.string(),
  /** Why it was refused, rolled back or kept; null otherwise. */
  reason: updateReasonSchema.nullable(),
  /** The labels that the new version drew differently. */
  changedLabels: z.array(z.string()),
});
export type UpdateProgress = z.infer<typeof updateProgressSchema>;

/** What the program that installs publishes, for everyone on the computer. */
export const updateStatusSchema = z.object({
  installed: z.string(),
  /** The version that `roll-back` installs; null when none is kept. */
  previous: z.string().nullable(),
  progress: updateProgressSchema.nullable(),
});
export type UpdateStatus = z.infer<typeof updateStatusSchema>;

/** Whether an installation has ended. */
export function isUpdateEnd(stage: UpdateStage): stage is UpdateEnd {
  return (UPDATE_ENDS as readonly string[]).includes(stage);
}
