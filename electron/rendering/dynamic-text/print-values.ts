import type { MonthEnd } from '#contract/api-v3/settings.ts';
import type { FontName } from '#contract/api-v3/font.ts';
import type { Shift } from '#contract/api-v3/shift-code.ts';

/** A time in a time zone, from which printed dates are computed. */
export interface Moment {
  /** Milliseconds since the Unix epoch. */
  epochMs: number;
  /** IANA name. */
  timeZone: string;
  /** How TIME treats a day that the month lacks; `end` by default, as in prints made before this setting existed. */
  monthEnd?: MonthEnd;
  /** Minutes after midnight before which the day's fields show the previous day; 0 by default. */
  productionDayStart?: number;
}

/** The current value of a counter and its format. */
export interface CounterReading {
  value: number;
  /** Minimum number of characters; 0 = as many as the value needs. */
  width: number;
  padding: string;
  /** The counter's FORMAT; empty or absent for decimal digits. */
  format?: string;
}

/** All inputs of a label's dynamic text. Maps, because names such as `__proto__` are valid. */
export interface PrintValues {
  moment: Moment;
  variables: ReadonlyMap<string, string>;
  counters: ReadonlyMap<string, CounterReading>;
  /** The shift codes; the time determines the shift. Absent if no field uses them, and in prints made before they existed. */
  shiftCodes?: ReadonlyMap<string, readonly Shift[]>;
  /** Cells of the job's current row, by column; undefined without a table. */
  row: ReadonlyMap<string, string> | undefined;
  /** The controller's fallback fonts at the time of the print, so that it can be drawn again later as it was. Absent if there are none. */
  fallbackFonts?: readonly FontName[];
}

interface StoredPrintValues {
  moment: Moment;
  variables: [string, string][];
  counters: [string, CounterReading][];
  shiftCodes?: [string, readonly Shift[]][];
  row?: [string, string][];
  fallbackFonts?: readonly FontName[];
}

/** Serializes the values as JSON; `parsePrintValues` restores them. */
export function stringifyPrintValues(values: PrintValues): string {
  const stored: StoredPrintValues = { moment: values.moment, variables: [...values.variables], counters: [...values.counters] };
  if (values.shiftCodes?.size) stored.shiftCodes = [...values.shiftCodes];
  if (values.row) stored.row = [...values.row];
  if (values.fallbackFonts?.length) stored.fallbackFonts = values.fallbackFonts;
  return JSON.stringify(stored);
}

/** Parses the output of `stringifyPrintValues`. */
export function parsePrintValues(text: string): PrintValues {
  const stored = JSON.parse(text) as StoredPrintValues;
  return {
    moment: stored.moment,
    variables: new Map(stored.variables),
    counters: new Map(stored.counters),
    ...(stored.shiftCodes && { shiftCodes: new Map(stored.shiftCodes) }),
    row: stored.row && new Map(stored.row),
    ...(stored.fallbackFonts && { fallbackFonts: stored.fallbackFonts }),
  };
}
