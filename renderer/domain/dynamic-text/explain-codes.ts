import { DynamicTextError } from '#rendering/dynamic-text/dynamic-text.ts';
import type { DynamicText, LiteralPart, TextPart, TimePart } from '#rendering/dynamic-text/dynamic-text.ts';
import type { PrintValues } from '#rendering/dynamic-text/print-values.ts';
import { momentInTime, resolveText } from '#rendering/dynamic-text/resolve-text.ts';
import { closedCodeAt } from './scan-codes.ts';

export type Code = Exclude<TextPart, LiteralPart>;

/** The value of a code at a moment, or why it has none. */
export type CodeValue = { text: string } | { fault: string; position: number };

/** A code of a text and its value at each moment. */
export interface ExplainedCode {
  code: Code;
  /** The source text of the code. */
  source: string;
  /** The name and parameters as written. */
  parameters: string[];
  values: CodeValue[];
  /** The nested codes, with their values at the moment that this code moves them to. */
  inner: ExplainedCode[];
}

/** The values of a print, or the error if TIME leads out of the calendar. */
export type PreviewValues = PrintValues | DynamicTextError;

/** Explains each code of a text once, in order. */
export function explainCodes(source: string, parts: readonly TextPart[], moments: readonly PreviewValues[]): ExplainedCode[] {
  const codes = new Map<string, ExplainedCode>();
  for (const part of parts) {
    if (part.kind === 'literal') continue;
    const explained = explainCode(source, part, moments);
    if (!codes.has(explained.source)) codes.set(explained.source, explained);
  }
  return [...codes.values()];
}

/** The value of a part of a text. */
export function valueOf(part: TextPart, values: PreviewValues): CodeValue {
  if (values instanceof DynamicTextError) return faultOf(values);
  return attempt(() => ({ text: resolveText({ parts: [part] }, values) }), faultOf);
}

function explainCode(source: string, code: Code, moments: readonly PreviewValues[]): ExplainedCode {
  const written = closedCodeAt(source, code.position);
  return {
    code,
    source: source.slice(code.position, written?.end),
    parameters: (written?.parameters ?? []).map(({ from, to }) => source.slice(from, to)),
    values: moments.map((values) => valueOf(code, values)),
    inner: innerTexts(code).flatMap(({ text, isMoved }) =>
      explainCodes(source, text.parts, isMoved && code.kind === 'time' ? moments.map((values) => moved(code, values)) : moments),
    ),
  };
}

function innerTexts(code: Code): { text: DynamicText; isMoved: boolean }[] {
  if (code.kind === 'if') return [code.left, code.right, code.then, code.else].map((text) => ({ text, isMoved: false }));
  if (code.kind !== 'time') return [];
  const parameters = [code.from, code.offset].flatMap((text) => (text ? [{ text, isMoved: false }] : []));
  return [{ text: code.inner, isMoved: true }, ...parameters];
}

function moved(part: TimePart, values: PreviewValues): PreviewValues {
  if (values instanceof DynamicTextError) return values;
  return attempt<PreviewValues>(
    () => ({ ...values, moment: momentInTime(part, values) }),
    (error) => error,
  );
}

function faultOf({ message, position }: DynamicTextError): CodeValue {
  return { fault: message, position };
}

function attempt<Result>(work: () => Result, onFault: (error: DynamicTextError) => Result): Result {
  try {
    return work();
  } catch (error) {
    if (error instanceof DynamicTextError) return onFault(error);
    throw error;
  }
}
