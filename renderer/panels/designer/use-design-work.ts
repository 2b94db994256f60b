import { computed, ref, type Ref, type ShallowRef } from 'vue';
import type { SheetPart } from '#rendering/sheet/label-sheet.ts';
import type { PointerWork } from './canvas/canvas-pointer.ts';
import type { PulledEdges } from './canvas/design-stage.ts';
import { isGroup, type Box } from './document/design-object.ts';
import { allObjects, editObjects, outermost } from './document/object-tree.ts';
import { boxAround, movedBy, turnedAround } from './document/moving.ts';
import { pullOf, resizedTo } from './document/resizing.ts';
import { scaledWithin, scalingTo } from './document/scaling.ts';
import { snapped, snappedEdge, type Guide, type SnapRules } from './document/snapping.ts';
import type { Designer } from './use-designer.ts';
import { boxAt, boxOfPart } from './use-sheet.ts';

interface Point {
  x: number;
  y: number;
}

export interface SnapChoice {
  /** Millimetres between the lines of the grid; 0 = none. */
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
  parts: ShallowRef<readonly SheetPart[]>;
  size: Ref<{ width: number; height: number }>;
  resolution: Ref<Point>;
}

/** How near, in pixels of the screen, something must be to attract. */
const REACH = 8;
/** A thin line is found by a finger beside it, too. */
const NEAR = 5;

/** Moves, pulls and turns what is selected, as a hand on the canvas does it: shown at once, one step when it ends. */
export function useDesignWork(designer: Designer, sheet: SheetPlaces, options: WorkOptions) {
  const boxOf = (pointer: string): Box | undefined => boxAt(pointer, sheet.parts.value, sheet.resolution.value);
  const selectedBoxes = computed(() => designer.selection.value.map((pointer) => boxOf(pointer)).filter((box) => box !== undefined));
  /** Several objects, and groups, are pulled as one: in proportion. */
  const isScaled = computed(() => {
    const [only, another] = designer.selected.value;
    return another !== undefined || (only !== undefined && isGroup(only.object));
  });
  const pull = computed(() => {
    if (selectedBoxes.value.length === 0) return 'none';
    return isScaled.value ? 'even' : pullOf(designer.selected.value[0]?.object ?? {});
  });

  /** Turns what is selected clockwise around its middle. */
  function turn(quarters = 1): void {
    const around = boxAround(selectedBoxes.value);
    if (!around) return;
    const centre = { x: around.x + around.width / 2, y: around.y + around.height / 2 };
    const chosen = new Set(outermost(designer.selection.value));
    let { value } = designer.document;
    for (let quarter = 0; quarter < quarters; quarter += 1) {
      value = editObjects(value, (object, pointer) => (chosen.has(pointer) ? [turnedAround(object, centre)] : undefined));
    }
    designer.change(value);
  }

  /** Makes what is selected so many times as large; its upper left corner stays. */
  function scale(by: number): void {
    const around = boxAround(selectedBoxes.value);
    if (!around) return;
    const scaling = { about: { x: around.x, y: around.y }, by, resolution: sheet.resolution.value, boxOf };
    designer.change(scaledWithin(designer.settled.value, designer.selection.value, scaling));
  }

  const { guides, ...gestures } = useGestures(designer, {
    sheet,
    options,
    boxOf,
    isEven: () => pull.value === 'even',
    isScaled: () => isScaled.value,
  });
  const pointer: PointerWork = { ...gestures, ...pickingOf(designer, { sheet, options, boxOf }), turn };
  return { pointer, guides, boxOf, selectedBoxes, pull, turn, scale };
}

interface WorkPlace {
  sheet: SheetPlaces;
  options: WorkOptions;
  boxOf: (pointer: string) => Box | undefined;
}

/** Dragging and pulling. Nothing of the label is changed before a gesture ends. */
function useGestures(designer: Designer, place: WorkPlace & { isEven: () => boolean; isScaled: () => boolean }) {
  const { sheet, boxOf, isEven, isScaled } = place;
  const guides = ref<readonly Guide[]>([]);
  /** Where things lay when the gesture began. */
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
    const snap = snapped(at, isFree ? NO_RULES : snapRules(place, others));
    guides.value = snap.guides;
    const chosen = new Set(outermost(designer.selection.value));
    const move = { x: by.x + snap.shift.x, y: by.y + snap.shift.y };
    designer.sketch(editObjects(designer.settled.value, (object, pointer) => (chosen.has(pointer) ? [movedBy(object, move)] : undefined)));
  }

  function pull(to: Box, edges: PulledEdges): void {
    const { boxes, others, around, parts } = begin();
    if (isScaled()) {
      const scaling = { ...scalingTo(around, to, edges), resolution: sheet.resolution.value, boxOf: (own: string) => parts.get(own) };
      return designer.sketch(scaledWithin(designer.settled.value, designer.selection.value, scaling));
    }
    const [[pointer, from] = []] = boxes;
    if (pointer === undefined || !from) return;
    const wished = isEven() ? to : snapBox(to, edges, snapRules(place, others));
    const pulled = { from, to: wished, resolution: sheet.resolution.value };
    designer.sketch(editObjects(designer.settled.value, (object, own) => (own === pointer ? [resizedTo(object, pulled)] : undefined)));
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

  return { guides, drag, pull, drop, cancel };
}

/** What is meant by a press, or by a frame that is drawn. */
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

function snapRules({ sheet, options }: WorkPlace, others: readonly Box[]): SnapRules {
  const { grid, toDots, toObjects } = options.snap.value;
  const { x, y } = sheet.resolution.value;
  return {
    grid,
    dot: toDots ? { x: 1 / x, y: 1 / y } : NO_RULES.dot,
    others: toObjects ? [options.labelBox(), ...others] : [],
    reach: REACH / options.scale(),
  };
}

export type DesignWork = ReturnType<typeof useDesignWork>;

const NOWHERE: Box = { x: 0, y: 0, width: 0, height: 0 };
const NO_RULES: SnapRules = { grid: 0, dot: { x: 0, y: 0 }, others: [], reach: 0 };

function entryOf(pointer: string, box: Box | undefined): [string, Box][] {
  return box ? [[pointer, box]] : [];
}

/** An object of a group is taken hold of by its group, until the group is left by choosing the object in the list. */
function topOf(pointer: string): string {
  return /^\/objs\/\d+/u.exec(pointer)?.[0] ?? pointer;
}

function holderSelected(pointer: string, selection: readonly string[]): string | undefined {
  return selection.find((own) => pointer === own || pointer.startsWith(`${own}/`));
}

/** The topmost object at a place: the smallest of those there, so that a frame around everything hides nothing. */
function objectUnder(at: Point, { parts, resolution }: SheetPlaces, near: number): string | undefined {
  let best: { pointer: string; area: number } | undefined;
  for (const part of parts.value) {
    if (!part.isShown) continue;
    const box = boxOfPart(part, resolution.value);
    const isAt = at.x >= box.x - near && at.x <= box.x + box.width + near && at.y >= box.y - near && at.y <= box.y + box.height + near;
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

function snapBox(box: Box, edges: PulledEdges, rules: SnapRules): Box {
  const left = edges.left ? snappedEdge(box.x, 'x', rules) : box.x;
  const top = edges.top ? snappedEdge(box.y, 'y', rules) : box.y;
  const right = edges.right ? snappedEdge(box.x + box.width, 'x', rules) : box.x + box.width;
  const bottom = edges.bottom ? snappedEdge(box.y + box.height, 'y', rules) : box.y + box.height;
  return { x: left, y: top, width: right - left, height: bottom - top };
}
