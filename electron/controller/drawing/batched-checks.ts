import type { PrintValues } from '#rendering/dynamic-text/print-values.ts';
import { keyOf } from './drawing-key.ts';
import type { DrawingOrder, DrawingPool } from './drawing-pool.ts';
import type { CheckedPrint } from './worker-messages.ts';

/** Prints per message: the thread checks them while the next ones are collected. */
const MAX_BATCH = 16;

type CheckOrder = Omit<DrawingOrder, 'isPrint'>;

interface QueuedCheck extends Omit<PromiseWithResolvers<CheckedPrint>, 'promise'> {
  row: PrintValues['row'];
}

interface CheckBatch {
  order: CheckOrder;
  prints: QueuedCheck[];
}

/**
 * Batches checks of single prints: those that are requested in the same tick with the same label and values, apart from the row, go to a
 * thread in one message, since a message costs more than a check.
 */
export class BatchedChecks {
  readonly #drawing: Pick<DrawingPool, 'checkEach'>;
  /** By values, then by label, target and fonts. */
  readonly #open = new Map<PrintValues, Map<string, CheckBatch>>();

  constructor(drawing: Pick<DrawingPool, 'checkEach'>) {
    this.#drawing = drawing;
  }

  /** Checks a print with this row. Throws as `DrawingPool.check` does, for this print only. */
  check(order: CheckOrder, row: PrintValues['row']): Promise<CheckedPrint> {
    const { promise, resolve, reject } = Promise.withResolvers<CheckedPrint>();
    const batch = this.#batchOf(order);
    batch.prints.push({ row, resolve, reject });
    if (batch.prints.length >= MAX_BATCH) this.#send(batch);
    return promise;
  }

  #batchOf(order: CheckOrder): CheckBatch {
    if (this.#open.size === 0) process.nextTick(() => this.#sendAll());
    const { values } = order;
    const alike = this.#open.get(values) ?? new Map<string, CheckBatch>();
    this.#open.set(values, alike);
    const key = keyOf({ ...order, fonts: order.fonts.id });
    const batch = alike.get(key) ?? { order, prints: [] };
    alike.set(key, batch);
    return batch;
  }

  #sendAll(): void {
    for (const alike of this.#open.values()) for (const batch of alike.values()) this.#send(batch);
    this.#open.clear();
  }

  #send({ order, prints }: CheckBatch): void {
    const sent = prints.splice(0);
    if (sent.length > 0) void this.#ask(order, sent);
  }

  /** Never rejects. If a batch fails, its prints are checked one by one, so that only the faulty one is rejected. */
  async #ask(order: CheckOrder, prints: readonly QueuedCheck[]): Promise<void> {
    try {
      const checked = await this.#drawing.checkEach(
        order,
        prints.map(({ row }) => row),
      );
      for (const [index, { resolve, reject }] of prints.entries()) {
        const print = checked[index];
        if (print) resolve(print);
        else reject(new Error('A worker did not check every print that it was asked for.'));
      }
    } catch (error) {
      if (prints.length === 1) prints[0]?.reject(error);
      else for (const print of prints) void this.#ask(order, [print]);
    }
  }
}
