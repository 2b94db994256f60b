import { ProblemError } from '#contract/problem.ts';
import type { PageLink } from './page-link.ts';

const OPEN_CALLS_LIMIT = 256;
/** Total size of the inputs of all pages' open calls, in characters: four of the largest frames. */
const OPEN_CHARACTERS_LIMIT = 132 * 1024 * 1024;

/** Total size of the inputs of all pages' open calls. */
export class OpenInputs {
  characters = 0;
}

/** Counts and limits the open calls of one page. */
export class PageCalls {
  readonly #link: PageLink;
  readonly #inputs: OpenInputs;
  /** Characters of the frame of each input. */
  readonly #sizes = new WeakMap<object, number>();
  #open = 0;

  constructor(link: PageLink, inputs: OpenInputs) {
    this.#link = link;
    this.#inputs = inputs;
  }

  /** Records the size of the frame in which an input arrived. */
  arrived(input: unknown, characters: number): void {
    if (typeof input === 'object' && input !== null) this.#sizes.set(input, characters);
  }

  /** Counts a call as open until the returned function is called. Throws `too-many-requests` at the limit of calls or of their inputs. */
  enter(input: unknown): () => void {
    if (this.#open >= OPEN_CALLS_LIMIT) {
      throw new ProblemError('too-many-requests', { detail: `This page already has ${this.#open} open calls.` });
    }
    const characters = typeof input === 'object' && input !== null ? (this.#sizes.get(input) ?? 0) : 0;
    if (this.#inputs.characters + characters > OPEN_CHARACTERS_LIMIT) {
      throw new ProblemError('too-many-requests', { detail: 'The inputs of the open calls of all pages are too large. Try again later.' });
    }
    this.#open += 1;
    this.#inputs.characters += characters;
    let isOpen = true;
    return () => {
      if (!isOpen) return;
      isOpen = false;
      this.#open -= 1;
      this.#inputs.characters -= characters;
    };
  }

  /** Resolves when the page is ready for the next event of a feed. */
  ready(): Promise<void> {
    return this.#link.ready();
  }
}
