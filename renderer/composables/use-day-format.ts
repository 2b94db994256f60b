import { useI18n } from 'vue-i18n';
import { readDay } from '../domain/formats/read-day.ts';
import { MONTHS, useFormats } from './use-formats.ts';

/** Languages whose speakers also write the month first: 03/04/2026 is not read on their pages. */
const MONTH_FIRST = ['en'];
/** A day that can be read in one way only. */
const EXAMPLE = '2026-11-21';

/** Writes and reads days as all dates of the page are written. */
export function useDayFormat() {
  const { t, locale } = useI18n();
  const { date } = useFormats();

  /** 2026-11-21 as 21 NOV 2026; empty for an empty or unknown day. */
  function write(day: string): string {
    const at = Date.parse(day);
    return Number.isNaN(at) ? '' : date(at, 'UTC');
  }

  /** A typed day as 2026-11-21; undefined if it is none. */
  function read(typed: string): string | undefined {
    const months = MONTHS.map((month) => t(`formats.months.${month}`));
    return readDay(typed, { months, isDayFirst: !MONTH_FIRST.includes(locale.value) });
  }

  return { write, read, example: () => write(EXAMPLE) };
}
