import { checkEffort, drawUpon, effortOf } from './drawing.ts';
import type { Drawing } from './drawing.ts';
import type { Bitmap } from './raster/bitmap.ts';
import type { Placement } from './raster/placement.ts';

/**
 * What prints of one label begin with: the static layer, and upon it the drawings that were the same in the last prints. Only the others
 * are drawn, upon a copy. The result is bit for bit what drawing all of them in their order upon the static layer gives.
 */
export class WarmLayer {
  readonly #base: Bitmap;
  readonly #placement: Placement;
  readonly #isInkOnly: boolean;
  /** Made when first needed; worth nothing as long as `#drawn` is empty. */
  #canvas: Bitmap | undefined;
  /** What lies upon the canvas, each drawing at its place in the order; empty when nothing does. */
  #drawn: readonly (Drawing | undefined)[] = [];
  #last: readonly Drawing[] = [];
  #efforts: readonly number[] = [];

  /** `isInkOnly` says that no drawing ever clears a dot, so that their order does not matter. */
  constructor(base: Bitmap, placement: Placement, isInkOnly: boolean) {
    this.#base = base;
    this.#placement = placement;
    this.#isInkOnly = isInkOnly;
  }

  /** A new bitmap with the label's drawings upon it. Throws a `LabelFault` when there is too much to draw, and then forgets nothing. */
  print(drawings: readonly Drawing[]): Bitmap {
    const efforts = this.#weigh(drawings);
    this.#warmUp(drawings);
    this.#last = drawings;
    this.#efforts = efforts;
    const below = this.#canvas && this.#drawn.length > 0 ? this.#canvas : this.#base;
    const bitmap: Bitmap = { ...below, words: new Uint32Array(below.words) };
    for (const [index, drawing] of drawings.entries()) {
      if (this.#drawn[index] !== drawing) drawUpon(bitmap, this.#placement, drawing);
    }
    return bitmap;
  }

  #weigh(drawings: readonly Drawing[]): number[] {
    const efforts = drawings.map((drawing, index) => {
      const known = drawing === this.#last[index] ? this.#efforts[index] : undefined;
      return known ?? effortOf(this.#base, this.#placement, drawing);
    });
    checkEffort(efforts);
    return efforts;
  }

  /**
   * Draws upon the canvas what is the same for the second time; begins anew when something upon it is not what it was. What lies upon the
   * canvas is always part of what is steady: a change of it makes it stale at once.
   */
  #warmUp(drawings: readonly Drawing[]): void {
    const isStale = this.#drawn.some((drawn, index) => drawn !== undefined && drawn !== drawings[index]);
    const drawn = isStale ? [] : this.#drawn;
    const steady = this.#steady(drawings);
    this.#drawn = [];
    if (steady.some((drawing, index) => drawing !== drawn[index])) {
      this.#canvas ??= { ...this.#base, words: new Uint32Array(this.#base.words.length) };
      if (drawn.length === 0) this.#canvas.words.set(this.#base.words);
      for (const [index, drawing] of steady.entries()) {
        if (drawing && drawing !== drawn[index]) drawUpon(this.#canvas, this.#placement, drawing);
      }
    }
    this.#drawn = steady;
  }

  /** The drawings that are those of the last print, each at its place; where order matters, only what lies below all that changes. */
  #steady(drawings: readonly Drawing[]): readonly (Drawing | undefined)[] {
    let isSteady = true;
    const steady = drawings.map((drawing, index) => {
      const isSame = drawing === this.#last[index];
      isSteady = this.#isInkOnly ? isSame : isSteady && isSame;
      return isSteady ? drawing : undefined;
    });
    return steady.some((drawing) => drawing !== undefined) ? steady : [];
  }
}
