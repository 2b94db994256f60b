import type { Label } from '#contract/api-v3/label.ts';
import { compileExaminer, type Examiner } from '#rendering/review/examine-prints.ts';
import type { FontLibrary } from '#rendering/text/fonts.ts';
import { Recent } from '../recent.ts';
import { keyOf } from './compiled-labels.ts';
import type { DrawingRequest } from './messages.ts';

const EXAMINERS_KEPT = 16;

/** Labels made ready for prints of them to be looked at in large numbers. */
export class Examiners {
  readonly #recent = new Recent<Examiner>(EXAMINERS_KEPT);

  find(request: DrawingRequest): Examiner | undefined {
    return this.#recent.find(examinerKey(request));
  }

  /** Forgets all: what they are written in is freed. */
  clear(): void {
    this.#recent.clear();
  }

  compile(request: DrawingRequest, document: string, fonts: FontLibrary): Examiner {
    const { target, examine } = request;
    const context = { target, fonts, printableHeight: examine?.printableHeight };
    return this.#recent.keep(examinerKey(request), compileExaminer(JSON.parse(document) as Label, context));
  }
}

function examinerKey(request: DrawingRequest): string {
  return `${keyOf(request)} ${request.examine?.printableHeight}`;
}
