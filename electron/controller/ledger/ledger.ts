import type { PrintState } from '#contract/api-v3/print.ts';
import { stringifyPrintValues, type PrintValues } from '#rendering/dynamic-text/print-values.ts';
import type { ControllerDatabase, ControllerTransaction } from '#storage/controller-schema.ts';
import type { Log } from '../engines/log.ts';
import { accountFaults } from './accounts.ts';
import { NOT_PRINTED } from './not-printed.ts';
import { statesBefore } from './print-moves.ts';

export interface LedgerOptions {
  db: ControllerDatabase;
  now: () => number;
  log: Log;
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
}

/** A print that changed its state: whose it was, and which job counted it. */
export interface MovedPrint {
  id: number;
  printer: string;
  job: string;
  /** The number of its row in the table. */
  row: number | null;
}

/**
 * Every value that may be printed, once: a print is reserved durably before a byte goes to an engine, and moves forward only.
 * All methods join the caller's transaction.
 */
export class Ledger {
  readonly #options: LedgerOptions;

  constructor(options: LedgerOptions) {
    this.#options = options;
  }

  /**
   * Settles what the last run left open: what was reserved was never sent, and what was sent nobody can tell. Returns the prints
   * that are void now.
   */
  async recover(trx: ControllerTransaction): Promise<MovedPrint[]> {
    const { log } = this.#options;
    const voided = await this.#moveAll({ from: 'reserved', to: 'void', reason: 'not sent before the restart' }, trx);
    const unknown = await this.#moveAll({ from: 'sent', to: 'unknown', reason: 'the controller stopped before the engine confirmed' }, trx);
    if (voided.length > 0) log.warn(`${voided.length} prints were reserved and not sent before the restart: they are void`);
    if (unknown.length > 0) log.warn(`${unknown.length} prints were sent and not confirmed before the restart: they are unknown`);
    return voided;
  }

  /** Compares the accounts and logs every difference. Returns the differences. */
  async checkAccounts(): Promise<string[]> {
    const { db, log } = this.#options;
    const faults = await accountFaults(db);
    for (const fault of faults) log.error(`the accounts of the ledger differ: ${fault}`);
    return faults;
  }

  /** Writes a print down before anything goes to an engine. Returns its id, which is never used again. */
  async reserve(reservation: Reservation, trx: ControllerTransaction): Promise<number> {
    const { printer, job, labelName, labelRevision, document, table, row: tableRow } = reservation;
    const { values, hdpi, vdpi, pictureHash, idempotencyKey } = reservation;
    await trx
      .insertInto('label_documents')
      .values({ hash: document.hash, document: document.text })
      .onConflict((conflict) => conflict.doNothing())
      .execute();
    const now = this.#options.now();
    const row = await trx
      .insertInto('prints')
      .values({
        printer,
        job,
        label_name: labelName,
        label_revision: labelRevision,
        document_hash: document.hash,
        table_name: table?.name ?? null,
        key: table?.key ?? null,
        row: tableRow ?? null,
        print_values: stringifyPrintValues(values),
        hdpi,
        vdpi,
        picture_hash: pictureHash,
        state: 'reserved',
        reason: null,
        reserved: now,
        settled: now,
        idempotency_key: idempotencyKey,
      })
      .returning('id')
      .executeTakeFirstOrThrow();
    return row.id;
  }

  /** Moves a print forward. Returns undefined when it may not go there from where it is; then nothing changes. */
  async move({ id, to, reason }: { id: number; to: PrintState; reason?: string }, db: Db): Promise<MovedPrint | undefined> {
    return db
      .updateTable('prints')
      .set({ state: to, reason: reason ?? null, settled: this.#options.now() })
      .where('id', '=', id)
      .where('state', 'in', statesBefore(to))
      .returning(['id', 'printer', 'job', 'row'])
      .executeTakeFirst();
  }

  /** A printer's prints that are neither printed nor given up. */
  async open(printer: string, db: Db): Promise<{ id: number; state: PrintState }[]> {
    return db
      .selectFrom('prints')
      .select(['id', 'state'])
      .where('state', 'in', ['reserved', 'sent'])
      .where(NOT_PRINTED)
      .where('printer', '=', printer)
      .execute();
  }

  async #moveAll(
    { from, to, reason }: { from: PrintState; to: PrintState; reason: string },
    trx: ControllerTransaction,
  ): Promise<MovedPrint[]> {
    const moved: MovedPrint[] = [];
    for (const { id } of await trx.selectFrom('prints').select('id').where('state', '=', from).where(NOT_PRINTED).execute()) {
      const print = await this.move({ id, to, reason }, trx);
      if (print) moved.push(print);
    }
    return moved;
  }
}

type Db = ControllerDatabase | ControllerTransaction;
