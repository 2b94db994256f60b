import type { Label } from '#contract/api-v3/label.ts';
import { drawingExtent, drawOnto } from '../../raster/drawing.ts';
import type { Drawing } from '../../raster/drawing.ts';
import type { PrintValues } from '../../dynamic-text/print-values.ts';
import { carriedIdentifiers } from '../carried-identifiers.ts';
import { labelGeometry, sizeAround, sizeFault } from '../label-geometry.ts';
import type { PrintTarget } from '../label-geometry.ts';
import type { LabelFault } from '../../document/label-fault.ts';
import { isShown, locateObjects } from '../../document/locate-objects.ts';
import type { Condition, DrawnObject, LocatedObject } from '../../document/locate-objects.ts';
import { prepareBackground } from '../../objects/background.ts';
import type { DotDensity } from '../../objects/object-context.ts';
import { ObjectTexts, resolveWith } from '../../objects/object-texts.ts';
import type { Resolve } from '../../objects/object-texts.ts';
import { prepareObject } from '../../objects/prepare-object.ts';
import type { RenderContext } from '../../objects/prepare-object.ts';
import { LabelPictures } from '../../pictures/label-pictures.ts';
import { createBitmap } from '../../raster/bitmap.ts';
import type { Bitmap } from '../../raster/bitmap.ts';
import { blit } from '../../raster/blit.ts';
import { fillRect } from '../../raster/fill-rect.ts';
import type { Rect } from '../../raster/fill-rect.ts';
import { placeRect } from '../../raster/placement.ts';
import { CachedDrawing } from '../../objects/cached-drawing.ts';
import { outcomeOf, valueOf } from '../review/attempts.ts';
import type { Outcome } from '../review/attempts.ts';
import { faultArea } from '../review/fault-area.ts';
import { around, doMeet, markedArea } from '../review/picture-space.ts';
import type { FontLibrary } from '../../text/font-library.ts';
import { changedAreas } from './changed-areas.ts';
import type { PaintedDrawing } from './changed-areas.ts';

const UNROTATED = { x: 0, y: 0, turns: 0 } as const;

/** An object of the edited label. */
export interface PreviewPart {
  pointer: string;
  object: DrawnObject;
  /** Its area in dots of the label. */
  area: Rect;
  /** Why it cannot be drawn; it is then not part of the picture. */
  fault: LabelFault | undefined;
  /** False if its print condition, or that of a group around it, hides it. */
  isShown: boolean;
}

type Prepared = Outcome<CachedDrawing>;

/** The result of preparing and drawing an object; without a drawing if it has a fault. */
interface Inspected {
  part: PreviewPart;
  drawing: Drawing | undefined;
}

/** The last inspection of an object. */
interface LastInspection extends Inspected {
  values: PrintValues;
  conditions: readonly Condition[];
}

/**
 * A label while it is edited: each object is drawn and cached separately, so that a change redraws only the areas it affects. Dot-identical
 * to `printLabel` before the rotation and offset of the whole label. Objects and print values are compared by identity: editors must
 * replace what they change.
 */
export class LabelPreview {
  readonly #target: PrintTarget;
  readonly #fonts: FontLibrary;
  #prepared = new WeakMap<DrawnObject, Prepared>();
  #inspections = new WeakMap<DrawnObject, LastInspection>();
  /** Everything else that objects depend on; a change prepares all objects again. */
  #contextKey = '';
  #painted: readonly PaintedDrawing[] = [];
  #background: Drawing | undefined;
  /** The area of each drawing, which never changes. */
  readonly #areas = new WeakMap<Drawing, Rect>();
  #size = { width: 0, height: 0 };
  #resolution: DotDensity = { x: 1, y: 1 };
  #parts: readonly PreviewPart[] = [];
  #fault: string | undefined;
  #canvas = createBitmap(0, 0);

  constructor(target: PrintTarget, fonts: FontLibrary) {
    this.#target = target;
    this.#fonts = fonts;
  }

  /** In drawing order. */
  get parts(): readonly PreviewPart[] {
    return this.#parts;
  }

  /** Width and height in dots. */
  get size(): { readonly width: number; readonly height: number } {
    return this.#size;
  }

  /** Dots per millimetre along the label's axes. */
  get resolution(): DotDensity {
    return this.#resolution;
  }

  /** Why the whole label has no picture; its parts are still available. */
  get fault(): string | undefined {
    return this.#fault;
  }

  /** Sets the current label. Returns the areas whose dots may have changed, or `all`. Never throws for a faulty label. */
  update(label: Label, values: PrintValues): readonly Rect[] | 'all' {
    const geometry = labelGeometry(label, this.#target);
    const renderContext = this.#renderContext(label, geometry.resolution);
    const resolve = resolveWith(values);
    const inspected = locateObjects(label).map((located) => this.#inspectCached(located, { renderContext, values, resolve }));
    const painted = inspected.flatMap(({ part, drawing }) => (drawing && part.isShown ? [{ drawing, area: this.#areaOf(drawing) }] : []));
    const size = sizeAround(
      geometry.size,
      painted.map(({ drawing }) => drawing),
    );
    const isBackgroundChanged = this.#updateBackground(label.bgColor, resolve);
    const isRedrawn = isBackgroundChanged || size.width !== this.#size.width || size.height !== this.#size.height;
    const changed = isRedrawn ? 'all' : changedAreas(this.#painted, painted);
    this.#parts = inspected.map(({ part }) => part);
    this.#painted = painted;
    this.#size = size;
    this.#fault = sizeFault(size.width, size.height);
    return changed;
  }

  /**
   * The dots of a part of the label as they print. Objects that extend into the region are drawn at their place on the whole label, because
   * rasterization depends on where their rows begin; dots outside the region are ignored.
   */
  draw(region: Rect): Bitmap {
    const canvas = this.#wholeCanvas();
    fillRect(canvas, region, 'erase');
    if (this.#background) drawOnto(canvas, UNROTATED, this.#background);
    for (const { drawing, area } of this.#painted) if (doMeet(area, region)) drawOnto(canvas, UNROTATED, drawing);
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
    const cached = this.#areas.get(drawing);
    if (cached) return cached;
    const area = inkArea(drawing);
    this.#areas.set(drawing, area);
    return area;
  }

  #renderContext(label: Label, resolution: DotDensity): RenderContext {
    const carried = carriedIdentifiers(label);
    const contextKey = JSON.stringify([resolution, carried && [...carried].sort()]);
    if (contextKey !== this.#contextKey) {
      this.#contextKey = contextKey;
      this.#prepared = new WeakMap();
      this.#inspections = new WeakMap();
    }
    this.#resolution = resolution;
    return { resolution, fonts: this.#fonts, pictures: new LabelPictures(), ink: 'mono', carried };
  }

  /** Reuses the last inspection if values, pointer and group conditions are the same. */
  #inspectCached(located: LocatedObject, context: DrawingContext): Inspected {
    const { pointer, object, conditions } = located;
    const last = this.#inspections.get(object);
    const isSame = last?.values === context.values && last.part.pointer === pointer && areSame(last.conditions, conditions);
    if (isSame) return last;
    const inspection = { ...this.#inspect(located, context), values: context.values, conditions };
    this.#inspections.set(object, inspection);
    return inspection;
  }

  #inspect({ pointer, object, conditions }: LocatedObject, context: DrawingContext): Inspected {
    const shown = outcomeOf(() =>
      conditions.every(({ visible }) => isShown(context.resolve(new ObjectTexts().prepare(visible, '/visible')))),
    );
    const drawn = outcomeOf(() => this.#draw(object, context));
    const fault = 'fault' in shown ? shown.fault : 'fault' in drawn ? drawn.fault : undefined;
    const drawing = 'value' in drawn ? drawn.value : undefined;
    const { placement, extent } = drawing ?? faultArea(object, context.renderContext.resolution);
    const part = { pointer, object, area: placeRect(placement, extent), fault, isShown: 'value' in shown && shown.value };
    return { part, drawing: fault ? undefined : drawing };
  }

  #draw(object: DrawnObject, { renderContext, resolve }: DrawingContext): Drawing {
    const prepared = this.#prepared.get(object) ?? outcomeOf(() => new CachedDrawing(prepareObject(object, renderContext).draw));
    this.#prepared.set(object, prepared);
    return valueOf(prepared).draw(resolve);
  }

  /** Updates the background; returns whether it changed. */
  #updateBackground(bgColor: string | undefined, resolve: Resolve): boolean {
    const before = this.#background?.marks;
    const drawn = bgColor === undefined ? undefined : outcomeOf(() => prepareBackground(bgColor, 'mono').draw(resolve));
    this.#background = drawn && 'value' in drawn ? drawn.value : undefined;
    return JSON.stringify(before ?? []) !== JSON.stringify(this.#background?.marks ?? []);
  }
}

interface DrawingContext {
  renderContext: RenderContext;
  values: PrintValues;
  resolve: Resolve;
}

function areSame(one: readonly Condition[], other: readonly Condition[]): boolean {
  return one.length === other.length && one.every(({ visible }, index) => visible === other[index]?.visible);
}

/** The area of a drawing; it can be larger than the object's box, for example for overflowing text or thick lines. */
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
