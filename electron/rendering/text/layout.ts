import { findParagraphs } from './line-breaks.ts';
import { layOutSpans } from './span-layout.ts';
import { fitLines, makeLine } from './text-line.ts';
import type { SizedFont, TextLine } from './text-line.ts';
import { isSimpleText } from './itemize.ts';

/** Breaks and shapes a text in one font. Throws a `LabelFault` that names the first character that the font lacks. */
export function layOutLines(text: string, font: SizedFont, width = Infinity): TextLine[] {
  if (!isSimpleText(text)) return layOutSpans(text, [{ to: text.length, font }], width);
  return findParagraphs(text).flatMap(({ from, to }) => {
    const paragraph = text.slice(from, to);
    return fitLines(paragraph, width, (range, isBroken) => shapePlain(paragraph.slice(range.from, range.to), font, isBroken));
  });
}

function shapePlain(text: string, font: SizedFont, isBroken: boolean): TextLine {
  const glyphs = font.typeface.shape(text, font.letterSpacing ? { isSpaced: true } : undefined);
  return makeLine({ text, runs: [{ font, glyphs }], isBroken, isRightToLeft: false });
}
