import { tellNobody, type Tell } from '../events/events.ts';

/** How a queue ends when a person ends it. */
export interface QueueEnd {
  printer: string;
  state: 'aborted' | 'deselected';
}

/**
 * Queues that have ended and whose end is not in the database yet. Every reader of a queue sees it empty from the moment in which it ends, also
 * while the disk takes nothing. Holds at most one entry for each printer.
 */
export class QueueEnds {
  readonly #tell: Tell;
  readonly #open = new Map<string, QueueEnd>();
  #changes = 0;

  constructor(tell: Tell = tellNobody) {
    this.#tell = tell;
  }

  /** Grows whenever a queue ends and whenever an end is written down: cached responses are compared by it. */
  get changes(): number {
    return this.#changes;
  }

  /** Whether the jobs that the database has in this queue count no more. */
  isEnded(printer: string): boolean {
    return this.#open.has(printer);
  }

  /** The queue ends now. */
  begin(end: QueueEnd): void {
    this.#open.set(end.printer, end);
    this.#changes += 1;
  }

  /** The end is written down. A later end of the same queue stays open. */
  close(end: QueueEnd): void {
    if (this.#open.get(end.printer) !== end) return;
    this.#open.delete(end.printer);
    this.#changes += 1;
  }

  /** Publishes an end that cannot be written down yet. One that can is published with its transaction. */
  publish({ printer }: QueueEnd): void {
    this.#tell({ type: 'queue:changed', printer });
  }
}
