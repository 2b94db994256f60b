import { checkEffort, drawOnto, effortOf } from '../raster/drawing.ts';
import type { Drawing } from '../raster/drawing.ts';
import type { Bitmap } from '../raster/bitmap.ts';
import type { Placement } from '../raster/placement.ts';

/**
 * The static layer and the drawings that were the same in the last prints. Only other drawings are drawn, on a copy. The result is
 * bit-identical to drawing all of them in order on the static layer.
 */
export class LayerCache {
  readonly #base: Bitmap;
  readonly #placement: Placement;
  readonly #isInkOnly: boolean;
  /** Created when first needed; invalid while `#drawn` is empty. */
  #canvas: Bitmap | undefined;
  /** The drawings on the canvas at their place in the order; empty if there are none. */
  #drawn: readonly (Drawing | undefined)[] = [];
  #last: readonly Drawing[] = [];
  #efforts: readonly number[] = [];

  /** `isInkOnly`: no drawing ever clears a dot, so their order does not matter. */
  constructor(base: Bitmap, placement: Placement, isInkOnly: boolean) {
    this.#base = base;
    this.#placement = placement;
    this.#isInkOnly = isInkOnly;
  }

  /**
   * Returns a new bitmap with the label's drawings on it. Throws a `LabelFault` if there is too much to draw; the cache then remains valid.
   */
  print(drawings: readonly Drawing[]): Bitmap {
    const efforts = this.#measureEfforts(drawings);
    this.#refresh(drawings);
    this.#last = drawings;
    this.#efforts = efforts;
    const below = this.#canvas && this.#drawn.length > 0 ? this.#canvas : this.#base;
    const bitmap: Bitmap = { ...below, words: new Uint32Array(below.words) };
    for (const [index, drawing] of drawings.entries()) {
      if (this.#drawn[index] !== drawing) drawOnto(bitmap, this.#placement, drawing);
    }
    return bitmap;
  }

  #measureEfforts(drawings: readonly Drawing[]): number[] {
    const efforts = drawings.map((drawing, index) => {
      const lastEffort = drawing === this.#last[index] ? this.#efforts[index] : undefined;
      return lastEffort ?? effortOf(this.#base, this.#placement, drawing);
    });
    checkEffort(efforts);
    return efforts;
  }

  /**
   * Adds drawings that are the same for the second time to the canvas, or starts again if a drawing on it changed. All drawings on the
   * canvas are unchanged ones, so any change invalidates it.
   */
  #refresh(drawings: readonly Drawing[]): void {
    const isStale = this.#drawn.some((drawn, index) => drawn !== undefined && drawn !== drawings[index]);
    const drawn = isStale ? [] : this.#drawn;
    const unchanged = this.#unchanged(drawings);
    this.#drawn = [];
    if (unchanged.some((drawing, index) => drawing !== drawn[index])) {
      this.#canvas ??= { ...this.#base, words: new Uint32Array(this.#base.words.length) };
      if (drawn.length === 0) this.#canvas.words.set(this.#base.words);
      for (const [index, drawing] of unchanged.entries()) {
        if (drawing && drawing !== drawn[index]) drawOnto(this.#canvas, this.#placement, drawing);
      }
    }
    this.#drawn = unchanged;
  }

  /** The drawings that are the same as in the last print, at their places; if the order matters, only those below the first change. */
  #unchanged(drawings: readonly Drawing[]): readonly (Drawing | undefined)[] {
    let isUnchanged = true;
    const unchanged = drawings.map((drawing, index) => {
      const isSame = drawing === this.#last[index];
      isUnchanged = this.#isInkOnly ? isSame : isUnchanged && isSame;
      return isUnchanged ? drawing : undefined;
    });
    return unchanged.some((drawing) => drawing !== undefined) ? unchanged : [];
  }
}
