import type { AlarmPriority } from '#contract/station/alarm-priorities.ts';
import type { AlarmKind } from '#contract/station/alarms.ts';

interface AlarmRule {
  priority: AlarmPriority;
  /** On-delay of ISA-18.2: milliseconds that the condition has to last before it raises the alarm. */
  onDelay: number;
}

const AT_ONCE = 0;
/** A controller that restarts answers within this time. */
const RESTART = 5_000;

/**
 * The master alarm list of ISA-18.2. Cause, consequence and action of each kind are in the locales under `alarmDetails.<kind>`. A review of the
 * alarms changes this table and those texts only.
 */
export const ALARM_RULES: Record<AlarmKind, AlarmRule> = {
  'printer-error': { priority: 'critical', onDelay: AT_ONCE },
  'printer-not-connected': { priority: 'critical', onDelay: AT_ONCE },
  'printer-other-device': { priority: 'critical', onDelay: AT_ONCE },
  'line-stopped-by-rule': { priority: 'critical', onDelay: AT_ONCE },
  'line-stopped': { priority: 'critical', onDelay: AT_ONCE },
  'ink-empty': { priority: 'critical', onDelay: AT_ONCE },
  'ink-error': { priority: 'high', onDelay: AT_ONCE },
  'ink-low': { priority: 'medium', onDelay: AT_ONCE },
  'ink-warning': { priority: 'low', onDelay: AT_ONCE },
  'product-missed': { priority: 'high', onDelay: AT_ONCE },
  'prints-unknown': { priority: 'high', onDelay: AT_ONCE },
  'count-differs': { priority: 'medium', onDelay: AT_ONCE },
  'ledger-differs': { priority: 'high', onDelay: AT_ONCE },
  'not-verified': { priority: 'high', onDelay: AT_ONCE },
  'reader-lost': { priority: 'high', onDelay: RESTART },
  'printer-warning': { priority: 'medium', onDelay: AT_ONCE },
  'printer-stale': { priority: 'high', onDelay: RESTART },
  'controller-lost': { priority: 'high', onDelay: RESTART },
  'controller-refused': { priority: 'high', onDelay: AT_ONCE },
  'controller-untrusted': { priority: 'high', onDelay: AT_ONCE },
  'controller-locked': { priority: 'high', onDelay: AT_ONCE },
  'controller-safe-mode': { priority: 'critical', onDelay: AT_ONCE },
  'controller-disk-full': { priority: 'critical', onDelay: AT_ONCE },
  'controller-disk-read-only': { priority: 'critical', onDelay: AT_ONCE },
  'controller-drawing-down': { priority: 'critical', onDelay: AT_ONCE },
  'controller-files-exhausted': { priority: 'critical', onDelay: AT_ONCE },
  'controller-log-stuck': { priority: 'high', onDelay: AT_ONCE },
  'controller-folder-lost': { priority: 'critical', onDelay: AT_ONCE },
  'content-unusable': { priority: 'high', onDelay: AT_ONCE },
  'clock-doubtful': { priority: 'critical', onDelay: AT_ONCE },
  'clock-stepped': { priority: 'high', onDelay: AT_ONCE },
  'dates-stopped': { priority: 'critical', onDelay: AT_ONCE },
};
