import type { Log } from '../engines/log.ts';
import type { Timers } from '../engines/timers.ts';
import type { Claim } from '../idempotency/claim.ts';
import { followAutoPrint } from './auto-print.ts';
import type { Ending } from './ending.ts';
import type { Jobs } from './jobs.ts';
import type { Facts } from './facts.ts';
import type { Line } from './line.ts';
import { printerFailed } from './printing-problems.ts';
import type { QueueEnd } from './queue-ends.ts';
import type { Settlement } from './settlement.ts';
import { withinLimit } from './time-limit.ts';

/** The longest time that an engine may take to let go of its prints, in milliseconds. */
const ABORT_LIMIT = 5_000;

export interface AbortingRooms {
  jobs: Jobs;
  ending: Ending;
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
   * Ends the whole queue, at once in memory and on the device. Works whatever the disk and the database do: the end is written down when they take
   * it. Throws `printer-failed` only, when the engine does not say that it stopped; the queue has ended all the same.
   */
  async abort(line: Line, claim?: Claim): Promise<void> {
    const { jobs, ending, settlement, facts } = this.#rooms;
    const { name } = line.printer;
    const end: QueueEnd = { printer: name, state: 'aborted' };
    line.aborts++;
    jobs.ends.begin(end);
    followAutoPrint(line, undefined);
    const stopped = this.#stop(line);
    const written = ending.write(line, end, {
      // A repeat of a request that failed is judged anew.
      ready: stopped.then(({ failure }) => (failure === undefined ? claim : undefined)),
      write: async () => {
        const { ids, failure } = await stopped;
        await line.facts.idle();
        await settlement.dropped({ printer: name, ids, reason: 'aborted' });
        if (failure === undefined) await facts.reconcile(line);
      },
    });
    const { failure } = await stopped;
    await written;
    line.clearFaults();
    if (failure !== undefined) throw printerFailed(line.printer, 'did not confirm that it stopped', failure);
  }

  /** Has the engine drop what it holds, and what it is just taking. Never rejects. */
  async #stop(line: Line): Promise<LettingGo> {
    const { sending } = line;
    const first = await this.letGo(line);
    if (!sending) return first;
    await sending;
    const last = await this.letGo(line);
    return { ids: [...first.ids, ...last.ids], failure: first.failure ?? last.failure };
  }

  /** The same at once and without the queue, for a controller that ends: what was under way is overtaken, and written down as far as that goes. */
  async halt(line: Line, reason: string): Promise<void> {
    line.aborts++;
    followAutoPrint(line, undefined);
    const stopping = this.#stop(line);
    await line.steps.run(async () => {
      const { ids } = await stopping;
      await line.facts.idle();
      await this.#rooms.settlement.dropped({ printer: line.printer.name, ids, reason });
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
