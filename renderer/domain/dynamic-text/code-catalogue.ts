import { IF_OPERATORS } from '#rendering/dynamic-text/if-operator.ts';
import type { IfOperator } from '#rendering/dynamic-text/if-operator.ts';
import { DATE_CODES } from '#rendering/dynamic-text/date-codes.ts';
import type { DateCode } from '#rendering/dynamic-text/date-codes.ts';

/** The kind of name that the first parameter of a code expects. */
export type NameKind = 'variable' | 'counter' | 'shiftCode' | 'column';

/** Codes whose parameter is the name of a resource. */
export const NAMING_CODES = { VARIABLE: 'variable', COUNTER: 'counter', SHIFTCODE: 'shiftCode', TABLE: 'column' } as const satisfies Record<
  string,
  NameKind
>;
export type NamingCode = keyof typeof NAMING_CODES;

/** Codes with text parameters, each with an example and the part of it that is selected first. */
export const HOLDING_CODES = {
  TIME: { example: 'TIME;{DAYOFMONTH}.{MONTH}.{YEAR};+3months', first: '+3months' },
  IF: { example: 'IF;{HOUR};<;12;A;B', first: 'A' },
} as const;
export type HoldingCode = keyof typeof HOLDING_CODES;

export type CodeName = DateCode | NamingCode | HoldingCode;

const DATE_CODE_NAMES = Object.keys(DATE_CODES) as DateCode[];

/** Every code, the most used ones first. */
export const CODE_NAMES: readonly CodeName[] = [
  ...(Object.keys(NAMING_CODES) as NamingCode[]),
  'TIME',
  'IF',
  ...DATE_CODE_NAMES.flatMap((code): DateCode[] => (code === 'HOUR12' ? [code, 'AMPM'] : [code])),
];

/** The optional parameters of a code that prints a number. */
export const NUMBER_PARAMETERS = ['WIDTH', 'PADDING', 'FORMAT'] as const;
export type NumberParameter = (typeof NUMBER_PARAMETERS)[number];

/** The values of FORMAT; the last two are examples to edit. */
export const FORMAT_VALUES = ['alpha', 'shortmonth', 'shortweekday', '{A;B;C}', '#0123456789ABCDEF'] as const;
export type FormatValue = (typeof FORMAT_VALUES)[number];

/** The parameters of TIME for a date from data, and ways in which such dates are written. */
export const DATE_PARAMETERS = ['FROM', 'PATTERN'] as const;
export type DateParameter = (typeof DATE_PARAMETERS)[number];
export const DATE_PATTERNS = ['DD.MM.YYYY', 'DD/MM/YYYY', 'MM/DD/YYYY', 'YYYY-MM-DD', 'YYMMDD', 'MM/YYYY'] as const;

/** The units of TIME, in the order in which they are offered. */
export const OFFSET_UNITS = ['days', 'weeks', 'months', 'years', 'hours', 'minutes'] as const;
export const OFFSET_EXAMPLES = ['+1day', '+1week', '+1month', '+3months', '+1year', '-1day'] as const;

export const OPERATORS = IF_OPERATORS as readonly IfOperator[];

export function isNamingCode(name: string): name is NamingCode {
  return Object.hasOwn(NAMING_CODES, name);
}

export function isHoldingCode(name: string): name is HoldingCode {
  return Object.hasOwn(HOLDING_CODES, name);
}
