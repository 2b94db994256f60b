import { sql } from 'kysely';
import { orderFileResultSchema, type OrderFileResult, type OrderFilesPage, type OrderFilesQuery } from '#contract/api-v3/order-folder.ts';
import type { ControllerDatabase, ControllerTransaction } from '#storage/database/controller-schema.ts';
import { readStored } from '../../stored-content/stored-json.ts';

/** Results that are stored at most. A file that returns after so many others is taken like a new one; its orders then exist already. */
const MAX_STORED = 200_000;
/** Files between two looks at the number of stored results. */
const PRUNE_EVERY = 1_000;

/** What became of files, by the hash of folder, name and content. */
export class OrderFiles {
  readonly #db: ControllerDatabase;

  constructor(db: ControllerDatabase) {
    this.#db = db;
  }

  /** The result of a file whose orders are stored; undefined for a new file, and for a refused one, which is checked again. */
  async accepted(key: string): Promise<OrderFileResult | undefined> {
    const row = await this.#db.selectFrom('order_files').selectAll().where('key', '=', key).where('state', '=', 'done').executeTakeFirst();
    return row && resultOf(row);
  }

  /** Stores a result; a file that was refused before gets the new one. */
  async store(
    { key, folder, result }: { key: string; folder: string; result: OrderFileResult },
    trx: ControllerTransaction,
  ): Promise<void> {
    const state = result.result === 'accepted' ? ('done' as const) : ('refused' as const);
    const values = { key, folder, file: result.file, state, result: JSON.stringify(result), at: Date.parse(result.at) };
    await trx.deleteFrom('order_files').where('key', '=', key).execute();
    const { number } = await trx.insertInto('order_files').values(values).returning('number').executeTakeFirstOrThrow();
    if (number % PRUNE_EVERY === 0) await sql`DELETE FROM order_files WHERE number <= ${number - MAX_STORED}`.execute(trx);
  }

  /** A page of the files of a folder, newest first. */
  async page(folder: string, { before, limit }: OrderFilesQuery): Promise<OrderFilesPage> {
    let query = this.#db
      .selectFrom('order_files')
      .selectAll()
      .where('folder', '=', folder)
      .orderBy('number', 'desc')
      .limit(limit + 1);
    if (before !== undefined) query = query.where('number', '<', before);
    const rows = await query.execute();
    const shown = rows.slice(0, limit);
    return { files: shown.map(resultOf), next: rows.length > limit ? (shown.at(-1)?.number ?? null) : null };
  }
}

function resultOf({ file, folder, result }: { file: string; folder: string; result: string }): OrderFileResult {
  return readStored(orderFileResultSchema, result, { title: `result of the file "${file}" of the folder "${folder}"` });
}
