import type { LabelDocument } from './design-object.ts';
import { isSameJson } from '../json/same-json.ts';

interface Moment {
  document: LabelDocument;
  /** The key by which successive changes merge into one undo step. */
  mergeKey: string | undefined;
}

/** The limit of undo steps: a shift's work on one label. */
const MAX_STEPS = 5_000;

/** Every state of a label since it was opened. States share their unchanged parts, so thousands of steps need little memory. */
export class UndoHistory {
  #before: Moment[] = [];
  #after: Moment[] = [];
  #now: Moment;

  constructor(document: LabelDocument) {
    this.#now = { document, mergeKey: undefined };
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

  /** The number of steps that can be undone. */
  get steps(): number {
    return this.#before.length;
  }

  /**
   * Adds a state. Successive changes with the same merge key are one step: the letters of a word, or repeated arrow keys. A change without
   * effect adds no step, and a step that returns to its start is removed.
   */
  change(document: LabelDocument, mergeKey?: string): void {
    if (isSameJson(document, this.#now.document)) return;
    const isSame = mergeKey !== undefined && mergeKey === this.#now.mergeKey;
    const began = this.#before.at(-1);
    this.#after = [];
    if (isSame && began && isSameJson(document, began.document)) {
      this.#before.pop();
      this.#now = { document: began.document, mergeKey: undefined };
      return;
    }
    if (!isSame) this.#before = [...this.#before, this.#now].slice(-MAX_STEPS);
    this.#now = { document, mergeKey };
  }

  /** The next change starts a new step. */
  settle(): void {
    this.#now.mergeKey = undefined;
  }

  undo(): void {
    const moment = this.#before.pop();
    if (!moment) return;
    this.#after.push({ ...this.#now, mergeKey: undefined });
    this.#now = { ...moment, mergeKey: undefined };
  }

  redo(): void {
    const moment = this.#after.pop();
    if (!moment) return;
    this.#before.push(this.#now);
    this.#now = moment;
  }
}
