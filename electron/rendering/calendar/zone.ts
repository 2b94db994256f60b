import { dayNumber } from './days.ts';

/** What a clock on the wall shows. `month` and `day` count from 1, `hour` from 0. */
export interface LocalTime {
  year: number;
  month: number;
  day: number;
  hour: number;
  minute: number;
  second: number;
}

const DAY_MS = 86_400_000;
const LARGEST_EPOCH_MS = 8_640_000_000_000_000;
const formats = new Map<string, Intl.DateTimeFormat>();

/** The wall clock of an IANA time zone at a moment. Throws a RangeError for an unknown zone or a moment that is not a number. */
export function localTime(epochMs: number, timeZone: string): LocalTime {
  const local: LocalTime = { year: 0, month: 0, day: 0, hour: 0, minute: 0, second: 0 };
  let isBeforeChrist = false;
  for (const { type, value } of formatOf(timeZone).formatToParts(epochMs)) {
    if (type === 'era') isBeforeChrist = value.startsWith('B');
    else if (Object.hasOwn(local, type)) local[type as keyof LocalTime] = Number(value);
  }
  if (isBeforeChrist) local.year = 1 - local.year;
  return local;
}

/** The moment at which the zone's clock shows `local`. A time that does not exist moves forward by the gap; one that exists twice is the first. */
export function epochOf(local: LocalTime, timeZone: string): number {
  const asUtc = utcEpoch(local);
  const before = zoneOffset(asUtc - DAY_MS, timeZone);
  const after = zoneOffset(asUtc + DAY_MS, timeZone);
  const candidates = [asUtc - Math.max(before, after), asUtc - Math.min(before, after)];
  const found = candidates.find((epochMs) => zoneOffset(epochMs, timeZone) === asUtc - epochMs);
  return found ?? asUtc - before;
}

/** What the zone's clock is ahead of UTC at a moment, in milliseconds. */
function zoneOffset(epochMs: number, timeZone: string): number {
  const inRange = Math.min(Math.max(epochMs, -LARGEST_EPOCH_MS), LARGEST_EPOCH_MS);
  return utcEpoch(localTime(inRange, timeZone)) - Math.floor(inRange / 1000) * 1000;
}

function utcEpoch(local: LocalTime): number {
  return dayNumber(local) * DAY_MS + local.hour * 3_600_000 + local.minute * 60_000 + local.second * 1000;
}

function formatOf(timeZone: string): Intl.DateTimeFormat {
  const known = formats.get(timeZone);
  if (known) return known;
  const format = new Intl.DateTimeFormat('en-US-u-ca-gregory-nu-latn', {
    timeZone,
    hourCycle: 'h23',
    era: 'short',
    year: 'numeric',
    month: 'numeric',
    day: 'numeric',
    hour: 'numeric',
    minute: 'numeric',
    second: 'numeric',
  });
  formats.set(timeZone, format);
  return format;
}
