import { z } from 'zod';
import { labelSummarySchema, simulationQuerySchema } from '../api-v3/label.ts';
import { labelChangeSchema } from '../api-v3/label-change.ts';
import { approvalDecisionSchema, approvalRequestSchema, approvalResultSchema, versionReviewSchema } from '../api-v3/label-approval.ts';
import { labelVersionsPageSchema, labelVersionsQuerySchema } from '../api-v3/label-version.ts';
import { proposedVersionSchema } from '../api-v3/plant-library.ts';
import { documentSchema } from './document.ts';
import { command, query } from './operation.ts';
import { connectionInput } from './operation-input.ts';
import { MAX_SECRET } from './people.ts';
import { expectedContent } from './expected-content.ts';
import { renamingCommand } from './renaming.ts';

const versionInput = connectionInput.extend({ name: z.string(), revision: z.number().int() });
const { comment } = approvalRequestSchema.shape;

/** Labels are JSON of any format, so that another controller's labels can be shown and edited too. */
export const labelsContract = {
  list: query(connectionInput, z.array(z.object({ name: z.string(), summary: labelSummarySchema.partial() }))),
  get: query(connectionInput.extend({ name: z.string() }), documentSchema),
  /**
   * `runningJobs` (extension): whether jobs that print the label print the new version from their next print (`update`, for those of
   * `printers`) or keep the version that they have (`keep`). Without it the controller decides.
   */
  put: command(
    'labels',
    connectionInput.extend({
      ...{ name: z.string(), label: documentSchema, ...expectedContent },
      runningJobs: z.enum(['update', 'keep']).optional(),
      printers: z.array(z.string()).min(1).max(200).optional(),
    }),
    z.object({
      created: z.boolean(),
      /** The jobs that print the new version. */
      jobs: labelChangeSchema.shape.jobs,
    }),
  ),
  remove: command('labels', connectionInput.extend({ name: z.string() }), z.object({})),
  rename: renamingCommand('labels'),
  /** Extension: stores the saved label as a new version in the library of the plant. */
  sendToPlant: command('labels', connectionInput.extend({ name: z.string() }), proposedVersionSchema),
  /** The versions of a label, newest first. */
  versions: query(connectionInput.extend({ name: z.string(), query: labelVersionsQuerySchema }), labelVersionsPageSchema),
  /** The tests and findings of a version (extension), with a row of a table if the label shows its columns. */
  versionReview: query(versionInput.extend({ query: simulationQuerySchema.default({}) }), versionReviewSchema),
  /** Asks another person to approve a draft (extension). */
  submitForReview: command('labels', versionInput.extend({ comment }), approvalResultSchema),
  /**
   * Approves, rejects or withdraws a version (extension). A signature: the person at the screen proves with `secret`, PIN or password, that it is
   * theirs (21 CFR 11.200). Throws `person-required` without a person who is signed in, `wrong-sign-in`, `same-person` and `approval-refused`.
   */
  decide: command(
    'approve',
    versionInput.extend({
      decision: approvalDecisionSchema.exclude(['submit']),
      comment,
      secret: z.string().min(1, 'must not be empty').max(MAX_SECRET),
    }),
    approvalResultSchema,
  ),
  /** The label of one version. */
  version: query(versionInput, documentSchema),
  /** The label with its dynamic text resolved, as it would be printed now. */
  simulate: query(connectionInput.extend({ name: z.string(), query: simulationQuerySchema.default({}) }), documentSchema),
};
