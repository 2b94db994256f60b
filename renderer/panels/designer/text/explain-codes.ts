import { DynamicTextError } from '#rendering/dynamic-text/dynamic-text.ts';
import type { DynamicText, LiteralPart, TextPart, TimePart } from '#rendering/dynamic-text/dynamic-text.ts';
import { parseOffset, shiftMoment } from '#rendering/dynamic-text/offset.ts';
import type { PrintValues } from '#rendering/dynamic-text/print-values.ts';
import { resolveText } from '#rendering/dynamic-text/resolve-text.ts';
import { closedCodeAt } from './code-scan.ts';

export type Code = Exclude<TextPart, LiteralPart>;

/** What a code stands for at a moment, or why it has no value then. */
export type CodeValue = { text: string } | { fault: string; position: number };

/** A code of a text, and what it stands for at each of some moments. */
export interface ExplainedCode {
  code: Code;
  /** As it is written. */
  source: string;
  /** Its name and parameters as they are written. */
  parameters: string[];
  values: CodeValue[];
  /** The codes in it, with their values at the moment that it moves them to. */
  inner: ExplainedCode[];
}

/** What a print is made with; a fault where TIME leads out of the calendar. */
export type Situation = PrintValues | DynamicTextError;

/** Explains each code of a text once, in their order. */
export function explainCodes(source: string, parts: readonly TextPart[], situations: readonly Situation[]): ExplainedCode[] {
  const codes = new Map<string, ExplainedCode>();
  for (const part of parts) {
    if (part.kind === 'literal') continue;
    const explained = explainCode(source, part, situations);
    if (!codes.has(explained.source)) codes.set(explained.source, explained);
  }
  return [...codes.values()];
}

/** What a part of a text stands for. */
export function valueOf(part: TextPart, situation: Situation): CodeValue {
  if (situation instanceof DynamicTextError) return faultOf(situation);
  return attempt(() => ({ text: resolveText({ parts: [part] }, situation) }), faultOf);
}

function explainCode(source: string, code: Code, situations: readonly Situation[]): ExplainedCode {
  const written = closedCodeAt(source, code.position);
  return {
    code,
    source: source.slice(code.position, written?.end),
    parameters: (written?.parameters ?? []).map(({ from, to }) => source.slice(from, to)),
    values: situations.map((situation) => valueOf(code, situation)),
    inner: innerTexts(code).flatMap(({ text, isMoved }) =>
      explainCodes(
        source,
        text.parts,
        isMoved && code.kind === 'time' ? situations.map((situation) => moved(code, situation)) : situations,
      ),
    ),
  };
}

function innerTexts(code: Code): { text: DynamicText; isMoved: boolean }[] {
  if (code.kind === 'if') return [code.left, code.right, code.then, code.else].map((text) => ({ text, isMoved: false }));
  if (code.kind !== 'time') return [];
  const inner = { text: code.inner, isMoved: true };
  return code.offset ? [inner, { text: code.offset, isMoved: false }] : [inner];
}

function moved({ offset, position }: TimePart, situation: Situation): Situation {
  if (!offset || situation instanceof DynamicTextError) return situation;
  return attempt<Situation>(
    () => ({ ...situation, moment: shiftMoment(situation.moment, parseOffset(resolveText(offset, situation), position), position) }),
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
