import type { Label } from '#contract/api-v3/label.ts';
import { compilePlanes, type CompiledPlanes } from '#rendering/print-planes.ts';
import type { FontLibrary } from '#rendering/text/fonts.ts';
import { Recent } from '../recent.ts';
import type { DrawingRequest } from './messages.ts';

const LABELS_KEPT = 64;

/** Labels made ready for what printers print with: compiled once per document, since the part that stays the same is drawn then. */
export class CompiledLabels {
  readonly #recent = new Recent<CompiledPlanes>(LABELS_KEPT);

  find(request: DrawingRequest): CompiledPlanes | undefined {
    return this.#recent.find(keyOf(request));
  }

  /** Forgets all: what they are written in is freed. */
  clear(): void {
    this.#recent.clear();
  }

  /** Throws `cannot-render`. */
  compile(request: DrawingRequest, document: string, library: FontLibrary): CompiledPlanes {
    return this.#recent.keep(keyOf(request), compilePlanes(JSON.parse(document) as Label, request.target, library));
  }
}

/** Which label is drawn for what: requests of the same key share all work that values do not change. */
export function keyOf({ hash, target, fonts }: Pick<DrawingRequest, 'hash' | 'target' | 'fonts'>): string {
  return [hash, target.hdpi, target.vdpi, target.isColor === true, fonts].join(' ');
}
