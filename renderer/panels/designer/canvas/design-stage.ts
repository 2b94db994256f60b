import Konva from 'konva';
import type { Box } from '../../../domain/label-document/design-object.ts';
import { boxAround } from '../../../domain/label-geometry/move-object.ts';
import { isSameJson } from '../../../domain/json/same-json.ts';
import type { Guide } from '../../../domain/label-geometry/snap-box.ts';
import type { View } from './zoom.ts';

/** The overlay on the image of a label. All in millimetres. */
export interface StageScene {
  view: View;
  window: { width: number; height: number };
  label: { width: number; height: number };
  selected: readonly Box[];
  /** How the selection can be resized. */
  resizeMode: 'free' | 'even' | 'none';
  faults: readonly Box[];
  warnings: readonly Box[];
  guides: readonly Guide[];
  /** The distance of grid lines; 0 = none. */
  grid: number;
  /** The parts of the label that the slices of the printer print, with the names of their heads, and the borders between them. */
  slices: { areas: readonly { name: string; area: Box }[]; borders: readonly Guide[] };
  /** The height that the printer can print. */
  printableHeight: number | undefined;
  marquee: Box | undefined;
}

/** The sides of a box that a handle moves. */
export interface ResizedEdges {
  left: boolean;
  top: boolean;
  right: boolean;
  bottom: boolean;
}

export interface StageEvents {
  /** A handle was dragged so that the object fills this box. */
  resize: (to: Box, edges: ResizedEdges) => void;
  resized: () => void;
  /** Rotated clockwise by a multiple of 90°. */
  turned: (quarters: number) => void;
}

interface Inks {
  mark: string;
  warn: string;
  quiet: string;
  /** The names of print heads, and the ground below them. */
  name: string;
  tag: string;
  font: string;
}

/** The size of a handle in pixels: large enough for a finger at any zoom. */
const HANDLE = 18;
const FINGER = 22;
const QUARTER = 90;
/** The size of the names of print heads, and the space around them, in pixels. */
const NAME_SIZE = 16;
const NAME_PADDING = 4;

/** Handles, frames and lines over a label. The rasteriser draws everything that prints. */
export class DesignStage {
  readonly #stage: Konva.Stage;
  readonly #lines = new Konva.Layer({ listening: false });
  readonly #handles = new Konva.Layer();
  readonly #frame = new Konva.Rect({ draggable: false });
  readonly #transformer: Konva.Transformer;
  readonly #events: StageEvents;
  readonly #inks: Inks;
  #scene: StageScene | undefined;
  /** The inputs of the last drawn lines and handles: most typed letters change neither. */
  #lined: unknown;
  #resizeMode: StageScene['resizeMode'] | undefined;
  #isPulling = false;

  constructor(host: HTMLDivElement, events: StageEvents) {
    this.#events = events;
    const style = getComputedStyle(host);
    this.#inks = {
      mark: style.getPropertyValue('--paper-new').trim() || '#005cc8',
      warn: style.getPropertyValue('--paper-mark').trim() || '#8a5200',
      quiet: style.getPropertyValue('--paper-same').trim() || '#969696',
      name: style.getPropertyValue('--text').trim() || '#1b1b1b',
      tag: style.getPropertyValue('--surface-raised').trim() || '#ffffff',
      font: style.fontFamily,
    };
    this.#stage = new Konva.Stage({ container: host, width: 1, height: 1 });
    this.#transformer = this.#makeTransformer();
    this.#handles.add(this.#frame, this.#transformer);
    this.#stage.add(this.#lines, this.#handles);
  }

  /** Whether there is a handle at this position of the window. */
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
    if (isSameJson(lined, this.#lined)) return;
    this.#lined = lined;
    this.#lines.destroyChildren();
    const across = { x: 0, y: 0, width: scene.label.width, height: scene.label.height };
    this.#lines.add(this.#grid(scene));
    for (const border of scene.slices.borders)
      this.#lines.add(this.#line(border, { stroke: this.#inks.quiet, dash: [8, 5], strokeWidth: 1.5 }));
    if (scene.printableHeight !== undefined && scene.printableHeight < across.height) {
      const rest = { x: 0, y: scene.printableHeight, width: across.width, height: across.height - scene.printableHeight };
      this.#lines.add(this.#box(rest, { fill: this.#inks.warn, opacity: 0.12 }));
    }
    for (const box of scene.warnings) this.#lines.add(this.#box(box, { stroke: this.#inks.warn, dash: [5, 3], strokeWidth: 2 }));
    for (const box of scene.faults) this.#lines.add(...this.#crossed(box));
    for (const box of lined.selected) this.#lines.add(this.#box(box, { stroke: this.#inks.mark, strokeWidth: 1 }));
    for (const guide of scene.guides) this.#lines.add(this.#line(guide, { stroke: this.#inks.mark, dash: [4, 4] }));
    for (const slice of scene.slices.areas) this.#lines.add(this.#headNames(slice, scene));
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
    if (scene.resizeMode !== this.#resizeMode) this.#setResizeMode(scene.resizeMode);
    if (around) this.#transformer.padding(roomAround(inPixels(around, scene.view)));
    this.#handles.batchDraw();
  }

  #setResizeMode(mode: StageScene['resizeMode']): void {
    this.#resizeMode = mode;
    this.#transformer.resizeEnabled(mode !== 'none');
    this.#transformer.keepRatio(mode === 'even');
    this.#transformer.enabledAnchors(mode === 'even' ? CORNERS : ANCHORS);
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
      this.#emitResize(transformer.getActiveAnchor());
    });
    transformer.on('transformend', () => {
      this.#isPulling = false;
      const quarters = (Math.round(this.#frame.rotation() / QUARTER) + 4) % 4;
      if (quarters > 0) this.#events.turned(quarters);
      else this.#events.resized();
      if (this.#scene) this.show(this.#scene);
    });
    return transformer;
  }

  #emitResize(anchor: string | null): void {
    if (!this.#scene || anchor === null || anchor === 'rotater') return;
    const { scale, origin } = this.#scene.view;
    const frame = this.#frame;
    const to = {
      x: (frame.x() - origin.x) / scale,
      y: (frame.y() - origin.y) / scale,
      width: (frame.width() * frame.scaleX()) / scale,
      height: (frame.height() * frame.scaleY()) / scale,
    };
    this.#events.resize(to, {
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

  /** The names of the heads of a slice, at the right end of its area or within the window. */
  #headNames({ name, area }: { name: string; area: Box }, { view, window }: StageScene): Konva.Label {
    const { x, y, width } = inPixels(area, view);
    const tag = new Konva.Label({ x: 0, y: 0 });
    tag.add(new Konva.Tag({ fill: this.#inks.tag, cornerRadius: 3 }));
    tag.add(new Konva.Text({ text: name, fontSize: NAME_SIZE, fontFamily: this.#inks.font, fill: this.#inks.name, padding: NAME_PADDING }));
    const end = Math.min(x + width + NAME_PADDING, window.width - tag.width() - NAME_PADDING);
    tag.position({ x: Math.max(NAME_PADDING, end), y: Math.max(NAME_PADDING, Math.min(y, window.height - tag.height() - NAME_PADDING)) });
    return tag;
  }

  /** All grid lines as one shape: hundreds of shapes would be recreated with each step of a gesture. */
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

  /** Crosses out an object that cannot be drawn, at its position. */
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
/** Grid lines closer than this, in pixels, are not drawn, because they would form a grey area. */
const LEAST_GRID = 12;

/** The part of a scene that determines the lines: everything except the handles. A single selected object has its handles as a frame. */
function linedPart({ resizeMode: _resizeMode, selected, ...rest }: StageScene): Omit<StageScene, 'resizeMode'> {
  return { ...rest, selected: selected.length > 1 ? selected : [] };
}

/** Handles keep a distance around small objects, so that the object itself can be dragged. */
function roomAround({ width, height }: Box): number {
  return Math.max(0, (3 * HANDLE - Math.min(width, height)) / 2);
}

function inPixels(box: Box, { scale, origin }: View): Box {
  return { x: origin.x + box.x * scale, y: origin.y + box.y * scale, width: box.width * scale, height: box.height * scale };
}
