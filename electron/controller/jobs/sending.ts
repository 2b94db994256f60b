import type { ControllerSchema } from '#storage/controller-schema.ts';
import type { GroupCommit } from '#storage/group-commit.ts';
import { EngineError, type EnginePrint } from '../engines/engine.ts';
import type { Log } from '../engines/log.ts';
import type { Timers } from '../engines/timers.ts';
import { diskRefusal, type UnwritableDisk } from '../unwritable-disk.ts';
import type { Ledger } from '../ledger/ledger.ts';
import type { Line, Order } from './line.ts';
import type { Metrics } from '../metrics/metrics.ts';
import { refusedByEngine, uncertainPrint } from './printing-problems.ts';
import type { Settlement } from './settlement.ts';
import { withinLimit } from './time-limit.ts';

/** The longest time that an engine may take to accept a print, in milliseconds. */
const SEND_LIMIT = 5_000;

export interface SendingRooms {
  commits: GroupCommit<ControllerSchema>;
  disk: UnwritableDisk;
  ledger: Ledger;
  settlement: Settlement;
  metrics: Pick<Metrics, 'sends' | 'settles'>;
  timers: Timers;
  log: Log;
}

/** What asked for a print, and how many aborts there were before it. */
export interface AskedFor {
  aborts: number;
  order: Order;
}

/** A reserved print on its way to the engine. */
export class Sending {
  readonly #rooms: SendingRooms;

  constructor(rooms: SendingRooms) {
    this.#rooms = rooms;
  }

  /**
   * Hands a print over in a step of its line. Throws `printer-cannot-print` after an abort, which makes it void, and what the engine says
   * that does not take it.
   */
  async send(line: Line, print: EnginePrint, askedFor: AskedFor): Promise<void> {
    await line.steps.run(async () => {
      await this.#release(line, print, askedFor);
      await this.#handOver(line, print);
    });
  }

  /** Writes down that the print goes out. It is `sent` before a byte is: a crash in between leaves it unknown, never forgotten. */
  async #release(line: Line, { id }: EnginePrint, { aborts, order }: AskedFor): Promise<void> {
    const { commits, disk, ledger, settlement } = this.#rooms;
    try {
      if (line.aborts === aborts) await disk.notice(() => commits.run((trx) => ledger.send(id, trx)));
    } catch (error) {
      if (diskRefusal(error)) await disk.waitFor(settlement.voided(id, 'the disk took no more before it was sent'));
      throw error;
    }
    if (line.aborts === aborts) return;
    await disk.waitFor(settlement.voided(id, 'aborted'));
    line.refuseOvertaken(aborts, order);
  }

  /** Nothing may be awaited between the last look at the aborts and the engine's `send`. */
  async #handOver(line: Line, print: EnginePrint): Promise<void> {
    const { timers, settlement, disk, metrics, log } = this.#rooms;
    const { printer } = line;
    line.given(print.id, metrics.settles.begin(printer.name));
    const answered = metrics.sends.begin(printer.name);
    const sent = withinLimit(printer.engine.send(print), SEND_LIMIT, timers);
    line.sending = sent.catch(() => undefined);
    try {
      await sent;
    } catch (error) {
      line.answered(print.id);
      if (error instanceof EngineError) {
        await disk.waitFor(settlement.voided(print.id, error.message));
        throw refusedByEngine(printer, error);
      }
      log.error(`${printer.name}: nobody can say whether print ${print.id} was accepted`, error);
      await disk.waitFor(settlement.unknown(print.id, error instanceof Error ? error.message : String(error)));
      throw uncertainPrint(printer, error);
    } finally {
      line.sending = undefined;
      answered();
    }
  }
}
