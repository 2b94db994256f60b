/**
 * How soon a person has to act: critical (nothing is printed until somebody does), high (what is printed may be wrong, or nobody can see or
 * stop it), medium (within the shift), low (when there is time).
 */
export const ALARM_PRIORITIES = ['critical', 'high', 'medium', 'low'] as const;
export type AlarmPriority = (typeof ALARM_PRIORITIES)[number];
