import { labelObjectSchema, type LabelObject, type TextObject } from '#contract/api-v3/label.ts';
import { scaleFontHeights } from './scale-font-heights.ts';
import { type Box, type DesignObject, isGroup, type LabelDocument, roundLength } from '../label-document/design-object.ts';
import { mapPoints } from './move-object.ts';
import { editObjects } from '../label-document/object-tree.ts';
import { atLeastMinimum } from './resize-gesture.ts';
import { resizeObject } from './resize-object.ts';

interface Point {
  x: number;
  y: number;
}

/** Scaling several objects by a common factor. */
export interface Scaling {
  /** The fixed point. Millimetres. */
  about: Point;
  by: number;
  /** Dots per millimetre of the label. */
  resolution: Point;
}

/** The edges that are dragged; the others stay. */
interface Edges {
  left: boolean;
  top: boolean;
}

/** The factor between two boxes of the same shape, measured on the longer side, around the corner that is not dragged. */
export function scalingBetween(from: Box, to: Box, { left, top }: Edges): Pick<Scaling, 'about' | 'by'> {
  return {
    about: { x: left ? from.x + from.width : from.x, y: top ? from.y + from.height : from.y },
    by: from.width >= from.height ? to.width / from.width : to.height / from.height,
  };
}

/**
 * The document with these objects and the children of their groups scaled. `boxOf` returns the drawn box before; an object that is not
 * drawn is only moved.
 */
export function scaleWithin(
  document: LabelDocument,
  pointers: readonly string[],
  { boxOf, ...scaling }: Scaling & { boxOf: (pointer: string) => Box | undefined },
): LabelDocument {
  const isChosen = (pointer: string): boolean => pointers.some((own) => pointer === own || pointer.startsWith(`${own}/`));
  if (!Number.isFinite(scaling.by) || scaling.by <= 0) return document;
  return editObjects(document, (object, pointer) =>
    isChosen(pointer) && !isGroup(object) ? [scaledBy(object, scaling, boxOf(pointer))] : undefined,
  );
}

/**
 * Scales the size of shapes, pictures and text together with their distances; lines keep their thickness, as when a single line is resized.
 * Codes get as many whole dots per module as fit and are placed within their share of the area.
 */
function scaledBy(object: DesignObject, scaling: Scaling, box: Box | undefined): DesignObject {
  const { data } = labelObjectSchema.safeParse(object);
  const moved = mapPoints(object, (point) => scaledPoint(point, scaling));
  if (!data || data.type === 'PolyLine') return moved;
  const sizes = scaledSizes(data, scaling.by);
  if (sizes) return { ...moved, ...sizes };
  return box ? resizeObject(object, { from: box, to: scaledBox(box, scaling), resolution: scaling.resolution }) : moved;
}

/** Undefined for codes, whose sizes are whole dots. */
function scaledSizes(object: LabelObject, by: number): DesignObject | undefined {
  switch (object.type) {
    case 'Text':
      return scaledText(object, by);
    case 'Rect':
    case 'Ellipse':
    case 'StaticBitmap':
      return { width: atLeastMinimum(object.width * by), height: atLeastMinimum(object.height * by) };
    default:
      return undefined;
  }
}

function scaledText({ font, ...text }: TextObject, by: number): DesignObject {
  const lengths = (['width', 'height', 'letterSpacing', 'lineSpacing'] as const).flatMap((key) => {
    const length = text[key];
    return length === undefined ? [] : [[key, roundLength(length * by)] as const];
  });
  const styled = text.styleFormat === 'ADVANCED' ? { text: scaleFontHeights(text.text, by) } : {};
  return { ...Object.fromEntries(lengths), ...styled, font: { ...font, height: atLeastMinimum(font.height * by) } };
}

function scaledBox(box: Box, scaling: Scaling): Box {
  return { ...scaledPoint(box, scaling), width: box.width * scaling.by, height: box.height * scaling.by };
}

function scaledPoint({ x, y }: Point, { about, by }: Scaling): Point {
  return { x: about.x + (x - about.x) * by, y: about.y + (y - about.y) * by };
}
