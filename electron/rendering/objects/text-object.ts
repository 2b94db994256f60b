import type { TextObject } from '#contract/api-v3/label.ts';
import { rangeFaults } from '../label-fault.ts';
import { layOutLines } from '../text/layout.ts';
import { lineExtent, placeLine } from '../text/text-line.ts';
import type { TextLine } from '../text/text-line.ts';
import { objectResolution, placeObject, sizedFont, wholeDots } from './object-context.ts';
import type { DrawObject, ObjectContext } from './object-context.ts';
import { resolveColor } from './object-texts.ts';

type HorizontalAlign = NonNullable<TextObject['hAlign']>;

const HORIZONTAL_SHARES = { LEFT: 0, CENTER: 0.5, RIGHT: 1 } as const;
const VERTICAL_SHARES = { TOP: 0, CENTER: 0.5, BOTTOM: 1 } as const;

/** Text in lines: wrapped at `width`, else as wide as its longest line; never lower than one line, however narrow `lineSpacing` is. */
export function prepareText(object: TextObject, { resolution, fonts, texts }: ObjectContext): DrawObject {
  const text = texts.prepare(object.text, '/text');
  const color = texts.prepareColor(object.color ?? 'black', '/color');
  const local = objectResolution(object, resolution);
  const font = { ...sizedFont(object.font, fonts, local), letterSpacing: (object.letterSpacing ?? 0) * local.x };
  const boxWidth = object.width === undefined ? undefined : wholeDots(object.width, local.x);
  const boxHeight = object.height === undefined ? undefined : wholeDots(object.height, local.y);
  const spacing = (object.lineSpacing ?? 0) * local.y;
  return (resolve) => {
    const effect = resolveColor(color, resolve);
    const lines = layOutLines(resolve(text), font, boxWidth);
    const { baselines, height: textHeight } = stackLines(lines, spacing);
    const width = boxWidth ?? Math.ceil(lines.reduce((widest, line) => Math.max(widest, line.width), 0));
    const height = boxHeight ?? textHeight;
    const top = Math.floor((height - textHeight) * VERTICAL_SHARES[object.vAlign ?? 'TOP']);
    const marks = lines.flatMap((line, index) => {
      const look = { ...alignLine(line, width, object.hAlign), baseline: top + (baselines[index] ?? 0), effect };
      return rangeFaults('/font/height', () => placeLine(line, look));
    });
    return { placement: placeObject(object, { width, height }, resolution), extent: { left: 0, top: 0, width, height }, marks };
  };
}

/** Where the baselines lie below the top of the text, in whole dots; its height is at least that of its tallest line. */
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

/** Without an alignment a line begins where its paragraph does: Arabic and Hebrew at the right. So do the last lines of justified ones. */
function alignLine(line: TextLine, width: number, align: HorizontalAlign | undefined): { x: number; spaceWidth: number } {
  const free = width - line.width;
  const spaces = align === 'JUSTIFIED' && line.isBroken ? line.text.split(' ').length - 1 : 0;
  if (spaces > 0 && free > 0) return { x: 0, spaceWidth: free / spaces };
  const start = line.isRightToLeft ? 'RIGHT' : 'LEFT';
  const side = align === undefined || align === 'JUSTIFIED' ? start : align;
  return { x: Math.floor(free * HORIZONTAL_SHARES[side]), spaceWidth: 0 };
}
