import type { LabelObject } from '#contract/api-v3/label.ts';
import type { Point } from './field-placement.ts';
import type { ZplCommand } from '../syntax/zpl-command.ts';

/** An object of the label and the command that created it. */
export interface DrawnObject {
  object: LabelObject;
  command: ZplCommand;
  /** A point of the label within it, in dots. */
  inside: Point;
  /** Size and upper left corner of its dark area, in dots. */
  dark?: (Point & { width: number; height: number }) | undefined;
}

/**
 * The objects of a label in drawing order. A reversed field inverts the dots below it, which no label object does: a field over a dark box
 * becomes white, and a dark box over fields moves below them and makes them white.
 */
export class DrawnObjects {
  readonly #drawn: DrawnObject[] = [];

  get list(): readonly DrawnObject[] {
    return this.#drawn;
  }

  add(drawn: DrawnObject, isReversed: boolean): void {
    const { dark } = drawn;
    if (isReversed && dark) this.#addBelow(drawn, dark);
    else this.#drawn.push(isReversed && this.#isOnDark(drawn.inside) ? { ...drawn, object: inWhite(drawn.object) } : drawn);
  }

  #isOnDark(point: Point): boolean {
    return this.#drawn.some(({ dark }) => dark !== undefined && isWithin(point, dark));
  }

  #addBelow(drawn: DrawnObject, dark: NonNullable<DrawnObject['dark']>): void {
    const first = this.#drawn.findIndex(({ inside }) => isWithin(inside, dark));
    if (first < 0) {
      this.#drawn.push(drawn);
      return;
    }
    for (const covered of this.#drawn) {
      if (isWithin(covered.inside, dark)) covered.object = inWhite(covered.object);
    }
    this.#drawn.splice(first, 0, drawn);
  }
}

function isWithin({ x, y }: Point, { x: left, y: top, width, height }: NonNullable<DrawnObject['dark']>): boolean {
  return x >= left && y >= top && x < left + width && y < top + height;
}

function inWhite(object: LabelObject): LabelObject {
  switch (object.type) {
    case 'ObjectGroup':
      return object;
    case 'Rect':
    case 'Ellipse':
      return object.lineWidth === undefined ? { ...object, fillColor: 'white' } : { ...object, lineColor: 'white' };
    case 'StaticBitmap':
      return { ...object, fgColor: 'white' };
    default:
      return { ...object, color: 'white' };
  }
}
