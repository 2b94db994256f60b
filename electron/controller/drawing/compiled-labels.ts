import { LRUCache } from 'lru-cache';
import type { Label } from '#contract/api-v3/label.ts';
import type { PrintValues } from '#rendering/dynamic-text/print-values.ts';
import { compilePlanes, type CompiledPlanes } from '#rendering/label/print-planes.ts';
import type { FontLibrary } from '#rendering/text/font-library.ts';
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

type DrawingKey = Pick<DrawingRequest, 'hash' | 'target' | 'fonts'> & { values: Pick<PrintValues, 'fallbackFonts'> };

/** Cache key of a label, target, font set and fallback fonts: requests with the same key differ in other values only. */
export function keyOf({ hash, target, fonts, values }: DrawingKey): string {
  const { fallbackFonts } = values;
  const key = [hash, target.hdpi, target.vdpi, target.isColor === true, fonts].join(' ');
  return fallbackFonts?.length ? `${key} ${JSON.stringify(fallbackFonts)}` : key;
}
