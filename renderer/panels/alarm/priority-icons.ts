import type { AlarmPriority } from '#contract/station/alarm-priorities.ts';
import type { IconName } from '../../ui/icons.ts';

/** Each priority has its own shape, so that it can be recognised without colour. */
export const PRIORITY_ICONS: Record<AlarmPriority, IconName> = {
  critical: 'error',
  high: 'warning',
  medium: 'diamond',
  low: 'info',
};
