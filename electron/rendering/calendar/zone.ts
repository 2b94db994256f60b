import { dayNumber, dayOfNumber } from './days.ts';

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
/** No zone has ever set its clocks and set them back within four days: what is the same at both ends of three was so all the time. */
const LONG_MS = 3 * DAY_MS;
const QUARTER_MS = 900_000;
const MOST_STRETCHES = 10_000;

/** A zone and what is known of it, in long stretches of time and in quarters of an hour. */
interface Zone {
  format: Intl.DateTimeFormat;
  long: Stretches;
  quarters: Stretches;
}

/** The offset by stretch, undefined where it changes within one. */
interface Stretches {
  lengthMs: number;
  offsets: Map<number, number | undefined>;
}

const zones = new Map<string, Zone>();

/** The wall clock of an IANA time zone at a moment. Throws a RangeError for an unknown zone or a moment that is not a number. */
export function localTime(epochMs: number, timeZone: string): LocalTime {
  const local = epochMs + offsetAt(epochMs, getZone(timeZone));
  const days = Math.floor(local / DAY_MS);
  const seconds = Math.floor((local - days * DAY_MS) / 1000);
  return {
    ...dayOfNumber(days),
    hour: Math.floor(seconds / 3600),
    minute: Math.floor(seconds / 60) % 60,
    second: seconds % 60,
  };
}

/** What the zone's clock is ahead of UTC at a moment, in milliseconds. */
export function offsetOf(epochMs: number, timeZone: string): number {
  return offsetAt(epochMs, getZone(timeZone));
}

/** The moment at which the zone's clock shows `local`. A time that does not exist moves forward by the gap; one that exists twice is the first. */
export function epochOf(local: LocalTime, timeZone: string): number {
  const asUtc = utcEpoch(local);
  const zone = getZone(timeZone);
  const before = offsetAt(asUtc - DAY_MS, zone);
  const after = offsetAt(asUtc + DAY_MS, zone);
  const candidates = [asUtc - Math.max(before, after), asUtc - Math.min(before, after)];
  const found = candidates.find((epochMs) => offsetAt(epochMs, zone) === asUtc - epochMs);
  return found ?? asUtc - before;
}

/** What the zone's clock is ahead of UTC at a moment, in milliseconds. Quarters are looked at only around the times when clocks are set. */
function offsetAt(epochMs: number, { format, long, quarters }: Zone): number {
  return offsetWithin(long, epochMs, format) ?? offsetWithin(quarters, epochMs, format) ?? askOffset(epochMs, format);
}

/** The offset of the stretch that a moment is in; asked of Intl once. */
function offsetWithin({ lengthMs, offsets }: Stretches, epochMs: number, format: Intl.DateTimeFormat): number | undefined {
  const stretch = Math.floor(epochMs / lengthMs);
  const known = offsets.get(stretch);
  if (known !== undefined || offsets.has(stretch)) return known;
  const start = askOffset(stretch * lengthMs, format);
  const end = askOffset((stretch + 1) * lengthMs - 1000, format);
  const offset = start === end ? start : undefined;
  if (offsets.size >= MOST_STRETCHES) offsets.clear();
  offsets.set(stretch, offset);
  return offset;
}

/** The format writes such as `8/11/28 BC, 08:53:28`: reading that costs half of asking for its parts. */
function askOffset(epochMs: number, format: Intl.DateTimeFormat): number {
  const inRange = Math.min(Math.max(epochMs, -LARGEST_EPOCH_MS), LARGEST_EPOCH_MS);
  const text = format.format(inRange);
  const [month = 0, day = 0, year = 0, hour = 0, minute = 0, second = 0] = (text.match(/\d+/gu) ?? []).map(Number);
  const local: LocalTime = { year: text.includes('B') ? 1 - year : year, month, day, hour, minute, second };
  return utcEpoch(local) - Math.floor(inRange / 1000) * 1000;
}

function utcEpoch(local: LocalTime): number {
  return dayNumber(local) * DAY_MS + local.hour * 3_600_000 + local.minute * 60_000 + local.second * 1000;
}

function getZone(timeZone: string): Zone {
  const known = zones.get(timeZone);
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
  const zone = { format, long: stretchesOf(LONG_MS), quarters: stretchesOf(QUARTER_MS) };
  zones.set(timeZone, zone);
  return zone;
}

function stretchesOf(lengthMs: number): Stretches {
  return { lengthMs, offsets: new Map() };
}
