import { dayNumber, dayOfNumber } from './days.ts';

/** Local date and time. `month` and `day` count from 1, `hour` from 0. */
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
/**
 * No time zone has ever changed its offset and changed it back within four days: an offset that is equal at both ends of three days is
 * constant in between.
 */
const LONG_MS = 3 * DAY_MS;
const QUARTER_MS = 900_000;
const MAX_STRETCHES = 10_000;

/** A time zone with cached offsets, for long and for quarter-hour stretches. */
interface Zone {
  format: Intl.DateTimeFormat;
  long: Stretches;
  quarters: Stretches;
}

/** The offset of each stretch; undefined if it changes within the stretch. */
interface Stretches {
  lengthMs: number;
  offsets: Map<number, number | undefined>;
}

const zones = new Map<string, Zone>();

/** The local time of an IANA time zone. Throws a RangeError for an unknown zone or a time that is not a finite number. */
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

/** The zone's offset from UTC at a time, in milliseconds; positive east of Greenwich. */
export function offsetOf(epochMs: number, timeZone: string): number {
  return offsetAt(epochMs, getZone(timeZone));
}

/**
 * The time at which the zone's clock shows `local`. A local time that is skipped is moved forward by the gap; of one that occurs twice it
 * is the first.
 */
export function epochOf(local: LocalTime, timeZone: string): number {
  const asUtc = utcEpoch(local);
  const zone = getZone(timeZone);
  const before = offsetAt(asUtc - DAY_MS, zone);
  const after = offsetAt(asUtc + DAY_MS, zone);
  const candidates = [asUtc - Math.max(before, after), asUtc - Math.min(before, after)];
  const found = candidates.find((epochMs) => offsetAt(epochMs, zone) === asUtc - epochMs);
  return found ?? asUtc - before;
}

/** The zone's offset at a time, in milliseconds. Quarter-hour stretches are used only around changes of the offset. */
function offsetAt(epochMs: number, { format, long, quarters }: Zone): number {
  return offsetWithin(long, epochMs, format) ?? offsetWithin(quarters, epochMs, format) ?? askOffset(epochMs, format);
}

/** The offset of the stretch that contains a time; asks Intl once per stretch. */
function offsetWithin({ lengthMs, offsets }: Stretches, epochMs: number, format: Intl.DateTimeFormat): number | undefined {
  const stretch = Math.floor(epochMs / lengthMs);
  const cached = offsets.get(stretch);
  if (cached !== undefined || offsets.has(stretch)) return cached;
  const start = askOffset(stretch * lengthMs, format);
  const end = askOffset((stretch + 1) * lengthMs - 1000, format);
  const offset = start === end ? start : undefined;
  if (offsets.size >= MAX_STRETCHES) offsets.clear();
  offsets.set(stretch, offset);
  return offset;
}

/** The output looks like `8/11/28 BC, 08:53:28`; parsing it takes half as long as `formatToParts`. */
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
  const cached = zones.get(timeZone);
  if (cached) return cached;
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
