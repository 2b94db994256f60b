import type { IfOperator } from './condition.ts';
import type { DateCode } from './date-codes.ts';

/** A text with codes, parsed: what `resolveText` turns into the text of one print. */
export interface DynamicText {
  readonly parts: readonly TextPart[];
}

export type TextPart = LiteralPart | DatePart | VariablePart | CounterPart | ShiftCodePart | TablePart | TimePart | IfPart;

export interface LiteralPart {
  kind: 'literal';
  text: string;
}

/** How a number becomes text; what is left out follows from the code. */
export interface NumberStyle {
  /** Smallest number of characters. */
  width?: number;
  padding?: string;
  /** Decimal digits when left out. */
  format?: NumberFormat;
}

/** What stands for a number: digits of their own, as many as their base, or one word per value from `start` on. */
export type NumberFormat = { kind: 'digits'; digits: readonly string[] } | { kind: 'words'; start: number; words: readonly string[] };

interface CodePart {
  /** Where the code's opening brace stands, from 0. */
  position: number;
}

export interface DatePart extends CodePart {
  kind: 'date';
  code: DateCode;
  style: NumberStyle;
}

export interface VariablePart extends CodePart {
  kind: 'variable';
  name: string;
}

export interface CounterPart extends CodePart {
  kind: 'counter';
  name: string;
  style: NumberStyle;
}

export interface ShiftCodePart extends CodePart {
  kind: 'shiftCode';
  name: string;
}

export interface TablePart extends CodePart {
  kind: 'table';
  column: string;
}

/** The inner text at another moment. */
export interface TimePart extends CodePart {
  kind: 'time';
  inner: DynamicText;
  /** Without one the inner text keeps its moment. */
  offset: DynamicText | undefined;
}

/** One of two texts, by how two others compare. */
export interface IfPart extends CodePart {
  kind: 'if';
  left: DynamicText;
  operator: IfOperator;
  right: DynamicText;
  then: DynamicText;
  else: DynamicText;
}

/** A dynamic text that cannot be parsed or resolved. `position` counts characters from 0; the message gives it from 1. */
export class DynamicTextError extends Error {
  readonly position: number;

  constructor(position: number, message: string) {
    super(`${message} (at character ${position + 1})`);
    this.name = 'DynamicTextError';
    this.position = position;
  }
}

/** The text itself when it holds no code, else undefined. */
export function literalText(text: DynamicText): string | undefined {
  let joined = '';
  for (const part of text.parts) {
    if (part.kind !== 'literal') return undefined;
    joined += part.text;
  }
  return joined;
}

/** Calls `visit` for every code, also inside TIME and in both branches of IF. */
export function visitCodes(text: DynamicText, visit: (part: Exclude<TextPart, LiteralPart>) => void): void {
  for (const part of text.parts) {
    if (part.kind === 'literal') continue;
    visit(part);
    for (const inner of innerTexts(part)) visitCodes(inner, visit);
  }
}

function innerTexts(part: TextPart): DynamicText[] {
  if (part.kind === 'time') return part.offset ? [part.inner, part.offset] : [part.inner];
  return part.kind === 'if' ? [part.left, part.right, part.then, part.else] : [];
}

/** Writes a text so that `parseDynamicText` reads it back as it is, without codes. */
export function escapeText(text: string): string {
  return text.replace(/[{}]|\\(?=[\\{};])/gu, '\\$&');
}
