import type { TextObject } from '#contract/api-v3/label.ts';
import { rangeFaults } from '../document/label-fault.ts';
import { layOutLines } from '../text/layout.ts';
import { layOutSpans } from '../text/span-layout.ts';
import { lineExtent, placeLine } from '../text/text-line.ts';
import type { TextLine } from '../text/text-line.ts';
import { objectResolution, placeObject, sizedFont, wholeDots } from './object-context.ts';
import type { DrawObject, ObjectContext } from './object-context.ts';
import { resolveColor } from './object-texts.ts';
import type { Resolve } from './object-texts.ts';
import { markupFormat } from '../text/markup-reader.ts';
import { prepareStyled } from './styled-text.ts';
import type { StyleContext } from './styled-text.ts';

type HorizontalAlign = NonNullable<TextObject['hAlign']>;

const HORIZONTAL_SHARES = { LEFT: 0, CENTER: 0.5, RIGHT: 1 } as const;
const VERTICAL_SHARES = { TOP: 0, CENTER: 0.5, BOTTOM: 1 } as const;

/**
 * Prepares text in lines: wrapped at `width`, otherwise as wide as its longest line, and at least one line high even with a negative
 * `lineSpacing`. Text that exceeds a width or height is drawn and reported as overflow.
 */
export function prepareText(object: TextObject, context: ObjectContext): DrawObject {
  const { resolution, texts } = context;
  const color = texts.prepareColor(object.color ?? 'black', '/color');
  const local = objectResolution(object, resolution);
  const layOut = prepareLines(object, { ...context, local, letterSpacing: (object.letterSpacing ?? 0) * local.x });
  const boxWidth = object.width === undefined ? undefined : wholeDots(object.width, local.x);
  const boxHeight = object.height === undefined ? undefined : wholeDots(object.height, local.y);
  const spacing = (object.lineSpacing ?? 0) * local.y;
  return (resolve) => {
    const effect = resolveColor(color, resolve);
    const lines = layOut(resolve, boxWidth);
    const { baselines, height: textHeight } = stackLines(lines, spacing);
    const textWidth = Math.ceil(lines.reduce((widest, line) => Math.max(widest, line.width), 0));
    const box = { width: boxWidth ?? textWidth, height: boxHeight ?? textHeight };
    const top = Math.floor((box.height - textHeight) * VERTICAL_SHARES[object.vAlign ?? 'TOP']);
    const placed = lines.map((line, index) => {
      const place = { ...alignLine(line, box.width, object.hAlign), baseline: top + (baselines[index] ?? 0), effect };
      return { x: place.x, marks: rangeFaults('/font/height', () => placeLine(line, place)) };
    });
    const marks = placed.flatMap((line) => line.marks);
    const overflow = { x: Math.max(0, textWidth - box.width), y: Math.max(0, textHeight - box.height) };
    const drawing = { placement: placeObject(object, box, resolution), marks };
    if (overflow.x === 0 && overflow.y === 0) return { ...drawing, extent: { left: 0, top: 0, ...box } };
    const left = placed.reduce((least, { x }) => (x < least ? x : least), 0);
    const extent = { left, top: top < 0 ? top : 0, width: box.width + overflow.x, height: box.height + overflow.y };
    return { ...drawing, extent, overflow };
  };
}

/** Returns the lines of one print. A text without styles uses a faster layout. */
function prepareLines(object: TextObject, context: StyleContext): (resolve: Resolve, width: number | undefined) => TextLine[] {
  const format = markupFormat(object);
  if (format) {
    const style = prepareStyled(object, format, context);
    return (resolve, width) => {
      const { text, spans } = style(resolve);
      return layOutSpans(text, spans, width);
    };
  }
  const text = context.texts.prepare(object.text, '/text');
  const font = { ...sizedFont(object.font, context.fonts, context.local), letterSpacing: context.letterSpacing };
  return (resolve, width) => layOutLines(resolve(text), font, width);
}

/** Distances of the baselines from the top in whole dots; the height is at least that of the tallest line. */
function stackLines(lines: readonly TextLine[], spacing: number): { baselines: number[]; height: number } {
  const baselines: number[] = [];
  let top = 0;
  let bottom = 0;
  for (const line of lines) {
    const { ascent, height } = lineExtent(line);
    baselines.push(Math.round(top + ascent));
    bottom = Math.max(bottom, height, top + height);
    top += height + spacing;
  }
  return { baselines, height: Math.ceil(bottom) };
}

/**
 * Without an alignment a line begins on the side of its paragraph, on the right in Arabic and Hebrew. So do the last lines of justified
 * paragraphs.
 */
function alignLine(line: TextLine, width: number, align: HorizontalAlign | undefined): { x: number; spaceWidth: number } {
  const free = width - line.width;
  const spaces = align === 'JUSTIFIED' && line.isBroken ? line.text.split(' ').length - 1 : 0;
  if (spaces > 0 && free > 0) return { x: 0, spaceWidth: free / spaces };
  const start = line.isRightToLeft ? 'RIGHT' : 'LEFT';
  const side = align === undefined || align === 'JUSTIFIED' ? start : align;
  return { x: Math.floor(free * HORIZONTAL_SHARES[side]), spaceWidth: 0 };
}
