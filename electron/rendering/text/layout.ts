import { findParagraphs } from './line-breaks.ts';
import { layOutSpans } from './span-layout.ts';
import { fitLines, makeLine } from './text-line.ts';
import type { SizedFont, TextLine } from './text-line.ts';
import { isSimpleText } from './itemize.ts';

/** Breaks and shapes a text in one font and its fallback fonts. Throws a `LabelFault` that names the first character that they lack. */
export function layOutLines(text: string, font: SizedFont, width = Infinity): TextLine[] {
  const isInOneFont = isSimpleText(text) && (!font.fallbacks || font.typeface.canDrawEach(text));
  if (!isInOneFont) return layOutSpans(text, [{ to: text.length, font }], width);
  return findParagraphs(text).flatMap(({ from, to }) => {
    const paragraph = text.slice(from, to);
    return fitLines(paragraph, width, (range, isBroken) => shapePlain(paragraph.slice(range.from, range.to), font, isBroken));
  });
}

function shapePlain(text: string, font: SizedFont, isBroken: boolean): TextLine {
  const glyphs = font.typeface.shape(text, font.letterSpacing ? { isSpaced: true } : undefined);
  return makeLine({ text, runs: [{ font, glyphs }], isBroken, isRightToLeft: false });
}
