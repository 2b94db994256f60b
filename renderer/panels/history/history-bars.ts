import type { PrintHistory, Resolution } from '#contract/api-v3/print-history.ts';
import { offsetOf } from '#rendering/calendar/zone.ts';

const HOUR_MS = 3_600_000;
const DAY_MS = 24 * HOUR_MS;
const WEEK_MS = 7 * DAY_MS;

/** The prints of one bucket; its start in milliseconds since 1970. */
export interface HistoryBar {
  at: number;
  count: number;
  /** The prints of the same local time a week before; undefined if that local time did not exist. */
  before: number | undefined;
  /** The prints that a reader did not verify; undefined if none judges them. */
  notVerified?: number | undefined;
  /** The UTC offset in milliseconds, if this local time occurs twice. */
  offset: number | undefined;
  /** The length in hours of a day on which the clocks change. */
  hours: number | undefined;
}

/** The week before `range`, extended by the largest clock change. */
export function weekBefore({ start, end }: { start: number; end: number }): { start: number; end: number } {
  const week = WEEK_MS / 1000;
  const around = (3 * HOUR_MS) / 1000;
  return { start: start - week - around, end: end - week + around };
}

/** Bars in the local time of `timeZone`, each with its counterpart of the week before if that was read. */
export function barsOf(
  { time, count, notVerified }: PrintHistory,
  { resolution, before, timeZone }: { resolution: Resolution; before?: PrintHistory | undefined; timeZone: string },
): HistoryBar[] {
  const earlier = before && countsByWall(before, timeZone);
  const keys = wallKeys(time, timeZone, WEEK_MS);
  return time.map((seconds, index) => {
    const at = seconds * 1000;
    const next = time[index + 1];
    return {
      at,
      count: count[index] ?? 0,
      before: earlier?.get(keys[index] ?? ''),
      notVerified: notVerified?.[index],
      offset: resolution === 'MINUTES' || resolution === 'HOURS' ? offsetOfTwice(at, timeZone) : undefined,
      hours: resolution === 'DAYS' && next !== undefined && next * 1000 - at !== DAY_MS ? (next * 1000 - at) / HOUR_MS : undefined,
    };
  });
}

function countsByWall({ time, count }: PrintHistory, timeZone: string): Map<string, number> {
  return new Map(wallKeys(time, timeZone, 0).map((key, index) => [key, count[index] ?? 0]));
}

/** The local time so much earlier, and whether it is the first or second occurrence. */
function wallKeys(time: readonly number[], timeZone: string, earlierMs: number): string[] {
  const seen = new Map<number, number>();
  return time.map((seconds) => {
    const wall = seconds * 1000 + offsetOf(seconds * 1000, timeZone) - earlierMs;
    const turn = seen.get(wall) ?? 0;
    seen.set(wall, turn + 1);
    return `${wall}#${turn}`;
  });
}

/** The UTC offset of a local time that occurs twice: clocks go back by half an hour or an hour. */
function offsetOfTwice(at: number, timeZone: string): number | undefined {
  const offset = offsetOf(at, timeZone);
  const isTwice = [-HOUR_MS, -HOUR_MS / 2, HOUR_MS / 2, HOUR_MS].some((shift) => offset - offsetOf(at + shift, timeZone) === shift);
  return isTwice ? offset : undefined;
}
