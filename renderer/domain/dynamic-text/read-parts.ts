import type { TextObject } from '#contract/api-v3/label.ts';
import type { TextPart } from '#rendering/dynamic-text/dynamic-text.ts';
import { parseDynamicText } from '#rendering/dynamic-text/parse-dynamic-text.ts';
import { parseMarkup } from '#rendering/text/markup.ts';

/** The format of the styles in a text. */
export type StyleFormat = NonNullable<TextObject['styleFormat']>;

/** The visible parts of a text, and the codes within its styles. */
export interface TextParts {
  shown: TextPart[];
  styles: TextPart[];
}

/** Parses a text. Throws a `DynamicTextError` if it cannot be parsed. */
export function readParts(source: string, format: StyleFormat): TextParts {
  if (format === 'NONE') return { shown: [...parseDynamicText(source).parts], styles: [] };
  const runs = parseMarkup(source, format);
  const values = new Set(runs.flatMap(({ style }) => Object.values(style)));
  return { shown: runs.flatMap(({ text }) => text.parts), styles: [...values].flatMap(({ text }) => text.parts) };
}
