import Konva from 'konva';
import type { Box } from '../document/design-object.ts';
import { boxAround } from '../document/moving.ts';
import { isWrittenAlike } from '../document/written-alike.ts';
import type { Guide } from '../document/snapping.ts';
import type { View } from './view.ts';

/** What lies over the picture of a label. All in millimetres. */
export interface StageScene {
  view: View;
  window: { width: number; height: number };
  label: { width: number; height: number };
  selected: readonly Box[];
  /** How what is selected can be pulled. */
  pull: 'free' | 'even' | 'none';
  faults: readonly Box[];
  warnings: readonly Box[];
  guides: readonly Guide[];
  /** Spaces between grid lines; 0 = none. */
  grid: number;
  /** Lower edges of the slices of the printer. */
  slices: readonly number[];
  /** Below this the printer prints nothing. */
  printableHeight: number | undefined;
  marquee: Box | undefined;
}

/** Which sides of a box a handle pulls. */
export interface PulledEdges {
  left: boolean;
  top: boolean;
  right: boolean;
  bottom: boolean;
}

export interface StageEvents {
  /** A handle was pulled so that the object fills this box. */
  pull: (to: Box, edges: PulledEdges) => void;
  pulled: () => void;
  /** Turned clockwise by so many quarters. */
  turned: (quarters: number) => void;
}

interface Inks {
  mark: string;
  warn: string;
  quiet: string;
}

/** Targets that a finger finds, whatever the zoom. */
const HANDLE = 18;
const FINGER = 22;
const QUARTER = 90;

/** Handles, frames and lines over a label. It draws nothing that prints: that is the rasteriser's. */
export class DesignStage {
  readonly #stage: Konva.Stage;
  readonly #lines = new Konva.Layer({ listening: false });
  readonly #handles = new Konva.Layer();
  readonly #frame = new Konva.Rect({ draggable: false });
  readonly #transformer: Konva.Transformer;
  readonly #events: StageEvents;
  readonly #inks: Inks;
  #scene: StageScene | undefined;
  /** What the lines and the handles were chosen for last: with every letter that is typed, mostly neither changes. */
  #lined: unknown;
  #pulled: StageScene['pull'] | undefined;
  #isPulling = false;

  constructor(host: HTMLDivElement, events: StageEvents) {
    this.#events = events;
    const style = getComputedStyle(host);
    this.#inks = {
      mark: style.getPropertyValue('--paper-new').trim() || '#005cc8',
      warn: style.getPropertyValue('--paper-mark').trim() || '#8a5200',
      quiet: style.getPropertyValue('--paper-same').trim() || '#969696',
    };
    this.#stage = new Konva.Stage({ container: host, width: 1, height: 1 });
    this.#transformer = this.#makeTransformer();
    this.#handles.add(this.#frame, this.#transformer);
    this.#stage.add(this.#lines, this.#handles);
  }

  /** Whether a handle lies at this place of the window. */
  isHandle(at: { x: number; y: number }): boolean {
    const shape = this.#stage.getIntersection(at);
    return shape !== null && shape !== this.#frame;
  }

  show(scene: StageScene): void {
    this.#scene = scene;
    if (this.#stage.width() !== scene.window.width || this.#stage.height() !== scene.window.height) this.#stage.size(scene.window);
    this.#drawLines(scene);
    this.#drawHandles(scene);
  }

  destroy(): void {
    this.#stage.destroy();
  }

  #drawLines(scene: StageScene): void {
    const lined = linedPart(scene);
    if (isWrittenAlike(lined, this.#lined)) return;
    this.#lined = lined;
    this.#lines.destroyChildren();
    const across = { x: 0, y: 0, width: scene.label.width, height: scene.label.height };
    this.#lines.add(this.#grid(scene));
    for (const y of scene.slices)
      this.#lines.add(this.#line({ axis: 'y', at: y }, { stroke: this.#inks.quiet, dash: [2, 6], strokeWidth: 1.5 }));
    if (scene.printableHeight !== undefined && scene.printableHeight < across.height) {
      const rest = { x: 0, y: scene.printableHeight, width: across.width, height: across.height - scene.printableHeight };
      this.#lines.add(this.#box(rest, { fill: this.#inks.warn, opacity: 0.12 }));
    }
    for (const box of scene.warnings) this.#lines.add(this.#box(box, { stroke: this.#inks.warn, dash: [5, 3], strokeWidth: 2 }));
    for (const box of scene.faults) this.#lines.add(...this.#crossed(box));
    for (const box of lined.selected) this.#lines.add(this.#box(box, { stroke: this.#inks.mark, strokeWidth: 1 }));
    for (const guide of scene.guides) this.#lines.add(this.#line(guide, { stroke: this.#inks.mark, dash: [4, 4] }));
    if (scene.marquee) this.#lines.add(this.#box(scene.marquee, { stroke: this.#inks.mark, dash: [4, 3], fill: `${this.#inks.mark}18` }));
    this.#lines.batchDraw();
  }

  #drawHandles(scene: StageScene): void {
    const around = boxAround(scene.selected);
    this.#frame.visible(around !== undefined);
    if (this.#transformer.nodes().length !== (around ? 1 : 0)) this.#transformer.nodes(around ? [this.#frame] : []);
    if (around && !this.#isPulling) {
      const { x, y, width, height } = inPixels(around, scene.view);
      this.#frame.setAttrs({ x, y, width: Math.max(1, width), height: Math.max(1, height), scaleX: 1, scaleY: 1, rotation: 0 });
    }
    if (scene.pull !== this.#pulled) this.#choosePull(scene.pull);
    if (around) this.#transformer.padding(roomAround(inPixels(around, scene.view)));
    this.#handles.batchDraw();
  }

  #choosePull(pull: StageScene['pull']): void {
    this.#pulled = pull;
    this.#transformer.resizeEnabled(pull !== 'none');
    this.#transformer.keepRatio(pull === 'even');
    this.#transformer.enabledAnchors(pull === 'even' ? CORNERS : ANCHORS);
  }

  #makeTransformer(): Konva.Transformer {
    const transformer = new Konva.Transformer({
      anchorSize: HANDLE,
      anchorCornerRadius: 3,
      anchorStroke: this.#inks.mark,
      anchorStrokeWidth: 1.5,
      borderStroke: this.#inks.mark,
      borderStrokeWidth: 1.5,
      rotateAnchorOffset: 30,
      rotationSnaps: [0, QUARTER, 2 * QUARTER, 3 * QUARTER],
      rotationSnapTolerance: QUARTER / 2,
      flipEnabled: false,
      ignoreStroke: true,
    });
    for (const anchor of transformer.find<Konva.Shape>('Rect')) anchor.hitStrokeWidth(FINGER);
    transformer.on('transformstart', () => (this.#isPulling = true));
    transformer.on('transform', () => {
      this.#tellPull(transformer.getActiveAnchor());
    });
    transformer.on('transformend', () => {
      this.#isPulling = false;
      const quarters = (Math.round(this.#frame.rotation() / QUARTER) + 4) % 4;
      if (quarters > 0) this.#events.turned(quarters);
      else this.#events.pulled();
      if (this.#scene) this.show(this.#scene);
    });
    return transformer;
  }

  #tellPull(anchor: string | null): void {
    if (!this.#scene || anchor === null || anchor === 'rotater') return;
    const { scale, origin } = this.#scene.view;
    const frame = this.#frame;
    const to = {
      x: (frame.x() - origin.x) / scale,
      y: (frame.y() - origin.y) / scale,
      width: (frame.width() * frame.scaleX()) / scale,
      height: (frame.height() * frame.scaleY()) / scale,
    };
    this.#events.pull(to, {
      left: anchor.includes('left'),
      top: anchor.includes('top'),
      right: anchor.includes('right'),
      bottom: anchor.includes('bottom'),
    });
  }

  #box(box: Box, look: Konva.RectConfig): Konva.Rect {
    const { view } = this.#scene ?? { view: { scale: 1, origin: { x: 0, y: 0 } } };
    return new Konva.Rect({ ...inPixels(box, view), ...look, perfectDrawEnabled: false });
  }

  #line({ axis, at }: Guide, look: Omit<Konva.LineConfig, 'points'>): Konva.Line {
    const { view, label } = this.#scene ?? { view: { scale: 1, origin: { x: 0, y: 0 } }, label: { width: 0, height: 0 } };
    const { x, y, width, height } = inPixels({ x: 0, y: 0, ...label }, view);
    const points =
      axis === 'x' ? [x + at * view.scale, y, x + at * view.scale, y + height] : [x, y + at * view.scale, x + width, y + at * view.scale];
    return new Konva.Line({ points, strokeWidth: 1, perfectDrawEnabled: false, ...look });
  }

  /** All lines in one shape: hundreds of shapes would be made anew with every step of a gesture. */
  #grid({ grid, label, view }: StageScene): Konva.Shape {
    const { x, y, width, height } = inPixels({ x: 0, y: 0, ...label }, view);
    const step = grid * view.scale;
    return new Konva.Shape({
      stroke: this.#inks.quiet,
      strokeWidth: 1,
      opacity: 0.35,
      visible: step >= LEAST_GRID,
      sceneFunc: (context, shape) => {
        context.beginPath();
        for (let at = x + step; at < x + width; at += step) {
          context.moveTo(at, y);
          context.lineTo(at, y + height);
        }
        for (let at = y + step; at < y + height; at += step) {
          context.moveTo(x, at);
          context.lineTo(x + width, at);
        }
        context.strokeShape(shape);
      },
    });
  }

  /** What cannot be drawn is crossed out where it would be. */
  #crossed(box: Box): Konva.Shape[] {
    const view = this.#scene?.view ?? { scale: 1, origin: { x: 0, y: 0 } };
    const { x, y, width, height } = inPixels(box, view);
    const look = { stroke: this.#inks.warn, strokeWidth: 2 };
    return [
      new Konva.Rect({ x, y, width, height, ...look }),
      new Konva.Line({ points: [x, y, x + width, y + height], ...look }),
      new Konva.Line({ points: [x, y + height, x + width, y], ...look }),
    ];
  }
}

const CORNERS = ['top-left', 'top-right', 'bottom-left', 'bottom-right'];
const ANCHORS = [...CORNERS, 'middle-left', 'middle-right', 'top-center', 'bottom-center'];
/** Grid lines nearer than this, in pixels, are a grey area and help nobody. */
const LEAST_GRID = 12;

/** What the lines of a scene are drawn from: all but the handles. One object alone has its handles for a frame. */
function linedPart({ pull: _pull, selected, ...rest }: StageScene): Omit<StageScene, 'pull'> {
  return { ...rest, selected: selected.length > 1 ? selected : [] };
}

/** Handles around something small stand off, so that it can still be taken hold of. */
function roomAround({ width, height }: Box): number {
  return Math.max(0, (3 * HANDLE - Math.min(width, height)) / 2);
}

function inPixels(box: Box, { scale, origin }: View): Box {
  return { x: origin.x + box.x * scale, y: origin.y + box.y * scale, width: box.width * scale, height: box.height * scale };
}
