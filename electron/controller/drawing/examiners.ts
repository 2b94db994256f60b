import { LRUCache } from 'lru-cache';
import type { Label } from '#contract/api-v3/label.ts';
import { compileExaminer, type Examiner } from '#rendering/label/review/examine-prints.ts';
import type { FontLibrary } from '#rendering/text/font-library.ts';
import { keyOf } from './drawing-key.ts';
import type { DrawingRequest } from './worker-messages.ts';

const MAX_EXAMINERS = 16;

/** Cache of examiners: labels compiled to examine many of their prints. */
export class Examiners {
  readonly #cache = new LRUCache<string, Examiner>({ max: MAX_EXAMINERS });

  find(request: DrawingRequest): Examiner | undefined {
    return this.#cache.get(examinerKey(request));
  }

  /** Clears the cache; call before fonts are freed. */
  clear(): void {
    this.#cache.clear();
  }

  compile(request: DrawingRequest, document: string, fonts: FontLibrary): Examiner {
    const { target, examine } = request;
    const context = { target, fonts, printableHeight: examine?.printableHeight };
    const examiner = compileExaminer(JSON.parse(document) as Label, context);
    this.#cache.set(examinerKey(request), examiner);
    return examiner;
  }
}

function examinerKey(request: DrawingRequest): string {
  return `${keyOf(request)} ${request.examine?.printableHeight}`;
}
