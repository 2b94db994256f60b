import { ProblemError } from '#contract/problem.ts';
import type { PageLink } from './page-link.ts';

const OPEN_CALLS_LIMIT = 256;
/** Of the inputs of open calls of all pages, in characters: four of the largest frames. */
const OPEN_CHARACTERS_LIMIT = 132 * 1024 * 1024;

/** What the open calls of all pages hold together. */
export class OpenInputs {
  characters = 0;
}

/** The calls of one page that are open now: so many and no more, whatever the page does. */
export class PageCalls {
  readonly #link: PageLink;
  readonly #inputs: OpenInputs;
  /** Characters of the frames that inputs came in. */
  readonly #sizes = new WeakMap<object, number>();
  #open = 0;

  constructor(link: PageLink, inputs: OpenInputs) {
    this.#link = link;
    this.#inputs = inputs;
  }

  /** An input came in a frame of so many characters. */
  arrived(input: unknown, characters: number): void {
    if (typeof input === 'object' && input !== null) this.#sizes.set(input, characters);
  }

  /** Counts a call in; the function that is returned counts it out, once. Throws `too-many-requests` at the limit of calls, and of their inputs. */
  enter(input: unknown): () => void {
    if (this.#open >= OPEN_CALLS_LIMIT) {
      throw new ProblemError('too-many-requests', { detail: `This page has ${this.#open} calls open already.` });
    }
    const characters = typeof input === 'object' && input !== null ? (this.#sizes.get(input) ?? 0) : 0;
    if (this.#inputs.characters + characters > OPEN_CHARACTERS_LIMIT) {
      throw new ProblemError('too-many-requests', { detail: 'Pages have sent too much that is not done yet.' });
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

  /** Resolves when the page can take the next event of a feed. */
  ready(): Promise<void> {
    return this.#link.ready();
  }
}
