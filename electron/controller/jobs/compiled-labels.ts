import type { Label } from '#contract/api-v3/label.ts';
import { compilePlanes, printPlanes, type CompiledPlanes, type Planes, type PlanesTarget } from '#rendering/print-planes.ts';
import type { Fonts } from '../fonts/fonts.ts';
import type { DrawingOrder } from '../ledger/prints.ts';
import { Recent } from './recent.ts';

const LABELS_KEPT = 64;

/** Labels made ready for what printers print with: compiled once per document, since the part that stays the same is drawn then. */
export class CompiledLabels {
  readonly #fonts: Fonts;
  readonly #recent = new Recent<CompiledPlanes>(LABELS_KEPT);

  constructor(fonts: Fonts) {
    this.#fonts = fonts;
  }

  /** Draws a document out of the ledger with its values. Throws `cannot-render`. */
  draw({ hash, text, values, ...target }: DrawingOrder): Planes {
    return printPlanes(
      this.get(hash, () => JSON.parse(text) as Label, target),
      values,
    );
  }

  /** `hash` names the document that `label` gives. Throws `cannot-render`. */
  get(hash: string, label: () => Label, target: PlanesTarget): CompiledPlanes {
    const { hdpi, vdpi, isColor = false } = target;
    const { generation, library } = this.#fonts;
    return this.#recent.get(`${generation} ${hash} ${hdpi} ${vdpi} ${isColor}`, () => compilePlanes(label(), target, library));
  }
}
