import type { PrintHistory, Resolution } from '#contract/api-v3/print-history.ts';
import { offsetOf } from '#rendering/calendar/zone.ts';

const HOUR_MS = 3_600_000;
const DAY_MS = 24 * HOUR_MS;
const WEEK_MS = 7 * DAY_MS;

/** What was printed from a moment on, in milliseconds since 1970. */
export interface HistoryBar {
  at: number;
  count: number;
  /** What was printed a week before by the clock on the wall; undefined where that clock never showed this time. */
  before: number | undefined;
  /** What the clock is ahead of UTC, in milliseconds, where it shows this time twice. */
  offset: number | undefined;
  /** How many hours a day has on which the clocks are set. */
  hours: number | undefined;
}

/** A week before `range`, with as much around it as clocks are ever set by. */
export function weekBefore({ start, end }: { start: number; end: number }): { start: number; end: number } {
  const week = WEEK_MS / 1000;
  const around = (3 * HOUR_MS) / 1000;
  return { start: start - week - around, end: end - week + around };
}

/** Bars by the clock of `timeZone`, each beside its counterpart of the week before where that was read. */
export function barsOf(
  { time, count }: PrintHistory,
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
      offset: resolution === 'MINUTES' || resolution === 'HOURS' ? offsetOfTwice(at, timeZone) : undefined,
      hours: resolution === 'DAYS' && next !== undefined && next * 1000 - at !== DAY_MS ? (next * 1000 - at) / HOUR_MS : undefined,
    };
  });
}

function countsByWall({ time, count }: PrintHistory, timeZone: string): Map<string, number> {
  return new Map(wallKeys(time, timeZone, 0).map((key, index) => [key, count[index] ?? 0]));
}

/** What the clock on the wall shows, so much earlier, and for the how manieth time. */
function wallKeys(time: readonly number[], timeZone: string, earlierMs: number): string[] {
  const seen = new Map<number, number>();
  return time.map((seconds) => {
    const wall = seconds * 1000 + offsetOf(seconds * 1000, timeZone) - earlierMs;
    const turn = seen.get(wall) ?? 0;
    seen.set(wall, turn + 1);
    return `${wall}#${turn}`;
  });
}

/** The offset at a moment whose time on the wall comes, or came, a second time: clocks are set back by half an hour or by one. */
function offsetOfTwice(at: number, timeZone: string): number | undefined {
  const offset = offsetOf(at, timeZone);
  const isTwice = [-HOUR_MS, -HOUR_MS / 2, HOUR_MS / 2, HOUR_MS].some((shift) => offset - offsetOf(at + shift, timeZone) === shift);
  return isTwice ? offset : undefined;
}
