import type { IfOperator } from './if-operator.ts';
import type { DateCode } from './date-codes.ts';

/** A parsed text with dynamic fields, the input of `resolveText`. */
export interface DynamicText {
  readonly parts: readonly TextPart[];
}

/** A literal text or a dynamic field. */
export type TextPart = LiteralPart | DatePart | VariablePart | CounterPart | ShiftCodePart | TablePart | TimePart | IfPart;

/** Text that is the same in every print. */
export interface LiteralPart {
  kind: 'literal';
  text: string;
}

/** How a number is formatted; defaults depend on the field. */
export interface NumberStyle {
  /** Minimum number of characters. */
  width?: number;
  padding?: string;
  /** Absent for decimal digits. */
  format?: NumberFormat;
}

/** Number format: custom digits, whose count is the base, or one word per value from `start` on. */
export type NumberFormat = { kind: 'digits'; digits: readonly string[] } | { kind: 'words'; start: number; words: readonly string[] };

interface CodePart {
  /** Index of the field's opening brace, from 0. */
  position: number;
}

/** A part of the date or time of the print. */
export interface DatePart extends CodePart {
  kind: 'date';
  code: DateCode;
  style: NumberStyle;
}

/** The value of a variable. */
export interface VariablePart extends CodePart {
  kind: 'variable';
  name: string;
}

/** The value of a counter. */
export interface CounterPart extends CodePart {
  kind: 'counter';
  name: string;
  style: NumberStyle;
}

/** The current code of a shift code. */
export interface ShiftCodePart extends CodePart {
  kind: 'shiftCode';
  name: string;
}

/** A cell of the table row. */
export interface TablePart extends CodePart {
  kind: 'table';
  column: string;
}

/** How dates in data are written, such as `DD.MM.YYYY`. */
export interface DatePattern {
  source: string;
  /** Matches a whole written date; each part of the date is a named group. */
  expression: RegExp;
}

/** The inner text at another time. */
export interface TimePart extends CodePart {
  kind: 'time';
  inner: DynamicText;
  /** If undefined, the inner text keeps its time. */
  offset: DynamicText | undefined;
  /** The date from data to which the offset applies; if undefined, it applies to the time of the print. */
  from: DynamicText | undefined;
  /** How that date is written; if undefined, in one of the forms that cannot be misread. */
  pattern: DatePattern | undefined;
}

/** One of two texts, depending on a comparison. */
export interface IfPart extends CodePart {
  kind: 'if';
  left: DynamicText;
  operator: IfOperator;
  right: DynamicText;
  then: DynamicText;
  else: DynamicText;
}

/** A text cannot be parsed or resolved. `position` counts characters from 0; the message counts from 1. */
export class DynamicTextError extends Error {
  readonly position: number;

  constructor(position: number, message: string) {
    super(`${message} (at character ${position + 1})`);
    this.name = 'DynamicTextError';
    this.position = position;
  }
}

/** The text itself if it contains no fields; otherwise undefined. */
export function literalText(text: DynamicText): string | undefined {
  let joined = '';
  for (const part of text.parts) {
    if (part.kind !== 'literal') return undefined;
    joined += part.text;
  }
  return joined;
}

/**
 * Calls `visit` for every field, including those inside TIME and in both branches of IF. `isOfPrint` says whether the field's time is
 * derived from the time of the print, not from a date in data.
 */
export function visitCodes(
  text: DynamicText,
  visit: (part: Exclude<TextPart, LiteralPart>, isOfPrint: boolean) => void,
  isOfPrint = true,
): void {
  for (const part of text.parts) {
    if (part.kind === 'literal') continue;
    visit(part, isOfPrint);
    if (part.kind === 'time') {
      visitCodes(part.inner, visit, isOfPrint && !part.from);
      for (const parameter of [part.offset, part.from]) if (parameter) visitCodes(parameter, visit, isOfPrint);
    } else if (part.kind === 'if') {
      for (const inner of [part.left, part.right, part.then, part.else]) visitCodes(inner, visit, isOfPrint);
    }
  }
}

/** Escapes a text so that `parseDynamicText` returns it as a literal. */
export function escapeText(text: string): string {
  return text.replace(/[{}]|\\(?=[\\{};])/gu, '\\$&');
}
