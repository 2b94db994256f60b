import type { LinearBarcode, MatrixBarcode } from '#contract/api-v3/label-barcodes.ts';
import type { Finding } from '#contract/api-v3/simulation.ts';
import { drawOnto } from '../../raster/drawing.ts';
import type { Drawing, Mark } from '../../raster/drawing.ts';
import { moduleSizeOf } from '../../objects/module-size.ts';
import { createBitmap } from '../../raster/bitmap.ts';
import type { Bitmap } from '../../raster/bitmap.ts';
import { fillRect } from '../../raster/fill-rect.ts';
import type { Rect } from '../../raster/fill-rect.ts';
import { around, doMeet, dotsBeyond, markedArea, onPicture } from './picture-space.ts';
import type { PictureSpace } from './picture-space.ts';

const MILLIMETRES_PER_INCH = 25.4;
/** Relative difference of the module width from the requested one above which it is reported. */
const NOTABLE_DIFFERENCE = 0.25;

/** A barcode as drawn in one print. */
export interface DrawnCode {
  object: LinearBarcode | MatrixBarcode;
  drawing: Drawing;
  /** Area of the modules without quiet zone, in the dots of the drawing. */
  symbol: Rect;
  /** Width of a module in dots. */
  moduleDots: number;
}

/** A drawing and the area of its marks on the picture. */
export interface MarkedDrawing {
  drawing: Drawing;
  area: Rect;
}

/** A list of one; empty for a drawing without marks. */
export function markedDrawing(drawing: Drawing, space: PictureSpace): MarkedDrawing[] {
  const marked = markedArea(drawing);
  return marked ? [{ drawing, area: onPicture(marked, drawing, space) }] : [];
}

/** The symbol of a barcode within its drawing; undefined if nothing of it is drawn. */
export function findCode(object: LinearBarcode | MatrixBarcode, drawing: Drawing): DrawnCode | undefined {
  const marks = drawing.marks.filter((mark) => mark.kind === 'bars' || mark.kind === 'modules');
  const [first, ...rest] = marks;
  if (!first) return undefined;
  const symbol = rest.reduce((area, { rect }) => around(area, rect), first.rect);
  return { object, drawing, symbol, moduleDots: Math.min(...marks.map(moduleDots)) };
}

function moduleDots(mark: Extract<Mark, { kind: 'bars' | 'modules' }>): number {
  if (mark.kind === 'modules') return mark.rect.width / mark.symbol.width;
  return mark.bars.reduce((least, width, index) => (index % 2 === 1 ? Math.min(least, width) : least), Infinity);
}

/** The printed module width in millimetres. */
export function xDimension({ drawing, moduleDots: dots }: DrawnCode, { label, hdpi, vdpi }: PictureSpace): number {
  const isAcross = ((label.turns + drawing.placement.turns) & 1) === 0;
  return (dots * MILLIMETRES_PER_INCH) / (isAcross ? hdpi : vdpi);
}

type CodeFinding = Pick<Finding, 'kind' | 'detail'>;

/**
 * Possible reading problems: modules that are too fine for the printer or differ from the requested size, and quiet zones that are cut off
 * or printed on.
 */
export function codeFindings(code: DrawnCode, others: readonly MarkedDrawing[], space: PictureSpace): CodeFinding[] {
  const edge = edgeFinding(code, space);
  const findings = [moduleFinding(code, space), edge].filter((finding) => finding !== undefined);
  if (others.length > 0 && !edge && hasInkAround(code, others, space)) {
    findings.push({ kind: 'quiet-zone', detail: 'Something else is printed in its quiet zone' });
  }
  return findings;
}

function moduleFinding(code: DrawnCode, space: PictureSpace): CodeFinding | undefined {
  const wanted = moduleSizeOf(code.object);
  const real = xDimension(code, space);
  if (Math.abs(real - wanted) <= wanted * NOTABLE_DIFFERENCE) return undefined;
  const dot = real / code.moduleDots;
  const said = `Its modules are ${inMillimetres(real)} wide, not ${inMillimetres(wanted)}`;
  const why =
    wanted < dot
      ? `: the printer prints no dot smaller than ${inMillimetres(dot)}`
      : `, because a module is a whole number of the printer's dots of ${inMillimetres(dot)}`;
  return { kind: 'modules', detail: said + why };
}

function edgeFinding({ drawing, symbol }: DrawnCode, space: PictureSpace): CodeFinding | undefined {
  if (dotsBeyond(onPicture(symbol, drawing, space), space) > 0) {
    return { kind: 'beyond', detail: 'A part of the code is outside the label and is cut off' };
  }
  if (dotsBeyond(onPicture(drawing.extent, drawing, space), space) > 0) {
    return { kind: 'quiet-zone', detail: 'Its quiet zone is cut off by the edge of the label' };
  }
  return undefined;
}

/** Draws all other objects near the code into its area and checks for ink. */
function hasInkAround({ drawing, symbol }: DrawnCode, others: readonly MarkedDrawing[], space: PictureSpace): boolean {
  const zone = quietArea(drawing.extent, symbol);
  const area = onPicture(zone, drawing, space);
  const near = others.filter((other) => doMeet(other.area, area));
  if (near.length === 0) return false;
  const canvas = createBitmap(area.width, area.height);
  const label = { ...space.label, x: space.label.x - area.left, y: space.label.y - area.top };
  for (const other of near) drawOnto(canvas, label, other.drawing);
  const inner = onPicture(symbol, drawing, space);
  fillRect(canvas, { ...inner, left: inner.left - area.left, top: inner.top - area.top }, 'erase');
  return hasInk(canvas);
}

/** The extent without the human-readable text: linear codes need a quiet zone only left and right. */
function quietArea(extent: Rect, symbol: Rect): Rect {
  const isMatrix = symbol.top > extent.top && symbol.left > extent.left;
  return isMatrix ? extent : { left: extent.left, width: extent.width, top: symbol.top, height: symbol.height };
}

function hasInk({ words }: Bitmap): boolean {
  return words.some((word) => word !== 0);
}

function inMillimetres(length: number): string {
  return `${Number(length.toFixed(3))} mm`;
}
