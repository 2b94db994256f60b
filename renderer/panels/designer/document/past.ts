import type { LabelDocument } from '../../../stores/labels.ts';
import { isWrittenAlike } from './written-alike.ts';

interface Moment {
  document: LabelDocument;
  /** What somebody did: further changes by the same deed belong to the same step back. */
  deed: string | undefined;
}

/** Steps back: a shift's work on one label. */
const MOST_STEPS = 5_000;

/**
 * Every state that a label had while it was worked on. Documents share what they have in common, so that thousands of steps are little more than
 * what was changed in them.
 */
export class Past {
  #before: Moment[] = [];
  #after: Moment[] = [];
  #now: Moment;

  constructor(document: LabelDocument) {
    this.#now = { document, deed: undefined };
  }

  get now(): LabelDocument {
    return this.#now.document;
  }

  get canUndo(): boolean {
    return this.#before.length > 0;
  }

  get canRedo(): boolean {
    return this.#after.length > 0;
  }

  /** Steps that can be taken back. */
  get steps(): number {
    return this.#before.length;
  }

  /**
   * Takes a new state. Changes by the same deed, one after another, are one step: the letters of a word, the keys of a move. There is no step
   * where nothing is written otherwise, nor where a deed ends as it began.
   */
  change(document: LabelDocument, deed?: string): void {
    if (isWrittenAlike(document, this.#now.document)) return;
    const isSame = deed !== undefined && deed === this.#now.deed;
    const began = this.#before.at(-1);
    this.#after = [];
    if (isSame && began && isWrittenAlike(document, began.document)) {
      this.#before.pop();
      this.#now = { document: began.document, deed: undefined };
      return;
    }
    if (!isSame) this.#before = [...this.#before, this.#now].slice(-MOST_STEPS);
    this.#now = { document, deed };
  }

  /** What is done next is a step of its own, whatever it is. */
  settle(): void {
    this.#now.deed = undefined;
  }

  undo(): void {
    const moment = this.#before.pop();
    if (!moment) return;
    this.#after.push({ ...this.#now, deed: undefined });
    this.#now = { ...moment, deed: undefined };
  }

  redo(): void {
    const moment = this.#after.pop();
    if (!moment) return;
    this.#before.push(this.#now);
    this.#now = moment;
  }
}
