import { LRUCache } from 'lru-cache';
import type { Label } from '#contract/api-v3/label.ts';
import { compilePlanes, type CompiledPlanes } from '#rendering/label/print-planes.ts';
import type { FontLibrary } from '#rendering/text/font-library.ts';
import { keyOf } from './drawing-key.ts';
import type { DrawingRequest } from './worker-messages.ts';

const MAX_LABELS = 64;

/** Cache of compiled labels, by label, target and fonts. Compiling draws the part of a label that is the same in all prints. */
export class CompiledLabels {
  readonly #cache = new LRUCache<string, CompiledPlanes>({ max: MAX_LABELS });

  find(request: DrawingRequest): CompiledPlanes | undefined {
    return this.#cache.get(keyOf(request));
  }

  /** Clears the cache; call before fonts are freed. */
  clear(): void {
    this.#cache.clear();
  }

  /** Compiles and caches a label. Throws `cannot-render`. */
  compile(request: DrawingRequest, document: string, library: FontLibrary): CompiledPlanes {
    const compiled = compilePlanes(JSON.parse(document) as Label, request.target, library);
    this.#cache.set(keyOf(request), compiled);
    return compiled;
  }
}
