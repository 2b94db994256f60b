import { onScopeDispose } from 'vue';
import type { Box } from '../document/design-object.ts';
import type { View } from './view.ts';

type Point = { x: number; y: number };

/** What a pointer does to a label. Millimetres of the label throughout. */
export interface PointerWork {
  /** Presses on a place: gives whether something is there that can be dragged. `isAdding` keeps what is selected. */
  press: (at: Point, isAdding: boolean) => boolean;
  /** Drags what is selected by so much since it was pressed. `isFree` snaps to nothing. */
  drag: (by: Point, isFree: boolean) => void;
  pull: (to: Box, edges: { left: boolean; top: boolean; right: boolean; bottom: boolean }) => void;
  turn: (quarters: number) => void;
  /** The gesture ends; what it made stays. */
  drop: () => void;
  /** The gesture is taken back. */
  cancel: () => void;
  /** Everything that a frame drawn on the label touches. */
  selectWithin: (box: Box, isAdding: boolean) => void;
}

interface PointerPlace {
  view: () => View;
  isHandle: (at: Point) => boolean;
  showMarquee: (box: Box | undefined) => void;
  pan: (x: number, y: number) => void;
  work: () => PointerWork;
}

/** A hand that trembles moves nothing. */
const LEAST_MOVE = 3;

interface Gesture {
  kind: 'press' | 'drag' | 'marquee' | 'pan';
  id: number;
  start: Point;
  last: Point;
  isAdding: boolean;
}

/** Turns what a mouse, a pen or a finger does over the canvas into work on the label. A finger beside all objects moves the view. */
export function useCanvasPointer({ view, isHandle, showMarquee, pan, work }: PointerPlace) {
  let gesture: Gesture | undefined;
  let host: HTMLElement | undefined;

  function down(event: PointerEvent): void {
    if (event.button !== 0 || gesture) return;
    host = event.currentTarget as HTMLElement;
    const at = placeOf(event);
    if (isHandle(at)) return;
    const isAdding = event.shiftKey || event.ctrlKey || event.metaKey;
    const isOnObject = work().press(onLabel(at), isAdding);
    const kind = isOnObject ? 'press' : event.pointerType === 'touch' ? 'pan' : 'marquee';
    gesture = { kind, id: event.pointerId, start: at, last: at, isAdding };
    listen(true);
  }

  function move(event: PointerEvent): void {
    if (event.pointerId !== gesture?.id) return;
    const at = placeOf(event);
    const by = { x: at.x - gesture.start.x, y: at.y - gesture.start.y };
    if (gesture.kind === 'press' && Math.hypot(by.x, by.y) >= LEAST_MOVE) gesture.kind = 'drag';
    if (gesture.kind === 'drag') work().drag({ x: by.x / view().scale, y: by.y / view().scale }, event.altKey);
    if (gesture.kind === 'marquee') showMarquee(boxBetween(onLabel(gesture.start), onLabel(at)));
    if (gesture.kind === 'pan') pan(gesture.last.x - at.x, gesture.last.y - at.y);
    gesture.last = at;
  }

  function up(event: PointerEvent): void {
    if (event.pointerId !== gesture?.id) return;
    const { kind, start, isAdding } = gesture;
    const at = placeOf(event);
    end();
    if (kind === 'drag') work().drop();
    if (kind === 'marquee') work().selectWithin(boxBetween(onLabel(start), onLabel(at)), isAdding);
  }

  function cancel(): void {
    const wasDragging = gesture?.kind === 'drag';
    end();
    if (wasDragging) work().cancel();
  }

  function onKey(event: KeyboardEvent): void {
    if (event.key !== 'Escape') return;
    // It ends the gesture, and not what is selected.
    event.stopPropagation();
    cancel();
  }

  function end(): void {
    gesture = undefined;
    showMarquee(undefined);
    listen(false);
  }

  function listen(isOn: boolean): void {
    const change = isOn ? window.addEventListener : window.removeEventListener;
    change('pointermove', move as EventListener);
    change('pointerup', up as EventListener);
    change('pointercancel', cancel);
    change('keydown', onKey as EventListener, true);
  }
  onScopeDispose(() => {
    listen(false);
  });

  function placeOf(event: PointerEvent): Point {
    const { left = 0, top = 0 } = host?.getBoundingClientRect() ?? {};
    return { x: event.clientX - left, y: event.clientY - top };
  }

  function onLabel({ x, y }: Point): Point {
    const { scale, origin } = view();
    return { x: (x - origin.x) / scale, y: (y - origin.y) / scale };
  }

  return { down };
}

function boxBetween(one: Point, other: Point): Box {
  return { x: Math.min(one.x, other.x), y: Math.min(one.y, other.y), width: Math.abs(one.x - other.x), height: Math.abs(one.y - other.y) };
}
