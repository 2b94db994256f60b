import { sql } from 'kysely';
import type { ControllerDatabase, ControllerTransaction } from '#storage/database/controller-schema.ts';
import { inTransaction } from '#storage/database/in-transaction.ts';
import { whenDurable } from '#storage/database/open-transactions.ts';
import { RECORD_COLUMNS, type RecordedPrint } from './print-records.ts';

/** How many waiting prints of a printer are counted. */
export const MOST_COUNTED = 100_000;
/** Prints in one message: some hundreds of bytes each. */
const BATCH = 250;

/** Prints of one printer that are to be sent, in the order of their ids. */
export interface PrintBatch {
  printer: string;
  /** Prints whose outcome was unknown when they were sent, and is known now; then prints that were not sent yet. */
  prints: RecordedPrint[];
  /** The highest id of the prints that were not sent yet; undefined if all of them were sent as unknown before. */
  through: number | undefined;
  /** Whether more wait. */
  isFull: boolean;
}

/**
 * Which prints the servers have not taken yet. Each printer has a cursor in the database: the id of its last print that was taken. A print
 * waits until it is settled, and so do later ones of its printer: the order of a printer's prints is kept. A print that was sent as unknown is
 * sent again when its outcome is known.
 */
export class PrintHistory {
  readonly #db: ControllerDatabase;

  constructor(db: ControllerDatabase) {
    this.#db = db;
  }

  /** Prints from now on are sent; those that were waiting are forgotten. */
  async begin(trx: ControllerTransaction): Promise<void> {
    await this.end(trx);
    await sql`INSERT INTO sparkplug_cursors (printer, print)
      SELECT name, coalesce((SELECT max(id) FROM prints), 0) FROM printers`.execute(trx);
  }

  /** Sparkplug is switched off: no print waits any more. */
  async end(trx: ControllerTransaction): Promise<void> {
    await trx.deleteFrom('sparkplug_cursors').execute();
    await trx.deleteFrom('sparkplug_unknown').execute();
  }

  /** The next prints of a printer that are to be sent; undefined if there are none. What it returns is durable. */
  async next(printer: string): Promise<PrintBatch | undefined> {
    const resolved = await this.#resolved(printer);
    const found = await this.#db
      .selectFrom('prints')
      .select(RECORD_COLUMNS)
      .where('printer', '=', printer)
      .where('id', '>', await this.#cursor(printer))
      .orderBy('id')
      .limit(BATCH)
      .execute();
    const open = found.findIndex(({ state }) => state === 'reserved' || state === 'sent');
    const settled = open === -1 ? found : found.slice(0, open);
    const prints = [...resolved, ...settled];
    if (prints.length === 0) return undefined;
    await whenDurable(this.#db);
    return { printer, prints, through: settled.at(-1)?.id, isFull: settled.length === BATCH || resolved.length === BATCH };
  }

  /** A server has taken a batch. */
  async taken({ printer, prints, through }: PrintBatch): Promise<void> {
    await inTransaction(this.#db, async (trx) => {
      for (const { id, state } of prints) {
        if (state !== 'unknown') await trx.deleteFrom('sparkplug_unknown').where('print', '=', id).execute();
        else
          await trx
            .insertInto('sparkplug_unknown')
            .values({ print: id, printer })
            .onConflict((conflict) => conflict.doNothing())
            .execute();
      }
      if (through === undefined) return;
      const count = prints.length;
      await trx
        .insertInto('sparkplug_cursors')
        .values({ printer, print: through, taken: count })
        .onConflict((conflict) =>
          conflict.column('printer').doUpdateSet(({ ref }) => ({ print: through, taken: sql`${ref('taken')} + ${count}` })),
        )
        .execute();
    });
  }

  /** How many prints wait, counted up to `MOST_COUNTED` for each printer, when the oldest of them was settled, and how many were taken. */
  async waiting(printers: readonly string[]): Promise<{ waiting: number; oldest: number | undefined; sent: number }> {
    if (printers.length === 0) return { waiting: 0, oldest: undefined, sent: 0 };
    const cursors = await this.#db.selectFrom('sparkplug_cursors').selectAll().where('printer', 'in', printers).execute();
    let [waiting, sent] = [0, 0];
    let oldest: number | undefined;
    for (const { printer, print, taken } of cursors) {
      const { rows } = await sql<{ waiting: number; oldest: number | null }>`
        SELECT count(*) AS waiting, (SELECT settled FROM prints WHERE printer = ${printer} AND id > ${print}
          AND state NOT IN ('reserved', 'sent') ORDER BY id LIMIT 1) AS oldest
        FROM (SELECT 1 FROM prints WHERE printer = ${printer} AND id > ${print} LIMIT ${MOST_COUNTED})`.execute(this.#db);
      const [found] = rows;
      waiting += found?.waiting ?? 0;
      sent += taken;
      oldest = Math.min(oldest ?? Infinity, found?.oldest ?? Infinity);
    }
    return { waiting, sent, oldest: oldest === Infinity ? undefined : oldest };
  }

  async #cursor(printer: string): Promise<number> {
    const row = await this.#db.selectFrom('sparkplug_cursors').select('print').where('printer', '=', printer).executeTakeFirst();
    return row?.print ?? 0;
  }

  async #resolved(printer: string): Promise<RecordedPrint[]> {
    return this.#db
      .selectFrom('sparkplug_unknown')
      .innerJoin('prints', 'prints.id', 'sparkplug_unknown.print')
      .select(RECORD_COLUMNS.map((column) => `prints.${column}` as const))
      .where('sparkplug_unknown.printer', '=', printer)
      .where('prints.state', '<>', 'unknown')
      .orderBy('prints.id')
      .limit(BATCH)
      .execute();
  }
}
