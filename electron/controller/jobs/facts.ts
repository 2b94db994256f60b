import type { Log } from '../engines/log.ts';
import type { Line } from './line.ts';
import type { Settlement } from './settlement.ts';

/** Writes down what an engine says of its prints, in the order in which it says so. What it says is answered by nobody. */
export class Facts {
  readonly #settlement: Settlement;
  readonly #log: Log;

  constructor({ settlement, log }: { settlement: Settlement; log: Log }) {
    this.#settlement = settlement;
    this.#log = log;
  }

  /** The engine confirmed a mark; `counted` is its own count behind it. */
  printed(line: Line, id: number, counted: number | undefined): Promise<void> {
    line.confirmed(id);
    return this.#settle(line, id, async () => {
      line.countFault = await this.#settlement.printed(line.printer.name, { id, counted });
    });
  }

  /** The engine says that a print was certainly not made. */
  failed(line: Line, id: number, reason: string): Promise<void> {
    return this.#settle(line, id, () => this.#settlement.voided(id, reason));
  }

  /** The engine was started: what it held before it does not mark any more. Triggers wait until that is written down. */
  async started(line: Line): Promise<void> {
    const { name } = line.printer;
    line.forget();
    try {
      await line.orders.run(async () => {
        await line.facts.run(() => this.#settlement.dropped({ printer: name, ids: [], reason: 'the printer started anew' }));
        await this.reconcile(line);
      });
    } catch (error) {
      this.#fail(line, 'What the printer did before it was started could not be written down.', error);
    }
  }

  /** Compares the engine's own count with the prints, while it holds no print of which nobody knows. */
  async reconcile(line: Line): Promise<void> {
    const { name, engine } = line.printer;
    // What the engine said before this moment is in its count, and is written down before the count is looked at.
    const counted = engine.count?.();
    if (counted === undefined) return;
    line.countFault = await line.facts.run(() => this.#settlement.reconcile(name, counted));
    if (line.countFault !== undefined) this.#log.error(`${name}: ${line.countFault}`);
  }

  async #settle(line: Line, id: number, write: () => Promise<void>): Promise<void> {
    try {
      await line.facts.run(write);
    } catch (error) {
      this.#fail(line, `What became of print ${id} could not be written down.`, error);
    } finally {
      line.answered(id);
    }
  }

  #fail(line: Line, fault: string, error: unknown): void {
    line.fault = fault;
    this.#log.error(`${line.printer.name}: ${fault}`, error);
  }
}
