import { DynamicTextError } from '../dynamic-text/dynamic-text.ts';
import type { DynamicText } from '../dynamic-text/dynamic-text.ts';
import { readMarkup } from './markup-reader.ts';
import type { MarkupFormat, MarkupToken, TextStyle } from './markup-reader.ts';

/** A part of a text with the combined settings of all styles around it. */
export interface MarkupRun {
  text: DynamicText;
  style: TextStyle;
}

const DEEPEST_NESTING = 64;
const UNENDED = {
  SIMPLE: 'The bold text is not closed; write * after it, or \\* for a literal asterisk',
  ADVANCED: 'The style is not closed; write [] after its text, or \\[ for a literal bracket',
} as const;

/** Parses a text with styles. Throws only a `DynamicTextError` with the position of the fault. */
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
      throw new DynamicTextError(token.position, 'There is no open style that [] could close; write \\[ or \\] for a literal bracket');
    }
  }
  const unended = open.at(-1);
  if (unended) throw new DynamicTextError(unended.position, UNENDED[format]);
  return runs;
}

/** Resolves the fields of a text and keeps its styles: values are escaped so that they never act as markup. */
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
