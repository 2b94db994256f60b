import type { EngineCount } from '#contract/api-v3/engine-count.ts';
import { ProblemError } from '#contract/problem.ts';
import type { ControllerSchema, ControllerTransaction } from '#storage/controller-schema.ts';
import type { GroupCommit } from '#storage/group-commit.ts';
import type { Log } from '../engines/log.ts';
import type { UnwritableDisk } from '../unwritable-disk.ts';
import type { Claim } from '../idempotency/claim.ts';
import type { AcceptedCounts } from '../ledger/accepted-counts.ts';
import { ENGINE, type Ledger, type Outcome } from '../ledger/ledger.ts';
import { notUnknown } from '../ledger/print-problems.ts';
import type { Line } from './line.ts';
import type { Lines } from './lines.ts';
import type { Settlement } from './settlement.ts';

export interface ResolvingRooms {
  commits: GroupCommit<ControllerSchema>;
  disk: UnwritableDisk;
  lines: Lines;
  ledger: Ledger;
  acceptedCounts: AcceptedCounts;
  settlement: Settlement;
  log: Log;
}

/** A person's word: who says it, empty when the client did not, and why. */
export interface Word {
  by: string;
  reason: string;
  claim?: Claim | undefined;
}

/** What a person says where nobody else can: what became of a print, and that a count which no print explains is right as it is. */
export class Resolving {
  readonly #rooms: ResolvingRooms;

  constructor(rooms: ResolvingRooms) {
    this.#rooms = rooms;
  }

  /**
   * Settles an unknown print. With the last one of its printer the printer's own count is taken as it is: whoever has looked at every
   * product knows better. Throws `not-found`, and `print-not-unknown` for any other print.
   */
  async resolve(id: number, to: Outcome['to'], word: Word): Promise<void> {
    const { ledger, lines, settlement } = this.#rooms;
    if (word.by === ENGINE) throw namedAsEngine();
    const line = lines.named((await ledger.find(id)).printer);
    await this.#decide(line, word, async (counted, trx) => {
      const { printer, state } = await ledger.find(id, trx);
      if (state !== 'unknown') throw notUnknown(id, state);
      await settlement.resolve({ id, to, reason: word.reason, by: word.by }, trx);
      if (counted === undefined) return line.countFault;
      if ((await ledger.unknown(printer, trx)).length === 0) return this.#accept(printer, { counted, word }, trx);
      return settlement.difference(printer, { counted, accounted: await ledger.explainedMarks(printer, trx) }, trx);
    });
    line.lookAhead();
  }

  /** The printer's own count, beside what prints explain of it. */
  async count(printerName: string): Promise<EngineCount> {
    const { lines, ledger, acceptedCounts } = this.#rooms;
    const { engine } = lines.named(printerName).printer;
    return {
      counted: engine.count?.() ?? null,
      explained: (await ledger.explainedMarks(printerName)) ?? null,
      accepted: (await acceptedCounts.last(printerName)) ?? null,
    };
  }

  /** Takes the printer's own count as it is. Throws `count-not-acceptable` while prints are unknown, or while it does not say its count. */
  async acceptCount(printerName: string, word: Word): Promise<void> {
    const { lines, ledger } = this.#rooms;
    await this.#decide(lines.named(printerName), word, async (counted, trx) => {
      if (counted === undefined) throw notAcceptable(printerName, `"${printerName}" does not say how many marks it has made.`);
      const unknown = (await ledger.unknown(printerName, trx)).length;
      if (unknown > 0) {
        const prints = unknown === 1 ? '1 print of' : `${unknown} prints of`;
        throw notAcceptable(
          printerName,
          `Nobody knows whether ${prints} "${printerName}" was made: say so first, and its count is accepted.`,
        );
      }
      return this.#accept(printerName, { counted, word }, trx);
    });
  }

  /** Runs one decision. What the engine said until now is in its count, and is written down before; what it says from now on comes after. */
  async #decide(
    line: Line,
    { claim }: Word,
    decide: (counted: number | undefined, trx: ControllerTransaction) => Promise<string | undefined>,
  ): Promise<void> {
    this.#rooms.disk.refuse();
    const counted = line.printer.engine.count?.();
    const write = async (trx: ControllerTransaction) => {
      const fault = await decide(counted, trx);
      await claim?.keep(undefined, trx);
      return fault;
    };
    await line.facts.run(async () => {
      line.countFault = await this.#rooms.commits.run(write);
    });
  }

  async #accept(printer: string, { counted, word }: { counted: number; word: Word }, trx: ControllerTransaction): Promise<undefined> {
    const { ledger, acceptedCounts, log } = this.#rooms;
    const explained = await ledger.explainedMarks(printer, trx);
    if (explained === counted) return undefined;
    await ledger.acceptMarks(printer, counted, trx);
    if (explained === undefined) return undefined;
    await acceptedCounts.keep(printer, { counted, explained, by: word.by, reason: word.reason }, trx);
    log.warn(`${printer}: its own count of ${counted} was accepted, of which prints explain ${explained}: ${word.reason}`);
    return undefined;
  }
}

function notAcceptable(printer: string, detail: string): ProblemError {
  return new ProblemError('count-not-acceptable', { detail, instance: `/api/v3/printers/${encodeURIComponent(printer)}/engineCount` });
}

function namedAsEngine(): ProblemError {
  return new ProblemError('invalid-input', { detail: `A person cannot be named "${ENGINE}": that is what the printer itself is called.` });
}
