/**
 * How soon a person has to act: critical (nothing is printed until then), high (prints may be wrong, or cannot be monitored or stopped), medium (within
 * the shift), low (when there is time).
 */
export const ALARM_PRIORITIES = ['critical', 'high', 'medium', 'low'] as const;
export type AlarmPriority = (typeof ALARM_PRIORITIES)[number];
