/** The times that the page offers. */
export const DOWNTIME_RANGES = ['today', 'yesterday', 'week'] as const;
export type DowntimeRange = (typeof DOWNTIME_RANGES)[number];

/** Milliseconds since the epoch. */
export interface TimeSpan {
  from: number;
  to: number;
}

/** The whole days of a range, oldest first, in the time zone of the browser; a day has 23 or 25 hours when the clocks change. */
export function daysOf(range: DowntimeRange, now: number): TimeSpan[] {
  const [first, last] = { today: [0, 0], yesterday: [-1, -1], week: [-6, 0] }[range] as [number, number];
  return Array.from({ length: last - first + 1 }, (_, at) => ({ from: midnight(now, first + at), to: midnight(now, first + at + 1) }));
}

function midnight(now: number, days: number): number {
  const date = new Date(now);
  return new Date(date.getFullYear(), date.getMonth(), date.getDate() + days).getTime();
}
