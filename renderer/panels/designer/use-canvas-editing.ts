import { computed, ref, type Ref, type ShallowRef } from 'vue';
import type { PreviewPart } from '#rendering/label/preview/label-preview.ts';
import type { PointerActions } from './canvas/canvas-pointer.ts';
import type { ResizedEdges } from './canvas/design-stage.ts';
import { isGroup, type Box } from '../../domain/label-document/design-object.ts';
import { allObjects, editObjects, outermost } from '../../domain/label-document/object-tree.ts';
import { boxAround, moveObject, rotateObject } from '../../domain/label-geometry/move-object.ts';
import { resizeModeOf, resizeObject } from '../../domain/label-geometry/resize-object.ts';
import { scaleWithin, scalingBetween } from '../../domain/label-geometry/scale-objects.ts';
import { snapBoxTo, snapEdge, type Guide, type SnapRules } from '../../domain/label-geometry/snap-box.ts';
import type { Designer } from './use-designer.ts';
import { boxAt, boxOfPart } from './canvas/use-label-bitmap.ts';

interface Point {
  x: number;
  y: number;
}

export interface SnapChoice {
  /** The distance of grid lines in millimetres; 0 = none. */
  grid: number;
  toDots: boolean;
  toObjects: boolean;
}

export interface WorkOptions {
  snap: Ref<SnapChoice>;
  /** Pixels per millimetre. */
  scale: () => number;
  labelBox: () => Box;
}

export interface SheetPlaces {
  parts: ShallowRef<readonly PreviewPart[]>;
  size: Ref<{ width: number; height: number }>;
  resolution: Ref<Point>;
}

/** The distance within which an object snaps, in screen pixels. */
const REACH = 8;
/** The tolerance in pixels for hitting a thin line with a finger. */
const NEAR = 5;

/** Moves, resizes and rotates the selection on the canvas: shown immediately, one undo step at the end of the gesture. */
export function useCanvasEditing(designer: Designer, sheet: SheetPlaces, options: WorkOptions) {
  const boxOf = (pointer: string): Box | undefined => boxAt(pointer, sheet.parts.value, sheet.resolution.value);
  const selectedBoxes = computed(() => designer.selection.value.map((pointer) => boxOf(pointer)).filter((box) => box !== undefined));
  /** Several objects, and groups, are resized in proportion. */
  const isScaled = computed(() => {
    const [only, another] = designer.selected.value;
    return another !== undefined || (only !== undefined && isGroup(only.object));
  });
  const resizeMode = computed(() => {
    if (selectedBoxes.value.length === 0) return 'none';
    return isScaled.value ? 'even' : resizeModeOf(designer.selected.value[0]?.object ?? {});
  });

  /** Rotates the selection clockwise around its centre. */
  function turn(quarters = 1): void {
    const around = boxAround(selectedBoxes.value);
    if (!around) return;
    const centre = { x: around.x + around.width / 2, y: around.y + around.height / 2 };
    const chosen = new Set(outermost(designer.selection.value));
    let { value } = designer.document;
    for (let quarter = 0; quarter < quarters; quarter += 1) {
      value = editObjects(value, (object, pointer) => (chosen.has(pointer) ? [rotateObject(object, centre)] : undefined));
    }
    designer.change(value);
  }

  /** Scales the selection by a factor; its upper left corner stays. */
  function scale(by: number): void {
    const around = boxAround(selectedBoxes.value);
    if (!around) return;
    const scaling = { about: { x: around.x, y: around.y }, by, resolution: sheet.resolution.value, boxOf };
    designer.change(scaleWithin(designer.settled.value, designer.selection.value, scaling));
  }

  const { guides, ...gestures } = useGestures(designer, {
    sheet,
    options,
    boxOf,
    isEven: () => resizeMode.value === 'even',
    isScaled: () => isScaled.value,
  });
  const pointer: PointerActions = { ...gestures, ...pickingOf(designer, { sheet, options, boxOf }), turn };
  /** The object at a position, in millimetres. */
  const pointerAt = (at: Point): string | undefined => objectUnder(at, sheet, NEAR / options.scale());
  return { pointer, pointerAt, guides, boxOf, selectedBoxes, resizeMode, turn, scale };
}

interface WorkPlace {
  sheet: SheetPlaces;
  options: WorkOptions;
  boxOf: (pointer: string) => Box | undefined;
}

/** Dragging and resizing. The label does not change before a gesture ends. */
function useGestures(designer: Designer, place: WorkPlace & { isEven: () => boolean; isScaled: () => boolean }) {
  const { sheet, boxOf, isEven, isScaled } = place;
  const guides = ref<readonly Guide[]>([]);
  /** The positions at the start of the gesture. */
  let began: { boxes: Map<string, Box>; around: Box; others: Box[]; parts: Map<string, Box> } | undefined;

  function begin(): NonNullable<typeof began> {
    if (began) return began;
    const chosen = designer.selection.value;
    const boxes = new Map(chosen.flatMap((pointer) => entryOf(pointer, boxOf(pointer))));
    const others = sheet.parts.value.filter(({ pointer }) => holderSelected(pointer, chosen) === undefined);
    const otherBoxes = others.map((part) => boxOfPart(part, sheet.resolution.value));
    const parts = new Map(sheet.parts.value.map((part) => [part.pointer, boxOfPart(part, sheet.resolution.value)]));
    began = { boxes, around: boxAround([...boxes.values()]) ?? NOWHERE, others: otherBoxes, parts };
    return began;
  }

  function drag(by: Point, isFree: boolean): void {
    const { around, others } = begin();
    const at = { ...around, x: around.x + by.x, y: around.y + by.y };
    const snap = snapBoxTo(at, isFree ? NO_RULES : snapRules(place, others));
    guides.value = snap.guides;
    const chosen = new Set(outermost(designer.selection.value));
    const move = { x: by.x + snap.shift.x, y: by.y + snap.shift.y };
    designer.sketch(
      editObjects(designer.settled.value, (object, pointer) => (chosen.has(pointer) ? [moveObject(object, move)] : undefined)),
    );
  }

  function resize(to: Box, edges: ResizedEdges): void {
    const { boxes, others, around, parts } = begin();
    if (isScaled()) {
      const scaling = { ...scalingBetween(around, to, edges), resolution: sheet.resolution.value, boxOf: (own: string) => parts.get(own) };
      return designer.sketch(scaleWithin(designer.settled.value, designer.selection.value, scaling));
    }
    const [[pointer, from] = []] = boxes;
    if (pointer === undefined || !from) return;
    const wished = isEven() ? to : snapBox(to, edges, snapRules(place, others));
    const resized = { from, to: wished, resolution: sheet.resolution.value };
    designer.sketch(editObjects(designer.settled.value, (object, own) => (own === pointer ? [resizeObject(object, resized)] : undefined)));
  }

  function end(): void {
    began = undefined;
    guides.value = [];
  }

  function drop(): void {
    end();
    designer.change(designer.document.value);
  }

  function cancel(): void {
    end();
    designer.sketch();
  }

  return { guides, drag, resize, drop, cancel };
}

/** The selection by a press or by a selection rectangle. */
function pickingOf(designer: Designer, { sheet, options, boxOf }: WorkPlace) {
  function press(at: Point, isAdding: boolean): boolean {
    const pointer = objectUnder(at, sheet, NEAR / options.scale());
    const { value } = designer.selection;
    if (pointer === undefined) {
      if (!isAdding) designer.select([]);
      return false;
    }
    const chosen = holderSelected(pointer, value) ?? topOf(pointer);
    if (isAdding) designer.select(value.includes(chosen) ? value.filter((own) => own !== chosen) : [...value, chosen]);
    else if (!value.includes(chosen)) designer.select([chosen]);
    return designer.selection.value.includes(chosen);
  }

  function selectWithin(box: Box, isAdding: boolean): void {
    const tops = allObjects(designer.document.value).filter(({ pointer }) => topOf(pointer) === pointer);
    const touched = tops.flatMap(({ pointer }) => entryOf(pointer, boxOf(pointer))).filter(([, own]) => doTouch(own, box));
    const found = touched.map(([pointer]) => pointer);
    designer.select(isAdding ? [...new Set([...designer.selection.value, ...found])] : found);
  }

  return { press, selectWithin };
}

function snapRules({ sheet, options }: WorkPlace, otherBoxes: readonly Box[]): SnapRules {
  const { grid, toDots, toObjects } = options.snap.value;
  const { x, y } = sheet.resolution.value;
  return {
    grid,
    dot: toDots ? { x: 1 / x, y: 1 / y } : NO_RULES.dot,
    otherBoxes: toObjects ? [options.labelBox(), ...otherBoxes] : [],
    reach: REACH / options.scale(),
  };
}

export type CanvasEditing = ReturnType<typeof useCanvasEditing>;

const NOWHERE: Box = { x: 0, y: 0, width: 0, height: 0 };
const NO_RULES: SnapRules = { grid: 0, dot: { x: 0, y: 0 }, otherBoxes: [], reach: 0 };

function entryOf(pointer: string, box: Box | undefined): [string, Box][] {
  return box ? [[pointer, box]] : [];
}

/** Selecting an object of a group selects the group, unless the object was chosen in the list. */
function topOf(pointer: string): string {
  return /^\/objs\/\d+/u.exec(pointer)?.[0] ?? pointer;
}

function holderSelected(pointer: string, selection: readonly string[]): string | undefined {
  return selection.find((own) => pointer === own || pointer.startsWith(`${own}/`));
}

/** The smallest object at a position, or the topmost of equal ones, so that a frame around everything hides nothing. */
function objectUnder(at: Point, { parts, resolution }: SheetPlaces, tolerance: number): string | undefined {
  let best: { pointer: string; area: number } | undefined;
  for (const part of parts.value) {
    if (!part.isShown) continue;
    const box = boxOfPart(part, resolution.value);
    const isAt =
      at.x >= box.x - tolerance &&
      at.x <= box.x + box.width + tolerance &&
      at.y >= box.y - tolerance &&
      at.y <= box.y + box.height + tolerance;
    const area = box.width * box.height;
    if (isAt && (!best || area <= best.area)) best = { pointer: part.pointer, area };
  }
  return best?.pointer;
}

function doTouch(one: Box, other: Box): boolean {
  const isBeside = one.x + one.width < other.x || other.x + other.width < one.x;
  const isAbove = one.y + one.height < other.y || other.y + other.height < one.y;
  return !isBeside && !isAbove;
}

function snapBox(box: Box, edges: ResizedEdges, rules: SnapRules): Box {
  const left = edges.left ? snapEdge(box.x, 'x', rules) : box.x;
  const top = edges.top ? snapEdge(box.y, 'y', rules) : box.y;
  const right = edges.right ? snapEdge(box.x + box.width, 'x', rules) : box.x + box.width;
  const bottom = edges.bottom ? snapEdge(box.y + box.height, 'y', rules) : box.y + box.height;
  return { x: left, y: top, width: right - left, height: bottom - top };
}
