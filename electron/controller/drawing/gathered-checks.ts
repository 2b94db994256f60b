import type { PrintValues } from '#rendering/dynamic-text/print-values.ts';
import { keyOf } from './compiled-labels.ts';
import type { DrawingOrder, DrawingPool } from './drawing-pool.ts';
import type { CheckedPrint } from './messages.ts';

/** Prints that a thread is handed at a time: it checks them while the next ones are found. */
const MOST_TOGETHER = 16;

type CheckOrder = Omit<DrawingOrder, 'isPrint'>;

interface AskedPrint extends Omit<PromiseWithResolvers<CheckedPrint>, 'promise'> {
  row: PrintValues['row'];
}

interface Gathering {
  order: CheckOrder;
  prints: AskedPrint[];
}

/**
 * Checks of single prints for whoever asks. Those that are asked for in one turn, of the same label with the very same values beside the row,
 * go to a thread as one, since each message costs more than a check.
 */
export class GatheredChecks {
  readonly #drawing: Pick<DrawingPool, 'checkEach'>;
  /** By their values, and by what is drawn for what. */
  readonly #open = new Map<PrintValues, Map<string, Gathering>>();

  constructor(drawing: Pick<DrawingPool, 'checkEach'>) {
    this.#drawing = drawing;
  }

  /** Checks a print with this row. Throws as `DrawingPool.check` does, whatever others ask for. */
  check(order: CheckOrder, row: PrintValues['row']): Promise<CheckedPrint> {
    const { promise, resolve, reject } = Promise.withResolvers<CheckedPrint>();
    const gathering = this.#gatheringOf(order);
    gathering.prints.push({ row, resolve, reject });
    if (gathering.prints.length >= MOST_TOGETHER) this.#send(gathering);
    return promise;
  }

  #gatheringOf(order: CheckOrder): Gathering {
    if (this.#open.size === 0) process.nextTick(() => this.#sendAll());
    const { values } = order;
    const alike = this.#open.get(values) ?? new Map<string, Gathering>();
    this.#open.set(values, alike);
    const key = keyOf({ ...order, fonts: order.fonts.id });
    const gathering = alike.get(key) ?? { order, prints: [] };
    alike.set(key, gathering);
    return gathering;
  }

  #sendAll(): void {
    for (const alike of this.#open.values()) for (const gathering of alike.values()) this.#send(gathering);
    this.#open.clear();
  }

  #send({ order, prints }: Gathering): void {
    const sent = prints.splice(0);
    if (sent.length > 0) void this.#ask(order, sent);
  }

  /** Never rejects: everybody is answered. Where it fails over several, each is asked for alone, and only who is at fault hears of it. */
  async #ask(order: CheckOrder, prints: readonly AskedPrint[]): Promise<void> {
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
