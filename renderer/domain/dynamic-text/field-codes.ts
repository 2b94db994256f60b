import { NAMING_CODES, type DATE_PATTERNS, type NameKind, type NamingCode, type OFFSET_UNITS } from './code-catalogue.ts';

const CODE_OF_KIND = Object.fromEntries(Object.entries(NAMING_CODES).map(([code, kind]) => [kind, code])) as Record<NameKind, NamingCode>;

/** The usual ways to write a date or a time, as dynamic texts. The one before the times is that of GS1 element strings, YYMMDD. */
export const DATE_FORMATS = [
  '{DAYOFMONTH}.{MONTH}.{YEAR}',
  '{DAYOFMONTH}.{MONTH}.{YEAR2}',
  '{DAYOFMONTH}/{MONTH}/{YEAR}',
  '{MONTH}/{DAYOFMONTH}/{YEAR}',
  '{YEAR}-{MONTH}-{DAYOFMONTH}',
  '{DAYOFMONTH} {MONTH;FORMAT=shortmonth} {YEAR}',
  '{MONTH}/{YEAR}',
  '{MONTH;FORMAT=shortmonth} {YEAR}',
  '{YEAR2}{MONTH}{DAYOFMONTH}',
  '{HOUR}:{MINUTE}',
  '{DAYOFMONTH}.{MONTH}.{YEAR} {HOUR}:{MINUTE}',
] as const;

/** A date or time on a label. */
export interface DateField {
  /** How it is written: a dynamic text. */
  format: string;
  /** Added to the date; negative to subtract. */
  amount: number;
  unit: (typeof OFFSET_UNITS)[number];
  /** The code whose value is the date, such as `{TABLE;Best before}`; undefined for the moment of the print. */
  from?: string | undefined;
  /** How the value of `from` is written; undefined if it is to be recognised. */
  pattern?: (typeof DATE_PATTERNS)[number] | undefined;
}

/** The code of a value with a name, such as `{TABLE;Name}`. */
export function codeOfName(kind: NameKind, name: string): string {
  return `{${CODE_OF_KIND[kind]};${name.replace(/[{};\\]/gu, String.raw`\$&`)}}`;
}

/** The code of a date. */
export function codeOfDate({ format, amount, unit, from, pattern }: DateField): string {
  if (amount === 0 && from === undefined) return format;
  const parameters = [
    ...(amount === 0 ? [] : [`${amount > 0 ? '+' : ''}${amount}${unit}`]),
    ...(from === undefined ? [] : [`FROM=${from}`]),
    ...(from === undefined || pattern === undefined ? [] : [`PATTERN=${pattern}`]),
  ];
  return `{${['TIME', format, ...parameters].join(';')}}`;
}
