import { sql } from 'kysely';
import type { Counter } from '#contract/api-v3/counter.ts';

/** Free when the new value lies beyond the last known one, in the direction of the step. */
export const blockedAfterPut = ({ value, step }: Counter) =>
  sql<number | null>`CASE WHEN (${value} - blocked_at) * ${Math.sign(step)} > 0 THEN NULL ELSE blocked_at END`;

/** The later one of the last known value and this one, in the direction of the step. */
export const laterOf = (value: number) => sql<number>`CASE WHEN step > 0 THEN max(blocked_at, ${value}) ELSE min(blocked_at, ${value}) END`;
