import { IF_OPERATORS } from '#rendering/dynamic-text/condition.ts';
import type { IfOperator } from '#rendering/dynamic-text/condition.ts';
import { DATE_CODES } from '#rendering/dynamic-text/date-codes.ts';
import type { DateCode } from '#rendering/dynamic-text/date-codes.ts';

/** What a code asks by its first parameter. */
export type NameKind = 'variable' | 'counter' | 'shiftCode' | 'column';

/** Codes that stand for a thing with a name. */
export const NAMING_CODES = { VARIABLE: 'variable', COUNTER: 'counter', SHIFTCODE: 'shiftCode', TABLE: 'column' } as const satisfies Record<
  string,
  NameKind
>;
export type NamingCode = keyof typeof NAMING_CODES;

/** Codes that hold texts, each with an example to begin with and the part of it that is changed first. */
export const HOLDING_CODES = {
  TIME: { example: 'TIME;{DAYOFMONTH}.{MONTH}.{YEAR};+3months', first: '+3months' },
  IF: { example: 'IF;{HOUR};<;12;A;B', first: 'A' },
} as const;
export type HoldingCode = keyof typeof HOLDING_CODES;

export type CodeName = DateCode | NamingCode | HoldingCode;

const DATE_CODE_NAMES = Object.keys(DATE_CODES) as DateCode[];

/** Every code, what labels need most before the rest. */
export const CODE_NAMES: readonly CodeName[] = [
  ...(Object.keys(NAMING_CODES) as NamingCode[]),
  'TIME',
  'IF',
  ...DATE_CODE_NAMES.flatMap((code): DateCode[] => (code === 'HOUR12' ? [code, 'AMPM'] : [code])),
];

/** What a code that is written as a number takes behind its name. */
export const NUMBER_PARAMETERS = ['WIDTH', 'PADDING', 'FORMAT'] as const;
export type NumberParameter = (typeof NUMBER_PARAMETERS)[number];

/** What FORMAT may be, the last two as examples to change. */
export const FORMAT_VALUES = ['alpha', 'shortmonth', 'shortweekday', '{A;B;C}', '#0123456789ABCDEF'] as const;
export type FormatValue = (typeof FORMAT_VALUES)[number];

/** Units of TIME, as they are offered. */
export const OFFSET_UNITS = ['days', 'weeks', 'months', 'years', 'hours', 'minutes'] as const;
export const OFFSET_EXAMPLES = ['+1day', '+1week', '+1month', '+3months', '+1year', '-1day'] as const;

export const OPERATORS = IF_OPERATORS as readonly IfOperator[];

export function isNamingCode(name: string): name is NamingCode {
  return Object.hasOwn(NAMING_CODES, name);
}

export function isHoldingCode(name: string): name is HoldingCode {
  return Object.hasOwn(HOLDING_CODES, name);
}
