import { z } from 'zod';

/** The approval of a version of a label (extension). Every version begins as a draft. */
export const approvalStateSchema = z.enum(['draft', 'in-review', 'approved', 'rejected', 'withdrawn']);
export type ApprovalState = z.infer<typeof approvalStateSchema>;
