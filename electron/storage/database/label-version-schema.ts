import type { Generated } from 'kysely';
import type { ApprovalState } from '#contract/api-v3/approval-state.ts';
import type { ApprovalDecision, SignatureMeaning } from '#contract/api-v3/label-approval.ts';

/** Tables of the versions of labels and their approval. */
export interface LabelVersionTables {
  /** All versions of all labels. Kept after the label is removed. `author` is empty if the request named none. */
  label_versions: {
    name: string;
    revision: number;
    document: string;
    author: string;
    created: number;
    approval: Generated<ApprovalState>;
  };
  /** Every decision about a version, in the order in which they were made. Kept after the label is removed. */
  label_approvals: {
    id: Generated<number>;
    label: string;
    revision: number;
    decision: ApprovalDecision;
    state: ApprovalState;
    meaning: SignatureMeaning;
    decided_by: string;
    decided_at: number;
    comment: string;
  };
}
