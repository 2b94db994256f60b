import { DynamicTextError } from '#rendering/dynamic-text/dynamic-text.ts';
import type { PrintValues } from '#rendering/dynamic-text/print-values.ts';
import { closedCodeAt } from './scan-codes.ts';
import type { TextRange } from './scan-codes.ts';
import { valueOf } from './explain-codes.ts';
import { readParts } from './read-parts.ts';
import type { StyleFormat, TextParts } from './read-parts.ts';

/** A part of the printed text, or a part of the source that cannot be printed. */
export type TextPiece = { kind: 'literal' | 'code'; text: string } | { kind: 'fault'; text: string; fault: string; range: TextRange };

/** A parsed text, or the pieces that show its fault. */
export type ReadText = { parts: TextParts } | { fault: TextPiece[] };

/** Parses a text; if that fails, returns the source split at the fault. */
export function readText(source: string, format: StyleFormat): ReadText {
  try {
    return { parts: readParts(source, format) };
  } catch (error) {
    if (!(error instanceof DynamicTextError)) throw error;
    const from = Math.min(error.position, source.length);
    const to = closedCodeAt(source, from)?.end ?? source.length;
    const pieces: TextPiece[] = [
      { kind: 'literal', text: source.slice(0, from) },
      { kind: 'fault', text: source.slice(from, to), fault: error.message, range: { from, to } },
      { kind: 'literal', text: source.slice(to) },
    ];
    return { fault: pieces.filter(({ kind, text }) => kind === 'fault' || text !== '') };
  }
}

/** The printed text with these values. A code without a value is shown as its source, with its fault. */
export function textPieces(source: string, { shown }: TextParts, values: PrintValues): TextPiece[] {
  return shown.map((part): TextPiece => {
    if (part.kind === 'literal') return { kind: 'literal', text: part.text };
    const value = valueOf(part, values);
    if ('text' in value) return { kind: 'code', text: value.text };
    const range = { from: part.position, to: closedCodeAt(source, part.position)?.end ?? source.length };
    return { kind: 'fault', text: source.slice(range.from, range.to), fault: value.fault, range };
  });
}
