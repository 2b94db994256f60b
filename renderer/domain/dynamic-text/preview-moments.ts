import { dayNumber, dayOfNumber, daysInMonth } from '#rendering/calendar/days.ts';
import type { CalendarDay } from '#rendering/calendar/days.ts';
import { epochOf, localTime } from '#rendering/calendar/zone.ts';
import type { Moment, PrintValues } from '#rendering/dynamic-text/print-values.ts';
import { shiftChanges } from '#rendering/dynamic-text/shift-changes.ts';

const TWO_DAYS_MS = 2 * 86_400_000;

/** A moment at which a text may print a different value. */
export interface PreviewMoment {
  kind: 'now' | 'shiftChange' | 'monthEnd';
  epochMs: number;
}

/** Now, the next shift change if there are shift codes, and the end of the month, where date arithmetic has special cases. */
export function previewMoments({ moment, shiftCodes }: PrintValues): PreviewMoment[] {
  const change = nextShiftChange(moment, shiftCodes);
  return [
    { kind: 'now', epochMs: moment.epochMs },
    ...(change === undefined ? [] : [{ kind: 'shiftChange', epochMs: change } as const]),
    { kind: 'monthEnd', epochMs: monthEnd(moment) },
  ];
}

function nextShiftChange({ epochMs, timeZone }: Moment, shiftCodes: PrintValues['shiftCodes']): number | undefined {
  const period = { from: epochMs, until: epochMs + TWO_DAYS_MS, timeZone };
  const next = [...(shiftCodes?.values() ?? [])].flatMap((shifts) => shiftChanges(shifts, period).slice(0, 1));
  return next.length === 0 ? undefined : Math.min(...next.map(({ at }) => Date.parse(at)));
}

/** The last day of the month at this time of day; on that day, the last day of the next month. */
function monthEnd({ epochMs, timeZone }: Moment): number {
  const now = localTime(epochMs, timeZone);
  const last = lastOfMonth(now);
  const end = last.day === now.day ? lastOfMonth(dayOfNumber(dayNumber(now) + 1)) : last;
  return epochOf({ ...now, ...end }, timeZone);
}

function lastOfMonth({ year, month }: CalendarDay): CalendarDay {
  return { year, month, day: daysInMonth(year, month) };
}
