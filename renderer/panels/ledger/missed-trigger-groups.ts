import type { MissedTrigger } from '#contract/api-v3/missed-trigger.ts';

/** Missed triggers that follow each other and have the same reason. */
export interface MissedTriggerGroup {
  /** Id of its newest trigger. */
  id: number;
  reason: string;
  /** When its oldest and its newest trigger arrived, ISO 8601. */
  from: string;
  to: string;
  count: number;
}

/** Groups missed triggers, newest first: an open cover misses every product that passes, for one reason. */
export function groupMissedTriggers(missed: readonly MissedTrigger[]): MissedTriggerGroup[] {
  const groups: MissedTriggerGroup[] = [];
  for (const { id, reason, at } of missed) {
    const last = groups.at(-1);
    if (last?.reason === reason) groups[groups.length - 1] = { ...last, from: at, count: last.count + 1 };
    else groups.push({ id, reason, from: at, to: at, count: 1 });
  }
  return groups;
}
