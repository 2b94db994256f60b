import type { ControllerDatabase } from '#storage/controller-schema.ts';
import { inTransaction } from '#storage/in-transaction.ts';
import type { Log } from '../engines/log.ts';
import type { Timers } from '../engines/timers.ts';
import type { UnwritableDisk } from '../unwritable-disk.ts';
import { followAutoPrint } from './auto-print.ts';
import type { Jobs } from './jobs.ts';
import type { Facts } from './facts.ts';
import type { Line } from './line.ts';
import { printerFailed } from './printing-problems.ts';
import type { Settlement } from './settlement.ts';
import { withinLimit } from './time-limit.ts';

/** The longest time that an engine may take to let go of its prints, in milliseconds. */
const ABORT_LIMIT = 5_000;

export interface AbortingRooms {
  db: ControllerDatabase;
  disk: UnwritableDisk;
  jobs: Jobs;
  settlement: Settlement;
  facts: Facts;
  timers: Timers;
  log: Log;
}

interface LettingGo {
  /** Prints that certainly will not be made. */
  ids: number[];
  /** Why the engine may still print. */
  failure: unknown;
}

/** Stops a printer's printing: after the answer nothing prints any more. An abort wins over every order before it. */
export class Aborting {
  readonly #rooms: AbortingRooms;

  constructor(rooms: AbortingRooms) {
    this.#rooms = rooms;
  }

  /**
   * Ends the whole queue. Throws `printer-failed` when the engine does not say that it stopped; the queue has ended all the same. Throws `disk-full`
   * when the engine stopped and that cannot be written down yet: the queue ends before anything else prints.
   */
  async abort(line: Line): Promise<void> {
    line.aborts++;
    followAutoPrint(line, undefined);
    const wasSending = line.isSending;
    const atOnce = this.letGo(line);
    const ended = line.steps.run(async () => {
      const first = await atOnce;
      const last = wasSending ? await this.letGo(line) : { ids: [], failure: undefined };
      const { db, disk, jobs, settlement, facts } = this.#rooms;
      const { name } = line.printer;
      await disk.keep(() => inTransaction(db, (trx) => jobs.end(name, 'aborted', trx)));
      await line.facts.idle();
      await settlement.dropped({ printer: name, ids: [...first.ids, ...last.ids], reason: 'aborted' });
      line.clearFaults();
      const failure = first.failure ?? last.failure;
      if (failure === undefined) await facts.reconcile(line);
      else throw printerFailed(line.printer, 'did not confirm that it stopped', failure);
    });
    await atOnce;
    await this.#rooms.disk.unlessUnwritable(ended);
  }

  /** The same at once and without the queue, for a controller that ends: what was under way is overtaken, and written down as far as that goes. */
  async halt(line: Line, reason: string): Promise<void> {
    line.aborts++;
    followAutoPrint(line, undefined);
    const wasSending = line.isSending;
    const first = await this.letGo(line);
    await line.steps.run(async () => {
      const last = wasSending ? await this.letGo(line) : { ids: [] };
      await line.facts.idle();
      await this.#rooms.settlement.dropped({ printer: line.printer.name, ids: [...first.ids, ...last.ids], reason });
    });
  }

  /** Has the engine drop what it holds. Never rejects. */
  async letGo(line: Line): Promise<LettingGo> {
    const { timers, log } = this.#rooms;
    try {
      const ids = await withinLimit(line.printer.engine.abort(), ABORT_LIMIT, timers);
      for (const id of ids) line.answered(id);
      return { ids, failure: undefined };
    } catch (error) {
      log.error(`${line.printer.name} did not confirm that it stopped`, error);
      return { ids: [], failure: error };
    }
  }
}
