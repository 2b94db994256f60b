import type { ApprovalState } from '#contract/api-v3/approval-state.ts';
import type { IconName } from '../../ui/icons.ts';
import type { StatusTone } from '../../ui/status-tone.ts';

/** How an approval state looks; its text says the same. */
export const APPROVAL_LOOKS: Readonly<Record<ApprovalState, { tone: StatusTone; icon: IconName }>> = {
  draft: { tone: 'outline', icon: 'edit' },
  'in-review': { tone: 'maintenance', icon: 'clock' },
  approved: { tone: 'go', icon: 'check' },
  rejected: { tone: 'caution', icon: 'close' },
  withdrawn: { tone: 'caution', icon: 'stop' },
};
