import { z } from 'zod';
import { approvalStateSchema, type ApprovalState } from './approval-state.ts';
import { nameSchema } from './name.ts';
import { findingSchema } from './simulation.ts';
import { usingJobSchema } from './usage.ts';

/** What a person decides about the approval of a version of a label (extension). */
export const approvalDecisionSchema = z.enum(['submit', 'approve', 'reject', 'withdraw'], 'must be submit, approve, reject or withdraw');
export type ApprovalDecision = z.infer<typeof approvalDecisionSchema>;

/** The decisions that each state permits, with the state that follows. All others are refused. */
export const APPROVAL_TRANSITIONS: Readonly<Record<ApprovalState, Readonly<Partial<Record<ApprovalDecision, ApprovalState>>>>> = {
  draft: { submit: 'in-review' },
  'in-review': { approve: 'approved', reject: 'rejected', withdraw: 'withdrawn' },
  approved: { withdraw: 'withdrawn' },
  rejected: {},
  withdrawn: {},
};

/** What a signature means (21 CFR 11.50): `authored` is a submission by the author, `submitted` one by another person. */
export const signatureMeaningSchema = z.enum(['authored', 'submitted', 'approved', 'rejected', 'withdrawn']);
export type SignatureMeaning = z.infer<typeof signatureMeaningSchema>;

/** One decision about a version. Decisions never change, and remain when the label is deleted. */
export const approvalRecordSchema = z.object({
  decision: approvalDecisionSchema,
  /** The state from this decision on. */
  state: approvalStateSchema,
  meaning: signatureMeaningSchema,
  /** Who decided. Empty for a withdrawal because the label was deleted by a client that named no person. */
  by: z.string(),
  /** ISO 8601. */
  moment: z.string(),
  /** The same in milliseconds since the epoch. */
  epochMs: z.number().int(),
  comment: z.string(),
});
export type ApprovalRecord = z.infer<typeof approvalRecordSchema>;

/** Body of a decision. The header `strobe-author` names the person who decides. */
export const approvalRequestSchema = z.strictObject({
  decision: approvalDecisionSchema,
  comment: z.string('must be a text').max(1_000, 'must be at most 1 000 characters').default(''),
});

/** Response to a decision. */
export const approvalResultSchema = z.object({
  /** The state of the version from now on. */
  state: approvalStateSchema,
  /** The running and queued jobs that print this version. After a withdrawal, a job that has begun prints it until it ends. */
  jobs: z.array(
    usingJobSchema.extend({
      /** Whether a print of the job has been made. */
      isStarted: z.boolean(),
    }),
  ),
});
export type ApprovalResult = z.infer<typeof approvalResultSchema>;

/** What a reviewer sees of a version besides its picture (extension), with the values of now. */
export const versionReviewSchema = z.object({
  tests: z.object({
    /** How many tests the version contains. */
    count: z.number().int(),
    /** One for every object that does not show what a test expects; `pointer` is a JSON pointer into the label. */
    failures: z.array(z.object({ pointer: z.string(), detail: z.string() })),
  }),
  /** Objects that cannot be drawn, which stops a print. */
  faults: z.array(findingSchema),
  /** Problems that do not stop the print. */
  warnings: z.array(findingSchema),
});
export type VersionReview = z.infer<typeof versionReviewSchema>;

/** The rule that only approved labels print (extension). */
export const approvalRuleSchema = z
  .strictObject({
    /** `all`: on every printer. `printers`: on the printers that are named. */
    approvedLabelsOnly: z.enum(['off', 'all', 'printers'], 'must be off, all or printers').default('off'),
    printers: z.array(nameSchema).max(200, 'must be at most 200 printers').default([]),
  })
  .refine(({ approvedLabelsOnly, printers }) => approvedLabelsOnly !== 'printers' || printers.length > 0, {
    path: ['printers'],
    error: 'must name a printer',
  });
export type ApprovalRuleSettings = z.infer<typeof approvalRuleSchema>;

/** Whether the rule concerns a printer. */
export function isUnderApprovalRule({ approvedLabelsOnly: rule, printers }: ApprovalRuleSettings, printer: string): boolean {
  return rule === 'all' || (rule === 'printers' && printers.includes(printer));
}
