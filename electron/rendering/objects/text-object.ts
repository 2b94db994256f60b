import type { TextObject } from '#contract/api-v3/label.ts';
import { rangeFaults } from '../label-fault.ts';
import type { Mark } from '../drawing.ts';
import type { Effect } from '../raster/fill-rect.ts';
import { layOutLines, placeLine } from '../text/layout.ts';
import type { SizedFont, TextLine } from '../text/layout.ts';
import { objectResolution, placeObject, sizedFont, wholeDots } from './object-context.ts';
import type { DrawObject, ObjectContext } from './object-context.ts';
import { resolveColor } from './object-texts.ts';

type HorizontalAlign = 'LEFT' | 'CENTER' | 'RIGHT' | 'JUSTIFIED';

const VERTICAL_SHARES = { TOP: 0, CENTER: 0.5, BOTTOM: 1 } as const;

/** Text in lines: wrapped at `width`, else as wide as its longest line; never lower than one line, however narrow `lineSpacing` is. */
export function prepareText(object: TextObject, { resolution, fonts, texts }: ObjectContext): DrawObject {
  const text = texts.prepare(object.text, '/text');
  const color = texts.prepareColor(object.color ?? 'black', '/color');
  const local = objectResolution(object, resolution);
  const font = { ...sizedFont(object.font, fonts, local), letterSpacing: (object.letterSpacing ?? 0) * local.x };
  const boxWidth = object.width === undefined ? undefined : wholeDots(object.width, local.x);
  const boxHeight = object.height === undefined ? undefined : wholeDots(object.height, local.y);
  return (resolve) => {
    const effect = resolveColor(color, resolve);
    const lines = layOutLines(resolve(text), font, boxWidth);
    const lineHeight = font.typeface.lineHeight * font.size.y;
    const pitch = lineHeight + (object.lineSpacing ?? 0) * local.y;
    const textHeight = Math.ceil(Math.max(lineHeight, lineHeight + pitch * (lines.length - 1)));
    const width = boxWidth ?? Math.ceil(lines.reduce((widest, line) => Math.max(widest, line.width), 0));
    const height = boxHeight ?? textHeight;
    const top = Math.floor((height - textHeight) * VERTICAL_SHARES[object.vAlign ?? 'TOP']);
    const marks = lines.flatMap((line, index): Mark[] => {
      if (effect === 'none') return [];
      const baseline = top + Math.round(pitch * index + font.typeface.ascent * font.size.y);
      return placeAligned({ line, font, width, align: object.hAlign ?? 'LEFT' }, { baseline, effect });
    });
    return { placement: placeObject(object, { width, height }, resolution), extent: { left: 0, top: 0, width, height }, marks };
  };
}

interface AlignedLine {
  line: TextLine;
  font: SizedFont;
  width: number;
  align: HorizontalAlign;
}

function placeAligned({ line, font, width, align }: AlignedLine, place: { baseline: number; effect: Effect }): Mark[] {
  const free = width - line.width;
  const spaces = align === 'JUSTIFIED' && line.isBroken ? line.text.split(' ').length - 1 : 0;
  const x = align === 'CENTER' ? Math.floor(free / 2) : align === 'RIGHT' ? Math.floor(free) : 0;
  const spaceWidth = spaces > 0 ? Math.max(0, free / spaces) : 0;
  return rangeFaults('/font/height', () => placeLine(line, font, { x, spaceWidth, ...place }));
}
