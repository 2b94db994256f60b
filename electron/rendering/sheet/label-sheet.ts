import type { Label } from '#contract/api-v3/label.ts';
import { drawingExtent, drawUpon } from '../drawing.ts';
import type { Drawing } from '../drawing.ts';
import type { PrintValues } from '../dynamic-text/print-values.ts';
import { carriedIdentifiers } from '../gs1-carried.ts';
import { labelGeometry, sizeAround, sizeFault } from '../label-geometry.ts';
import type { PrintTarget } from '../label-geometry.ts';
import type { LabelFault } from '../label-fault.ts';
import { isShown, locateObjects } from '../label-objects.ts';
import type { Condition, DrawnObject, LocatedObject } from '../label-objects.ts';
import { prepareBackground } from '../objects/background.ts';
import type { DotDensity } from '../objects/object-context.ts';
import { ObjectTexts, resolveWith } from '../objects/object-texts.ts';
import type { Resolve } from '../objects/object-texts.ts';
import { prepareObject } from '../objects/prepare-object.ts';
import type { Surroundings } from '../objects/prepare-object.ts';
import { LabelPictures } from '../pictures/label-pictures.ts';
import { createBitmap } from '../raster/bitmap.ts';
import type { Bitmap } from '../raster/bitmap.ts';
import { blit } from '../raster/blit.ts';
import { fillRect } from '../raster/fill-rect.ts';
import type { Rect } from '../raster/fill-rect.ts';
import { placeRect } from '../raster/placement.ts';
import { RememberedDrawing } from '../remembered-drawing.ts';
import { outcomeOf, valueOf } from '../review/attempts.ts';
import type { Outcome } from '../review/attempts.ts';
import { faultArea } from '../review/fault-area.ts';
import { around, doMeet, markedArea } from '../review/picture-space.ts';
import type { FontLibrary } from '../text/fonts.ts';
import { changedAreas } from './changed-areas.ts';
import type { PaintedDrawing } from './changed-areas.ts';

const AS_IT_LIES = { x: 0, y: 0, turns: 0 } as const;

/** An object of the label that is worked on. */
export interface SheetPart {
  pointer: string;
  object: DrawnObject;
  /** Where it lies, in dots of the label. */
  area: Rect;
  /** Why it cannot be drawn; it is left out of the picture then. */
  fault: LabelFault | undefined;
  /** False while its condition, or that of a group around it, hides it. */
  isShown: boolean;
}

type Prepared = Outcome<RememberedDrawing>;

/** What an object came to, the drawing left out where there is a fault. */
interface Looked {
  part: SheetPart;
  drawing: Drawing | undefined;
}

/** How an object was looked at last. */
interface LastLook extends Looked {
  values: PrintValues;
  conditions: readonly Condition[];
}

/**
 * A label while it is worked on: each object is drawn by itself and kept, so that a change draws what it touches and nothing else. Dot for dot
 * what `printLabel` makes of the same label, before the label as a whole is turned or moved. Objects, and the values of a print, are told apart by
 * identity: whoever changes one gives another in its place.
 */
export class LabelSheet {
  readonly #target: PrintTarget;
  readonly #fonts: FontLibrary;
  #prepared = new WeakMap<DrawnObject, Prepared>();
  #looks = new WeakMap<DrawnObject, LastLook>();
  /** What objects are prepared for beside themselves: another one makes them be prepared anew. */
  #premises = '';
  #painted: readonly PaintedDrawing[] = [];
  #background: Drawing | undefined;
  /** What each drawing covers: a drawing never changes. */
  readonly #areas = new WeakMap<Drawing, Rect>();
  #size = { width: 0, height: 0 };
  #resolution: DotDensity = { x: 1, y: 1 };
  #parts: readonly SheetPart[] = [];
  #fault: string | undefined;
  #canvas = createBitmap(0, 0);

  constructor(target: PrintTarget, fonts: FontLibrary) {
    this.#target = target;
    this.#fonts = fonts;
  }

  /** In the order in which they are drawn. */
  get parts(): readonly SheetPart[] {
    return this.#parts;
  }

  /** Sides in dots. */
  get size(): { readonly width: number; readonly height: number } {
    return this.#size;
  }

  /** Dots per millimetre along the label's axes. */
  get resolution(): DotDensity {
    return this.#resolution;
  }

  /** Why the label as a whole has no picture; its parts are known all the same. */
  get fault(): string | undefined {
    return this.#fault;
  }

  /** Takes the label as it is now. Gives the areas whose dots may have changed, `all` when everything has. Throws nothing for a faulty label. */
  take(label: Label, values: PrintValues): readonly Rect[] | 'all' {
    const geometry = labelGeometry(label, this.#target);
    const surroundings = this.#surroundings(label, geometry.resolution);
    const resolve = resolveWith(values);
    const looked = locateObjects(label).map((located) => this.#lookOnce(located, { surroundings, values, resolve }));
    const painted = looked.flatMap(({ part, drawing }) => (drawing && part.isShown ? [{ drawing, area: this.#areaOf(drawing) }] : []));
    const size = sizeAround(
      geometry.size,
      painted.map(({ drawing }) => drawing),
    );
    const hasNewGround = this.#takeBackground(label.bgColor, resolve);
    const isAnother = hasNewGround || size.width !== this.#size.width || size.height !== this.#size.height;
    const changed = isAnother ? 'all' : changedAreas(this.#painted, painted);
    this.#parts = looked.map(({ part }) => part);
    this.#painted = painted;
    this.#size = size;
    this.#fault = sizeFault(size.width, size.height);
    return changed;
  }

  /**
   * The dots of a part of the label, as they print. Everything that reaches into the part is drawn where it lies on the whole label, because the
   * dots of an outline depend on where its rows begin; what that leaves beside the part is never looked at.
   */
  draw(region: Rect): Bitmap {
    const canvas = this.#wholeCanvas();
    fillRect(canvas, region, 'erase');
    if (this.#background) drawUpon(canvas, AS_IT_LIES, this.#background);
    for (const { drawing, area } of this.#painted) if (doMeet(area, region)) drawUpon(canvas, AS_IT_LIES, drawing);
    const part = createBitmap(region.width, region.height);
    blit(part, canvas, { left: -region.left, top: -region.top, effect: 'ink' });
    return part;
  }

  #wholeCanvas(): Bitmap {
    const { width, height } = this.#size;
    if (this.#canvas.width !== width || this.#canvas.height !== height) this.#canvas = createBitmap(width, height);
    return this.#canvas;
  }

  #areaOf(drawing: Drawing): Rect {
    const known = this.#areas.get(drawing);
    if (known) return known;
    const area = inkArea(drawing);
    this.#areas.set(drawing, area);
    return area;
  }

  #surroundings(label: Label, resolution: DotDensity): Surroundings {
    const carried = carriedIdentifiers(label);
    const premises = JSON.stringify([resolution, carried && [...carried].sort()]);
    if (premises !== this.#premises) {
      this.#premises = premises;
      this.#prepared = new WeakMap();
      this.#looks = new WeakMap();
    }
    this.#resolution = resolution;
    return { resolution, fonts: this.#fonts, pictures: new LabelPictures(), ink: 'mono', carried };
  }

  /** An object that was looked at with the same values, at the same place in the same groups, is what it was. */
  #lookOnce(located: LocatedObject, context: DrawingContext): Looked {
    const { pointer, object, conditions } = located;
    const last = this.#looks.get(object);
    const isSame = last?.values === context.values && last.part.pointer === pointer && areSame(last.conditions, conditions);
    if (isSame) return last;
    const look = { ...this.#look(located, context), values: context.values, conditions };
    this.#looks.set(object, look);
    return look;
  }

  #look({ pointer, object, conditions }: LocatedObject, context: DrawingContext): Looked {
    const shown = outcomeOf(() =>
      conditions.every(({ visible }) => isShown(context.resolve(new ObjectTexts().prepare(visible, '/visible')))),
    );
    const drawn = outcomeOf(() => this.#draw(object, context));
    const fault = 'fault' in shown ? shown.fault : 'fault' in drawn ? drawn.fault : undefined;
    const drawing = 'value' in drawn ? drawn.value : undefined;
    const { placement, extent } = drawing ?? faultArea(object, context.surroundings.resolution);
    const part = { pointer, object, area: placeRect(placement, extent), fault, isShown: 'value' in shown && shown.value };
    return { part, drawing: fault ? undefined : drawing };
  }

  #draw(object: DrawnObject, { surroundings, resolve }: DrawingContext): Drawing {
    const prepared = this.#prepared.get(object) ?? outcomeOf(() => new RememberedDrawing(prepareObject(object, surroundings).draw));
    this.#prepared.set(object, prepared);
    return valueOf(prepared).draw(resolve);
  }

  /** Whether the background is another one now. */
  #takeBackground(bgColor: string | undefined, resolve: Resolve): boolean {
    const before = this.#background?.marks;
    const drawn = bgColor === undefined ? undefined : outcomeOf(() => prepareBackground(bgColor, 'mono').draw(resolve));
    this.#background = drawn && 'value' in drawn ? drawn.value : undefined;
    return JSON.stringify(before ?? []) !== JSON.stringify(this.#background?.marks ?? []);
  }
}

interface DrawingContext {
  surroundings: Surroundings;
  values: PrintValues;
  resolve: Resolve;
}

function areSame(one: readonly Condition[], other: readonly Condition[]): boolean {
  return one.length === other.length && one.every(({ visible }, index) => visible === other[index]?.visible);
}

/** What it covers, which may be more than its box: an overflowing text, a line that is wider than its points are apart. */
function inkArea(drawing: Drawing): Rect {
  const marked = markedArea(drawing);
  const extent = drawingExtent(drawing);
  const covered = marked ? around(extent, placeRect(drawing.placement, marked)) : extent;
  const [left, top] = [Math.floor(covered.left) - 1, Math.floor(covered.top) - 1];
  return {
    left,
    top,
    width: Math.ceil(covered.left + covered.width) + 1 - left,
    height: Math.ceil(covered.top + covered.height) + 1 - top,
  };
}
