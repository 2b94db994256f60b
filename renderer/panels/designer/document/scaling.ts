import { labelObjectSchema, type LabelObject, type TextObject } from '#contract/api-v3/label.ts';
import type { LabelDocument } from '../../../stores/labels.ts';
import { scaleHeights } from '../text/scale-heights.ts';
import { isGroup, tidy, type Box, type DesignObject } from './design-object.ts';
import { mapPoints } from './moving.ts';
import { editObjects } from './object-tree.ts';
import { least } from './pulling.ts';
import { resizedTo } from './resizing.ts';

interface Point {
  x: number;
  y: number;
}

/** What becomes of several objects that are pulled as one: all of it larger or smaller by the same factor. */
export interface Scaling {
  /** Stays where it is. Millimetres. */
  about: Point;
  by: number;
  /** Dots per millimetre of the label. */
  resolution: Point;
}

/** Sides that a hand pulls; the others stay. */
interface Edges {
  left: boolean;
  top: boolean;
}

/** The factor by which a box becomes another of its shape, told by its longer side, around the corner that nobody pulled. */
export function scalingTo(from: Box, to: Box, { left, top }: Edges): Pick<Scaling, 'about' | 'by'> {
  return {
    about: { x: left ? from.x + from.width : from.x, y: top ? from.y + from.height : from.y },
    by: from.width >= from.height ? to.width / from.width : to.height / from.height,
  };
}

/**
 * The document with these objects, and all that is in groups among them, scaled. `boxOf` says where each is drawn before; what is not drawn is only
 * put in its place.
 */
export function scaledWithin(
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
 * Shapes, pictures and lines of letters become as much larger as they move apart; lines keep their thickness, as where one object is pulled. Codes get
 * as many whole dots for a module as fit, and stand in their share of the place.
 */
function scaledBy(object: DesignObject, scaling: Scaling, box: Box | undefined): DesignObject {
  const { data } = labelObjectSchema.safeParse(object);
  const moved = mapPoints(object, (point) => scaledPoint(point, scaling));
  if (!data || data.type === 'PolyLine') return moved;
  const sizes = scaledSizes(data, scaling.by);
  if (sizes) return { ...moved, ...sizes };
  return box ? resizedTo(object, { from: box, to: scaledBox(box, scaling), resolution: scaling.resolution }) : moved;
}

/** Undefined for codes, whose sizes are whole dots. */
function scaledSizes(object: LabelObject, by: number): DesignObject | undefined {
  switch (object.type) {
    case 'Text':
      return scaledText(object, by);
    case 'Rect':
    case 'Ellipse':
    case 'StaticBitmap':
      return { width: least(object.width * by), height: least(object.height * by) };
    default:
      return undefined;
  }
}

function scaledText({ font, ...text }: TextObject, by: number): DesignObject {
  const lengths = (['width', 'height', 'letterSpacing', 'lineSpacing'] as const).flatMap((key) => {
    const length = text[key];
    return length === undefined ? [] : [[key, tidy(length * by)] as const];
  });
  const styled = text.styleFormat === 'ADVANCED' ? { text: scaleHeights(text.text, by) } : {};
  return { ...Object.fromEntries(lengths), ...styled, font: { ...font, height: least(font.height * by) } };
}

function scaledBox(box: Box, scaling: Scaling): Box {
  return { ...scaledPoint(box, scaling), width: box.width * scaling.by, height: box.height * scaling.by };
}

function scaledPoint({ x, y }: Point, { about, by }: Scaling): Point {
  return { x: about.x + (x - about.x) * by, y: about.y + (y - about.y) * by };
}
