import type { TextObject } from '#contract/api-v3/label.ts';
import type { TextPart } from '#rendering/dynamic-text/dynamic-text.ts';
import { parseDynamicText } from '#rendering/dynamic-text/parse-dynamic-text.ts';
import { parseMarkup } from '#rendering/text/markup.ts';

/** How the styles of a text are written. */
export type StyleFormat = NonNullable<TextObject['styleFormat']>;

/** What a text shows, and the codes that its styles are made of. */
export interface TextParts {
  shown: TextPart[];
  styles: TextPart[];
}

/** Takes a text apart. Throws a `DynamicTextError` for what cannot be parsed. */
export function readParts(source: string, format: StyleFormat): TextParts {
  if (format === 'NONE') return { shown: [...parseDynamicText(source).parts], styles: [] };
  const runs = parseMarkup(source, format);
  const values = new Set(runs.flatMap(({ style }) => Object.values(style)));
  return { shown: runs.flatMap(({ text }) => text.parts), styles: [...values].flatMap(({ text }) => text.parts) };
}
