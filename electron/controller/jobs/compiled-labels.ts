import type { Label } from '#contract/api-v3/label.ts';
import { compileLabel, type CompiledLabel, type PrintTarget } from '#rendering/compile-label.ts';
import { printLabel } from '#rendering/print-label.ts';
import type { Bitmap } from '#rendering/raster/bitmap.ts';
import type { FontLibrary } from '#rendering/text/fonts.ts';
import type { DrawingOrder } from '../ledger/prints.ts';
import { Recent } from './recent.ts';

const LABELS_KEPT = 64;

/** Labels made ready for a resolution: compiled once per document, since the part that stays the same is drawn then. */
export class CompiledLabels {
  readonly #fonts: FontLibrary;
  readonly #recent = new Recent<CompiledLabel>(LABELS_KEPT);

  constructor(fonts: FontLibrary) {
    this.#fonts = fonts;
  }

  /** Draws a document out of the ledger with its values. Throws `cannot-render`. */
  draw({ hash, text, values, hdpi, vdpi }: DrawingOrder): Bitmap {
    return printLabel(
      this.get(hash, () => JSON.parse(text) as Label, { hdpi, vdpi }),
      values,
    );
  }

  /** `hash` names the document that `label` gives. Throws `cannot-render`. */
  get(hash: string, label: () => Label, { hdpi, vdpi }: PrintTarget): CompiledLabel {
    return this.#recent.get(`${hash} ${hdpi} ${vdpi}`, () => compileLabel(label(), { hdpi, vdpi }, this.#fonts));
  }
}
