import type { Box } from '../../../domain/label-document/design-object.ts';
import type { ResizedEdges } from './design-stage.ts';
import type { View } from './zoom.ts';

interface Point {
  x: number;
  y: number;
}

/** The actions of a pointer on a label, in millimetres of the label. */
export interface PointerActions {
  /** Presses at a position; returns whether there is something to drag. `isAdding` extends the selection. */
  press: (at: Point, isAdding: boolean) => boolean;
  /** Drags the selection by the distance since the press. `isFree` disables snapping. */
  drag: (by: Point, isFree: boolean) => void;
  resize: (to: Box, edges: ResizedEdges) => void;
  turn: (quarters: number) => void;
  /** Ends the gesture and applies it. */
  drop: () => void;
  /** Cancels the gesture. */
  cancel: () => void;
  /** Selects everything that the selection rectangle touches. */
  selectWithin: (box: Box, isAdding: boolean) => void;
}

interface PointerPlace {
  view: () => View;
  isHandle: (at: Point) => boolean;
  showMarquee: (box: Box | undefined) => void;
  pan: (x: number, y: number) => void;
  work: () => PointerActions;
}

/** A smaller movement, in pixels, is not a drag. */
const LEAST_MOVE = 3;

interface Gesture {
  kind: 'press' | 'drag' | 'marquee' | 'pan';
  id: number;
  start: Point;
  last: Point;
  isAdding: boolean;
}

/** Converts mouse, pen and touch input on the canvas to label actions. A finger outside of all objects pans the view. */
export class CanvasPointer {
  readonly #place: PointerPlace;
  #gesture: Gesture | undefined;
  #host: HTMLElement | undefined;

  constructor(place: PointerPlace) {
    this.#place = place;
  }

  readonly down = (event: PointerEvent): void => {
    if (event.button !== 0 || this.#gesture) return;
    this.#host = event.currentTarget as HTMLElement;
    const at = this.#placeOf(event);
    if (this.#place.isHandle(at)) return;
    const isAdding = event.shiftKey || event.ctrlKey || event.metaKey;
    const isOnObject = this.#place.work().press(this.#onLabel(at), isAdding);
    const kind = isOnObject ? 'press' : event.pointerType === 'touch' ? 'pan' : 'marquee';
    this.#gesture = { kind, id: event.pointerId, start: at, last: at, isAdding };
    this.#listen(true);
  };

  /** Removes all listeners. */
  dispose(): void {
    this.#listen(false);
  }

  readonly #move = (event: PointerEvent): void => {
    const gesture = this.#gesture;
    if (!gesture || event.pointerId !== gesture.id) return;
    const { scale } = this.#place.view();
    const at = this.#placeOf(event);
    const by = { x: at.x - gesture.start.x, y: at.y - gesture.start.y };
    if (gesture.kind === 'press' && Math.hypot(by.x, by.y) >= LEAST_MOVE) gesture.kind = 'drag';
    if (gesture.kind === 'drag') this.#place.work().drag({ x: by.x / scale, y: by.y / scale }, event.altKey);
    if (gesture.kind === 'marquee') this.#place.showMarquee(boxBetween(this.#onLabel(gesture.start), this.#onLabel(at)));
    if (gesture.kind === 'pan') this.#place.pan(gesture.last.x - at.x, gesture.last.y - at.y);
    gesture.last = at;
  };

  readonly #up = (event: PointerEvent): void => {
    const gesture = this.#gesture;
    if (!gesture || event.pointerId !== gesture.id) return;
    const at = this.#placeOf(event);
    this.#end();
    if (gesture.kind === 'drag') this.#place.work().drop();
    if (gesture.kind === 'marquee') {
      this.#place.work().selectWithin(boxBetween(this.#onLabel(gesture.start), this.#onLabel(at)), gesture.isAdding);
    }
  };

  readonly #cancel = (): void => {
    const wasDragging = this.#gesture?.kind === 'drag';
    this.#end();
    if (wasDragging) this.#place.work().cancel();
  };

  readonly #key = (event: KeyboardEvent): void => {
    if (event.key !== 'Escape') return;
    // Escape ends only the gesture and keeps the selection.
    event.stopPropagation();
    this.#cancel();
  };

  #end(): void {
    this.#gesture = undefined;
    this.#place.showMarquee(undefined);
    this.#listen(false);
  }

  #listen(isOn: boolean): void {
    const change = isOn ? window.addEventListener : window.removeEventListener;
    change('pointermove', this.#move as EventListener);
    change('pointerup', this.#up as EventListener);
    change('pointercancel', this.#cancel);
    change('keydown', this.#key as EventListener, true);
  }

  #placeOf(event: PointerEvent): Point {
    const { left = 0, top = 0 } = this.#host?.getBoundingClientRect() ?? {};
    return { x: event.clientX - left, y: event.clientY - top };
  }

  #onLabel({ x, y }: Point): Point {
    const { scale, origin } = this.#place.view();
    return { x: (x - origin.x) / scale, y: (y - origin.y) / scale };
  }
}

function boxBetween(one: Point, other: Point): Box {
  return { x: Math.min(one.x, other.x), y: Math.min(one.y, other.y), width: Math.abs(one.x - other.x), height: Math.abs(one.y - other.y) };
}
