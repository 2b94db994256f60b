import { useI18n } from 'vue-i18n';

export interface Formats {
  /** 14:03:12 */
  time: (epochMs: number, timeZone?: string) => string;
  /** 14:03 */
  minute: (epochMs: number, timeZone?: string) => string;
  /** 21 NOV 2026: an unambiguous date, its month in the language of the page. */
  date: (epochMs: number, timeZone?: string) => string;
  /** 21 NOV 2026 14:03:12 */
  moment: (epochMs: number, timeZone?: string) => string;
  /** 21 NOV 2026 14:03:12, followed by the zone's name if its time differs from the time of this screen. */
  momentIn: (epochMs: number, timeZone: string | null | undefined) => string;
  /** 21 NOV 2026, 14:03, followed by the zone's name under the same condition. */
  minuteIn: (epochMs: number, timeZone?: string | null) => string;
  /** 1 234 567 with thin spaces, because other separators are read as decimal points in some countries. */
  count: (value: number) => string;
  /** 12.5, in German 12,5; with all its decimal places, or with `places` of them. */
  decimal: (value: number, places?: number) => string;
  /** 3 s, 5 min, 2 h, 4 d */
  age: (durationMs: number) => string;
}

/** Keys of the names of the months, January first. */
export const MONTHS = ['jan', 'feb', 'mar', 'apr', 'may', 'jun', 'jul', 'aug', 'sep', 'oct', 'nov', 'dec'] as const;
const NARROW_SPACE = '\u202f';
const formatters = new Map<string, Intl.DateTimeFormat>();

/** The formats of dates, times and counts on all pages. Times are in the browser's time zone unless a zone is given. */
export function useFormats(): Formats {
  const { t } = useI18n();

  const time = (epochMs: number, timeZone?: string) => {
    const { hour, minute, second } = partsOf(epochMs, timeZone);
    return `${hour}:${minute}:${second}`;
  };
  const minute = (epochMs: number, timeZone?: string) => time(epochMs, timeZone).slice(0, 5);
  const date = (epochMs: number, timeZone?: string) => {
    const { day, month, year } = partsOf(epochMs, timeZone);
    const name = MONTHS[Number(month) - 1];
    return t('formats.date', { day, month: name ? t(`formats.months.${name}`) : month, year });
  };
  const moment = (epochMs: number, timeZone?: string) => `${date(epochMs, timeZone)} ${time(epochMs, timeZone)}`;

  const inZone = (write: (timeZone?: string) => string, zone: string | null | undefined) => {
    const moment = write(zone ?? undefined);
    return zone === null || zone === undefined || moment === write() ? moment : t('formats.momentIn', { moment, zone });
  };
  const momentIn = (epochMs: number, zone: string | null | undefined) => inZone((timeZone) => moment(epochMs, timeZone), zone);
  const minuteIn = (epochMs: number, zone?: string | null) =>
    inZone((timeZone) => `${date(epochMs, timeZone)}, ${minute(epochMs, timeZone)}`, zone);

  const decimal = (value: number, places?: number) =>
    (places === undefined ? String(value) : value.toFixed(places)).replace('.', t('formats.decimalSign'));

  function age(durationMs: number): string {
    const seconds = Math.max(0, Math.floor(durationMs / 1000));
    if (seconds < 60) return t('app.age.seconds', { n: seconds });
    if (seconds < 3600) return t('app.age.minutes', { n: Math.floor(seconds / 60) });
    if (seconds < 86_400) return t('app.age.hours', { n: Math.floor(seconds / 3600) });
    return t('app.age.days', { n: Math.floor(seconds / 86_400) });
  }

  return { time, minute, date, moment, momentIn, minuteIn, count: formatCount, decimal, age };
}

/** Groups of three digits, from five digits on. */
export function formatCount(value: number): string {
  const digits = String(value);
  return Math.abs(value) < 10_000 || !Number.isInteger(value) ? digits : digits.replace(/\B(?=(\d{3})+$)/g, NARROW_SPACE);
}

function partsOf(epochMs: number, timeZone: string | undefined): Record<string, string> {
  if (timeZone === undefined) return ownParts(new Date(epochMs));
  const parts = formatterOf(timeZone).formatToParts(epochMs);
  return Object.fromEntries(parts.map(({ type, value }) => [type, value])) as Record<string, string>;
}

/** Uses the browser's own time zone: creating the first formatter of another zone takes longer than rendering the rest of the bar. */
function ownParts(date: Date): Record<string, string> {
  const two = (value: number): string => String(value).padStart(2, '0');
  return {
    day: two(date.getDate()),
    month: two(date.getMonth() + 1),
    year: String(date.getFullYear()),
    hour: two(date.getHours()),
    minute: two(date.getMinutes()),
    second: two(date.getSeconds()),
  };
}

function formatterOf(timeZone: string): Intl.DateTimeFormat {
  let formatter = formatters.get(timeZone);
  if (!formatter) {
    formatter = makeFormatter(timeZone);
    formatters.set(timeZone, formatter);
  }
  return formatter;
}

/** Falls back to the browser's own time zone if the browser does not know the given one. */
function makeFormatter(timeZone: string): Intl.DateTimeFormat {
  const parts = { day: '2-digit', month: '2-digit', year: 'numeric', hour: '2-digit', minute: '2-digit', second: '2-digit' } as const;
  try {
    return new Intl.DateTimeFormat('en-GB', { ...parts, hourCycle: 'h23', timeZone });
  } catch {
    return new Intl.DateTimeFormat('en-GB', { ...parts, hourCycle: 'h23' });
  }
}
