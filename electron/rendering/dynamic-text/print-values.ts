import type { MonthEnd } from '#contract/api-v3/settings.ts';
import type { Shift } from '#contract/api-v3/shift-code.ts';

/** A moment in a time zone: what dates on a label are made of. */
export interface Moment {
  /** Milliseconds since the Unix epoch. */
  epochMs: number;
  /** IANA name. */
  timeZone: string;
  /** What TIME does with a day that the month lacks; `end` when left out, as in every print from before there was a choice. */
  monthEnd?: MonthEnd;
  /** Minutes after midnight before which the codes of the day belong to the day before; 0 when left out. */
  productionDayStart?: number;
}

/** What a counter shows now, with its own format. */
export interface CounterReading {
  value: number;
  /** Smallest number of characters; 0 = as many as the value needs. */
  width: number;
  padding: string;
  /** As FORMAT in a text. Empty or left out for decimal digits. */
  format?: string;
}

/** Everything a label can ask for. Maps, because names such as `__proto__` are ordinary names. */
export interface PrintValues {
  moment: Moment;
  variables: ReadonlyMap<string, string>;
  counters: ReadonlyMap<string, CounterReading>;
  /** What the shift codes are: which shift it is follows from the moment. Left out where no label asks, as in prints from before there were any. */
  shiftCodes?: ReadonlyMap<string, readonly Shift[]>;
  /** Cells of the job's current row by column; undefined without a table. */
  row: ReadonlyMap<string, string> | undefined;
}

interface StoredPrintValues {
  moment: Moment;
  variables: [string, string][];
  counters: [string, CounterReading][];
  shiftCodes?: [string, readonly Shift[]][];
  row?: [string, string][];
}

/** The values as JSON text; `parsePrintValues` gives them back. */
export function stringifyPrintValues(values: PrintValues): string {
  const stored: StoredPrintValues = { moment: values.moment, variables: [...values.variables], counters: [...values.counters] };
  if (values.shiftCodes?.size) stored.shiftCodes = [...values.shiftCodes];
  if (values.row) stored.row = [...values.row];
  return JSON.stringify(stored);
}

/** Reads what `stringifyPrintValues` wrote. */
export function parsePrintValues(text: string): PrintValues {
  const stored = JSON.parse(text) as StoredPrintValues;
  return {
    moment: stored.moment,
    variables: new Map(stored.variables),
    counters: new Map(stored.counters),
    ...(stored.shiftCodes && { shiftCodes: new Map(stored.shiftCodes) }),
    row: stored.row && new Map(stored.row),
  };
}
