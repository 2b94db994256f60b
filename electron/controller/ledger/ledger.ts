import type { DeviceMessage } from '#contract/api-v3/device-message.ts';
import type { Proof } from '#contract/api-v3/engine.ts';
import type { PrintState } from '#contract/api-v3/print.ts';
import type { StatusError } from '#contract/api-v3/status-error.ts';
import { stringifyPrintValues, type PrintValues } from '#rendering/dynamic-text/print-values.ts';
import type { ControllerDatabase, ControllerTransaction, PrintPurpose } from '#storage/database/controller-schema.ts';
import type { HighWater } from '#storage/high-water.ts';
import { Statement } from '#storage/database/statement.ts';
import type { Log } from '#process/log.ts';
import { noPublish, type Publish } from '../events/events.ts';
import { findLedgerFaults } from './ledger-checks.ts';
import { noPrint } from './print-problems.ts';
import {
  ACCEPT_MARKS,
  ALL_OPEN,
  EXPLAIN_MARK,
  EXPLAINED_MARKS,
  FORGET_DEVICE,
  STORE_DOCUMENT,
  MARK_UNKNOWN,
  NEW_PRINT,
  OPEN,
  PRINT,
  RESERVE,
  SEND,
  SETTLE,
  UNKNOWN,
  UNKNOWN_OF_DEVICE,
  type FinalState,
  type MovedPrint,
  type NewPrint,
} from './print-statements.ts';

export interface LedgerOptions {
  db: ControllerDatabase;
  now: () => number;
  log: Log;
  /** Undefined where nothing is printed. */
  highWater?: HighWater | undefined;
  /** Called when another controller has taken over the database: this one must end. */
  onReplaced?: ((error: ReplacedError) => void) | undefined;
  publish?: Publish;
  /** Undefined where no print can be blocked. */
  printBlocks?: { refuse(reservation: Reservation): void } | undefined;
}

/** The attributes of a new print. */
export interface Reservation {
  printer: string;
  job: string;
  labelName: string;
  /** 0 for a label that came with its job. */
  labelRevision: number;
  document: { hash: string; text: string };
  table: { name: string; key: string | null } | undefined;
  /** Row number in the table. */
  row: number | undefined;
  values: PrintValues;
  hdpi: number;
  vdpi: number;
  /** How the printer proves prints. */
  proof: Proof;
  pictureHash: string;
  /** What a device that draws on board gets. */
  deviceMessage?: DeviceMessage | undefined;
  /** Idempotency key of the request. */
  idempotencyKey: string | null;
  /** Name of the operator; empty when the client gave none. */
  operator: string;
  /** The original of a reprint, and the reason for it. */
  reprint?: { of: number; reason: string };
  /** The print that this one replaces, and the reason for it. */
  supersedes?: { print: number; reason: string } | undefined;
  /** By default `production`. */
  purpose?: PrintPurpose;
}

/** The outcome of a print. `by` is stored if the print was unknown until now. */
export interface Outcome {
  id: number;
  to: FinalState;
  reason?: string | undefined;
  by?: string | undefined;
}

/** I7: another controller has taken over this database. This one must not change its prints. */
export class ReplacedError extends Error {
  constructor() {
    super('Another controller has taken over the database: this one prints nothing any more.');
    this.name = 'ReplacedError';
  }
}

/** Value of `by` for outcomes that the engine reported or its count implies. */
export const ENGINE = 'engine';

const NEXT_EPOCH = new Statement<{ value: string }>(`
  INSERT INTO settings (key, value) VALUES ('epoch', '1')
  ON CONFLICT (key) DO UPDATE SET value = CAST(CAST(value AS INTEGER) + 1 AS TEXT) RETURNING value`);
const EPOCH = new Statement<{ value: string }>("SELECT value FROM settings WHERE key = 'epoch'");

/**
 * The ledger of prints: a print is reserved durably before the engine gets any data, and its state moves forward only. All methods join the
 * caller's transaction.
 */
export class Ledger {
  readonly #options: LedgerOptions;
  /** Number of controller runs on this database; 0 before `startEpoch`. */
  #epoch = 0;

  constructor(options: LedgerOptions) {
    this.#options = options;
  }

  /** Starts a new epoch and settles the prints of the last one: reserved prints are void, sent prints unknown. Returns the void ones. */
  async startEpoch(trx: ControllerTransaction): Promise<MovedPrint[]> {
    const { log } = this.#options;
    const next = await NEXT_EPOCH.first(trx);
    this.#epoch = Number(next?.value);
    const open = await ALL_OPEN.all(trx);
    const voided: MovedPrint[] = [];
    const sent = open.filter(({ state }) => state === 'sent').map(({ id }) => id);
    await this.markUnknown(sent, 'the controller stopped before the engine confirmed', trx);
    for (const { id, state } of open) {
      if (state !== 'sent') voided.push(...present(await this.settle({ id, to: 'void', reason: 'not sent before the restart' }, trx)));
    }
    const unknown = open.length - voided.length;
    if (voided.length > 0) log.warn(`${voided.length} prints were reserved and not sent before the restart: they are void`);
    if (unknown > 0) log.warn(`${unknown} prints were sent and not confirmed before the restart: they are unknown`);
    return voided;
  }

  /** Checks the ledger and logs every difference. Returns the differences. */
  async checkAccounts(): Promise<StatusError[]> {
    const { db, log } = this.#options;
    const faults = await findLedgerFaults(db);
    for (const { text } of faults) log.error(text);
    return faults;
  }

  /** Reserves a print. Returns its id, which is never used again. Throws `print-blocked`, and a `ReplacedError`. */
  async reserve(reservation: Reservation, trx: ControllerTransaction): Promise<number> {
    const { document } = reservation;
    this.#options.printBlocks?.refuse(reservation);
    await STORE_DOCUMENT.run(trx, document.hash, document.text);
    const print = this.#newPrint(reservation);
    const row = await RESERVE.first(trx, ...NEW_PRINT.map((column) => print[column]));
    if (!row) throw this.#replaced();
    this.#raiseMark(row.id);
    return row.id;
  }

  /** Marks a print as sent. Returns undefined if it is not reserved. Throws a `ReplacedError`. */
  async send(id: number, trx: ControllerTransaction): Promise<MovedPrint | undefined> {
    const sent = await SEND.first(trx, id, this.#options.now(), this.#epoch);
    if (sent) return sent;
    const epoch = await EPOCH.first(trx);
    if (Number(epoch?.value) !== this.#epoch) throw this.#replaced();
    return undefined;
  }

  /** Marks prints as unknown, all with the same time. Prints that are settled or were not sent stay as they are. */
  async markUnknown(ids: readonly number[], reason: string, trx: ControllerTransaction): Promise<void> {
    const now = this.#options.now();
    for (const id of ids) this.#publish(await MARK_UNKNOWN.first(trx, id, now, reason), 'unknown', trx);
  }

  /** Settles a print. Returns undefined, and changes nothing, if it is settled already. */
  async settle({ id, to, reason, by = ENGINE }: Outcome, trx: ControllerTransaction): Promise<MovedPrint | undefined> {
    return this.#publish(await SETTLE[to].first(trx, id, this.#options.now(), reason ?? null, by), to, trx);
  }

  /** Printer and state of a print. Throws `not-found`. */
  async find(id: number, db: Db = this.#options.db): Promise<{ printer: string; state: PrintState }> {
    const print = await PRINT.first(db, id);
    if (!print) throw noPrint(id);
    return print;
  }

  /** A printer's reserved and sent prints, oldest first. */
  async open(printer: string, db: Db): Promise<{ id: number; state: PrintState }[]> {
    return OPEN.all(db, printer);
  }

  /** A printer's unknown prints, oldest first. */
  async unknown(printer: string, db: Db = this.#options.db): Promise<{ id: number; unknown_since: number | null }[]> {
    return UNKNOWN.all(db, printer);
  }

  /** Those of them that the present device got: its count says something about them. */
  async unknownOfDevice(printer: string, db: Db = this.#options.db): Promise<{ id: number; unknown_since: number | null }[]> {
    return UNKNOWN_OF_DEVICE.all(db, printer);
  }

  /**
   * A confirmed print explains one more of the engine's count. Returns the explained count; undefined while the engine's count was never
   * read.
   */
  async explainMark(printer: string, counted: number | undefined, trx: ControllerTransaction): Promise<number | undefined> {
    return (await EXPLAIN_MARK.first(trx, printer, counted ?? null))?.engine_marks ?? undefined;
  }

  /** The part of the engine's count that prints explain; undefined while it was never read. */
  async explainedMarks(printer: string, db: Db = this.#options.db): Promise<number | undefined> {
    return (await EXPLAINED_MARKS.first(db, printer))?.engine_marks ?? undefined;
  }

  /** Accepts the engine's count as explained. */
  async acceptMarks(printer: string, counted: number, trx: ControllerTransaction): Promise<void> {
    await ACCEPT_MARKS.run(trx, printer, counted);
  }

  /** Another device takes the place of the printer's device: the explained count starts again from its count. */
  async forgetDevice(printer: string, trx: ControllerTransaction): Promise<void> {
    await FORGET_DEVICE.run(trx, printer);
  }

  /** Publishes the new state of a print that moved. Returns the print. */
  #publish(moved: MovedPrint | undefined, state: Outcome['to'] | 'unknown', trx: ControllerTransaction): MovedPrint | undefined {
    const { publish = noPublish } = this.#options;
    if (moved) publish({ type: 'print:settled', printer: moved.printer, id: moved.id, job: moved.job, state }, trx);
    return moved;
  }

  /** Raises the high-water mark of print ids. Throws errors of the disk that stores it. */
  #raiseMark(id: number): void {
    const { highWater, log } = this.#options;
    highWater?.coverPrint(id);
    if (!highWater?.isPrintLow(id)) return;
    highWater
      .coverPrintsAhead(id)
      .catch((error: unknown) => log.warn('the high-water mark of print ids could not be raised in advance', error));
  }

  #newPrint({ document, table, values, reprint, supersedes, ...rest }: Reservation): NewPrint {
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
      proof: rest.proof,
      picture_hash: rest.pictureHash,
      device_message: rest.deviceMessage ? JSON.stringify(rest.deviceMessage) : null,
      idempotency_key: rest.idempotencyKey,
      operator: rest.operator,
      ...earlierPrint({ reprint, supersedes }),
      reserved: this.#options.now(),
      epoch: this.#epoch,
      purpose: rest.purpose ?? 'production',
    };
  }

  #replaced(): ReplacedError {
    const error = new ReplacedError();
    this.#options.onReplaced?.(error);
    return error;
  }
}

/** The columns about the print that a new one repeats or replaces. */
function earlierPrint({ reprint, supersedes }: Pick<Reservation, 'reprint' | 'supersedes'>) {
  return {
    reprint_of: reprint?.of ?? null,
    reprint_reason: reprint?.reason ?? null,
    supersedes: supersedes?.print ?? null,
    rework_reason: supersedes?.reason ?? null,
  };
}

type Db = ControllerDatabase | ControllerTransaction;

function present(print: MovedPrint | undefined): MovedPrint[] {
  return print ? [print] : [];
}
