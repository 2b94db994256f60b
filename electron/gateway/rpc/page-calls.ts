import { ProblemError } from '#contract/problem.ts';
import type { PageLink } from './page-link.ts';

const OPEN_CALLS_LIMIT = 256;

/** The calls of one page that are open now: so many and no more, whatever the page does. */
export class PageCalls {
  readonly #link: PageLink;
  #open = 0;

  constructor(link: PageLink) {
    this.#link = link;
  }

  /** Counts a call in; the function that is returned counts it out, once. Throws `too-many-requests` at the limit. */
  enter(): () => void {
    if (this.#open >= OPEN_CALLS_LIMIT) {
      throw new ProblemError('too-many-requests', { detail: `This page has ${this.#open} calls open already.` });
    }
    this.#open += 1;
    let isOpen = true;
    return () => {
      if (isOpen) this.#open -= 1;
      isOpen = false;
    };
  }

  /** Resolves when the page can take the next event of a feed. */
  ready(): Promise<void> {
    return this.#link.ready();
  }
}
