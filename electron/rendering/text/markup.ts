import { DynamicTextError } from '../dynamic-text/dynamic-text.ts';
import type { DynamicText } from '../dynamic-text/dynamic-text.ts';
import { readMarkup } from './markup-reader.ts';
import type { MarkupFormat, MarkupToken, TextStyle } from './markup-reader.ts';

/** A part of a text and what all styles around it set together. */
export interface MarkupRun {
  text: DynamicText;
  style: TextStyle;
}

const DEEPEST_NESTING = 64;
const UNENDED = {
  SIMPLE: 'The bold text is not ended; write * behind it, or \\* for an asterisk that is printed',
  ADVANCED: 'The style is not ended; write [] behind its text, or \\[ for a bracket that is printed',
} as const;

/** Parses a text with styles. Throws nothing but a `DynamicTextError` with the position of the fault. */
export function parseMarkup(source: string, format: MarkupFormat): MarkupRun[] {
  const runs: MarkupRun[] = [];
  const open: { style: TextStyle; position: number }[] = [];
  for (const token of readMarkup(source, format)) {
    const around = open.at(-1);
    if (token.kind === 'text') {
      runs.push({ text: token.text, style: around?.style ?? {} });
    } else if (token.kind === 'begin') {
      if (open.length === DEEPEST_NESTING) {
        throw new DynamicTextError(token.position, `Styles are nested more than ${DEEPEST_NESTING} deep`);
      }
      open.push({ style: { ...around?.style, ...token.style }, position: token.position });
    } else if (!open.pop()) {
      throw new DynamicTextError(token.position, 'There is no style that [] could end; a bracket that is printed is written \\[ or \\]');
    }
  }
  const unended = open.at(-1);
  if (unended) throw new DynamicTextError(unended.position, UNENDED[format]);
  return runs;
}

/** The text with its codes resolved and its styles kept: whatever a value holds, it reads back as the same text in the same styles. */
export function resolveMarkup(source: string, format: MarkupFormat, resolve: (text: DynamicText) => string): string {
  const escape = (text: DynamicText): string => resolve(text).replace(format === 'SIMPLE' ? /[\\{}*]/gu : /[\\{}[\]"]/gu, '\\$&');
  return readMarkup(source, format)
    .map((token) => writeToken(token, format, escape))
    .join('');
}

function writeToken(token: MarkupToken, format: MarkupFormat, escape: (text: DynamicText) => string): string {
  if (token.kind === 'text') return escape(token.text);
  if (format === 'SIMPLE') return '*';
  if (token.kind === 'end') return '[]';
  const pairs = Object.entries(token.style).map(([key, { text }]) => `${key}="${escape(text)}"`);
  return `[${pairs.join(' ')}]`;
}
