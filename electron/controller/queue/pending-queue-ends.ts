import { noPublish, type Publish } from '../events/events.ts';

/** The end of a queue by an operator. */
export interface QueueEnd {
  printer: string;
  state: 'aborted' | 'deselected';
}

/**
 * Queue ends that are not in the database yet. Readers see such a queue empty from the moment it ends, also while the disk is full. Holds
 * at most one entry per printer.
 */
export class PendingQueueEnds {
  readonly #publish: Publish;
  readonly #pending = new Map<string, QueueEnd>();
  #changes = 0;

  constructor(publish: Publish = noPublish) {
    this.#publish = publish;
  }

  /** Number of changes; responses that depend on queues are cached by it. */
  get changes(): number {
    return this.#changes;
  }

  /** Whether the printer's queue has ended, so that its jobs in the database no longer count. */
  isEnded(printer: string): boolean {
    return this.#pending.has(printer);
  }

  /** The queue ends now. */
  add(end: QueueEnd): void {
    this.#pending.set(end.printer, end);
    this.#changes += 1;
  }

  /** The end is stored. A later end of the same queue stays pending. */
  remove(end: QueueEnd): void {
    if (this.#pending.get(end.printer) !== end) return;
    this.#pending.delete(end.printer);
    this.#changes += 1;
  }

  /** Publishes an end that cannot be stored yet. One that can is published when its transaction commits. */
  publish({ printer }: QueueEnd): void {
    this.#publish({ type: 'queue:changed', printer });
  }
}
