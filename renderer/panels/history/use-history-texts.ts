import { useI18n } from 'vue-i18n';
import { useFormats } from '../../composables/use-formats.ts';
import type { HistoryBar } from './history-bars.ts';
import { offsetText } from '../../domain/formats/csv-file.ts';
import type { HistoryView } from './history-range.ts';

const DAY = 86_400;
const YEAR = 364 * DAY;

/** The times of a chart as text: short on the axis, unambiguous next to the figures. */
export function useHistoryTexts() {
  const { t } = useI18n();
  const formats = useFormats();

  function short(at: number, { resolution, span }: HistoryView, timeZone: string): string {
    const date = formats.date(at, timeZone);
    const day = span >= YEAR ? date : date.slice(0, 6);
    if (resolution === 'DAYS' || resolution === 'WEEKS') return day;
    return span > DAY ? `${day} ${formats.minute(at, timeZone)}` : formats.minute(at, timeZone);
  }

  function full({ at, offset, hours }: HistoryBar, { resolution }: HistoryView, timeZone: string): string {
    const day = formats.date(at, timeZone);
    if (resolution === 'WEEKS') return t('historyChart.week', { day });
    if (resolution === 'DAYS') return hours === undefined ? day : t('historyChart.hours', { day, hours });
    const moment = `${day} ${formats.minute(at, timeZone)}`;
    return offset === undefined ? moment : t('historyChart.repeatedHour', { moment, offset: offsetText(offset) });
  }

  /** The range of a chart and its time zone. */
  function period({ from, to }: { from: number; to: number }, timeZone: string): string {
    const moment = (at: number) => `${formats.date(at, timeZone)} ${formats.minute(at, timeZone)}`;
    return t('historyChart.period', { from: moment(from), to: moment(to), zone: timeZone });
  }

  return { short, full, period };
}
