import type { DateSettings } from '#contract/api-v3/settings.ts';
import { epochOf } from '#rendering/calendar/zone.ts';
import { parseDynamicText } from '#rendering/dynamic-text/parse-dynamic-text.ts';
import { resolveText } from '#rendering/dynamic-text/resolve-text.ts';

const A_MONTH_LATER = parseDynamicText('{TIME;{DAYOFMONTH}.{MONTH}.{YEAR};+1month}');
const DAY = parseDynamicText('{DAYOFMONTH}.{MONTH}.{YEAR}');
const NEW_YEAR = { year: 2027, month: 1, day: 31, hour: 12, minute: 0, second: 0 };

/** Examples of these settings, computed by the code that prints: one month after 31 January 2027, and the day at a moment. */
export function dateExamples({ timeZone, monthEnd, productionDayStart }: DateSettings, now: number): { month: string; today: string } {
  const rest = { variables: new Map(), counters: new Map(), row: undefined };
  const january = { epochMs: epochOf(NEW_YEAR, timeZone), timeZone, monthEnd };
  const moment = { epochMs: now, timeZone, monthEnd, productionDayStart };
  return { month: resolveText(A_MONTH_LATER, { ...rest, moment: january }), today: resolveText(DAY, { ...rest, moment }) };
}
