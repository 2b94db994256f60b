import type { PrintState } from '#contract/api-v3/print.ts';
import { stringifyPrintValues, type PrintValues } from '#rendering/dynamic-text/print-values.ts';
import type { ControllerDatabase, ControllerTransaction } from '#storage/controller-schema.ts';
import type { HighWater } from '#storage/high-water.ts';
import { Statement } from '#storage/statement.ts';
import type { Log } from '../engines/log.ts';
import { tellNobody, type Tell } from '../events/events.ts';
import { accountFaults } from './accounts.ts';
import { noPrint } from './print-problems.ts';
import {
  ACCEPT_MARKS,
  ALL_OPEN,
  EXPLAIN_MARK,
  EXPLAINED_MARKS,
  KEEP_DOCUMENT,
  LOSE,
  NEW_PRINT,
  OPEN,
  PRINT,
  RESERVE,
  SEND,
  SETTLE,
  UNKNOWN,
  type MovedPrint,
  type NewPrint,
} from './print-statements.ts';

export interface LedgerOptions {
  db: ControllerDatabase;
  now: () => number;
  log: Log;
  /** Left out where nothing is printed. */
  highWater?: HighWater | undefined;
  /** Another controller has taken over the database: this one has to end. */
  onReplaced?: ((error: ReplacedError) => void) | undefined;
  tell?: Tell;
}

/** What a print is reserved with. */
export interface Reservation {
  printer: string;
  job: string;
  labelName: string;
  /** 0 for a label that came with its job. */
  labelRevision: number;
  document: { hash: string; text: string };
  table: { name: string; key: string | null } | undefined;
  /** The number of its row in the table. */
  row: number | undefined;
  values: PrintValues;
  hdpi: number;
  vdpi: number;
  pictureHash: string;
  /** Of the request that asked for it. */
  idempotencyKey: string | null;
  /** Who asked for it; empty when nobody said. */
  operator: string;
  /** The print that this one repeats, and why. */
  reprint?: { of: number; reason: string };
}

/** How a print ended. `by` says who knows, should it be unknown until now. */
export interface Outcome {
  id: number;
  to: 'printed' | 'void';
  reason?: string | undefined;
  by?: string | undefined;
}

/** I7: another controller works on this database since. What it has begun this one must not touch. */
export class ReplacedError extends Error {
  constructor() {
    super('Another controller has taken over the database: this one prints nothing any more.');
    this.name = 'ReplacedError';
  }
}

/** Who resolved a print whose engine said later, or by its count, what became of it. */
export const ENGINE = 'engine';

const NEXT_EPOCH = new Statement<{ value: string }>(`
  INSERT INTO settings (key, value) VALUES ('epoch', '1')
  ON CONFLICT (key) DO UPDATE SET value = CAST(CAST(value AS INTEGER) + 1 AS TEXT) RETURNING value`);
const EPOCH = new Statement<{ value: string }>("SELECT value FROM settings WHERE key = 'epoch'");

/**
 * Every value that may be printed, once: a print is reserved durably before a byte goes to an engine, and moves forward only.
 * All methods join the caller's transaction.
 */
export class Ledger {
  readonly #options: LedgerOptions;
  /** Counts the runs of all controllers on this database; 0 before `begin`. */
  #epoch = 0;

  constructor(options: LedgerOptions) {
    this.#options = options;
  }

  /**
   * Begins a new epoch and settles what the last one left open: what was reserved was never sent, and what was sent nobody can tell.
   * Returns the prints that are void now.
   */
  async begin(trx: ControllerTransaction): Promise<MovedPrint[]> {
    const { log } = this.#options;
    const next = await NEXT_EPOCH.first(trx);
    this.#epoch = Number(next?.value);
    const open = await ALL_OPEN.all(trx);
    const voided: MovedPrint[] = [];
    const sent = open.filter(({ state }) => state === 'sent').map(({ id }) => id);
    await this.lose(sent, 'the controller stopped before the engine confirmed', trx);
    for (const { id, state } of open) {
      if (state !== 'sent') voided.push(...present(await this.settle({ id, to: 'void', reason: 'not sent before the restart' }, trx)));
    }
    const unknown = open.length - voided.length;
    if (voided.length > 0) log.warn(`${voided.length} prints were reserved and not sent before the restart: they are void`);
    if (unknown > 0) log.warn(`${unknown} prints were sent and not confirmed before the restart: they are unknown`);
    return voided;
  }

  /** Compares the accounts and logs every difference. Returns the differences. */
  async checkAccounts(): Promise<string[]> {
    const { db, log } = this.#options;
    const faults = await accountFaults(db);
    for (const fault of faults) log.error(`the accounts of the ledger differ: ${fault}`);
    return faults;
  }

  /** Writes a print down before anything goes to an engine. Returns its id, which is never used again. Throws a `ReplacedError`. */
  async reserve(reservation: Reservation, trx: ControllerTransaction): Promise<number> {
    const { document } = reservation;
    await KEEP_DOCUMENT.run(trx, document.hash, document.text);
    const print = this.#newPrint(reservation);
    const row = await RESERVE.first(trx, ...NEW_PRINT.map((column) => print[column]));
    if (!row) throw this.#replaced();
    this.#cover(row.id);
    return row.id;
  }

  /** The print goes to the engine now. Throws a `ReplacedError`. */
  async send(id: number, trx: ControllerTransaction): Promise<MovedPrint | undefined> {
    const sent = await SEND.first(trx, id, this.#options.now(), this.#epoch);
    if (sent) return sent;
    const epoch = await EPOCH.first(trx);
    if (Number(epoch?.value) !== this.#epoch) throw this.#replaced();
    return undefined;
  }

  /**
   * Nobody can say from now on what became of the prints: they are all lost at the same moment, however long it takes to write them down.
   * Those of which it is known, or which were not sent, stay as they are.
   */
  async lose(ids: readonly number[], reason: string, trx: ControllerTransaction): Promise<void> {
    const now = this.#options.now();
    for (const id of ids) this.#tell(await LOSE.first(trx, id, now, reason), 'unknown', trx);
  }

  /** Says what became of a print. Returns undefined when that was said before; then nothing changes. */
  async settle({ id, to, reason, by = ENGINE }: Outcome, trx: ControllerTransaction): Promise<MovedPrint | undefined> {
    return this.#tell(await SETTLE[to].first(trx, id, this.#options.now(), reason ?? null, by), to, trx);
  }

  /** Whose print it is, and what is known of it. Throws `not-found`. */
  async find(id: number, db: Db = this.#options.db): Promise<{ printer: string; state: PrintState }> {
    const print = await PRINT.first(db, id);
    if (!print) throw noPrint(id);
    return print;
  }

  /** A printer's prints that are neither printed nor given up, oldest first. */
  async open(printer: string, db: Db): Promise<{ id: number; state: PrintState }[]> {
    return OPEN.all(db, printer);
  }

  /** A printer's prints of which nobody can say what became of them, oldest first. */
  async unknown(printer: string, db: Db = this.#options.db): Promise<{ id: number; unknown_since: number | null }[]> {
    return UNKNOWN.all(db, printer);
  }

  /** A mark of the engine belongs to a print. Returns what prints explain of its count now, undefined while that was never read. */
  async explainMark(printer: string, counted: number | undefined, trx: ControllerTransaction): Promise<number | undefined> {
    return (await EXPLAIN_MARK.first(trx, printer, counted ?? null))?.engine_marks ?? undefined;
  }

  /** What prints explain of the engine's own count; undefined while that was never read. */
  async explainedMarks(printer: string, db: Db = this.#options.db): Promise<number | undefined> {
    return (await EXPLAINED_MARKS.first(db, printer))?.engine_marks ?? undefined;
  }

  /** Takes the engine's count as it is for explained. */
  async acceptMarks(printer: string, counted: number, trx: ControllerTransaction): Promise<void> {
    await ACCEPT_MARKS.run(trx, printer, counted);
  }

  /** Returns the print; nothing is told of one that did not move. */
  #tell(moved: MovedPrint | undefined, state: Outcome['to'] | 'unknown', trx: ControllerTransaction): MovedPrint | undefined {
    const { tell = tellNobody } = this.#options;
    if (moved) tell({ type: 'print:settled', printer: moved.printer, id: moved.id, job: moved.job, state }, trx);
    return moved;
  }

  /** Throws what the disk throws that keeps how far prints came. */
  #cover(id: number): void {
    const { highWater, log } = this.#options;
    highWater?.coverPrint(id);
    if (!highWater?.isPrintLow(id)) return;
    highWater.coverPrintsAhead(id).catch((error: unknown) => log.warn('how far prints may come could not be written down ahead', error));
  }

  #newPrint({ document, table, values, reprint, ...rest }: Reservation): NewPrint {
    return {
      printer: rest.printer,
      job: rest.job,
      label_name: rest.labelName,
      label_revision: rest.labelRevision,
      document_hash: document.hash,
      table_name: table?.name ?? null,
      key: table?.key ?? null,
      row: rest.row ?? null,
      print_values: stringifyPrintValues(values),
      hdpi: rest.hdpi,
      vdpi: rest.vdpi,
      picture_hash: rest.pictureHash,
      idempotency_key: rest.idempotencyKey,
      operator: rest.operator,
      reprint_of: reprint?.of ?? null,
      reprint_reason: reprint?.reason ?? null,
      reserved: this.#options.now(),
      epoch: this.#epoch,
    };
  }

  #replaced(): ReplacedError {
    const error = new ReplacedError();
    this.#options.onReplaced?.(error);
    return error;
  }
}

type Db = ControllerDatabase | ControllerTransaction;

function present(print: MovedPrint | undefined): MovedPrint[] {
  return print ? [print] : [];
}
