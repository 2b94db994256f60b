import { sql } from 'kysely';
import type { ControllerDatabase, ControllerTransaction } from '#storage/database/controller-schema.ts';
import { whenDurable } from '#storage/database/open-transactions.ts';
import type { PrintIndex } from '../ledger/print-index.ts';
import { ARCHIVED_COLUMNS, archiveLine, type PrintToArchive } from './archive-line.ts';

/** Prints that are read at a time: a few milliseconds, in which triggers wait. */
const PAGE = 100;
/** Refused prints that the state lists. */
const MAX_LISTED = 20;

/** Prints that are sent together. */
export interface ArchiveBatch {
  /** The last print of the range that begins after the cursor; undefined for a batch of changes only. */
  through: number | undefined;
  /** The number of the last change in the batch; undefined without changes. */
  change: number | undefined;
  /** The changed prints and those of the range, each once. */
  prints: number[];
  /** How many of them are of the range. */
  inRange: number;
}

export interface ArchiveQueueOptions {
  db: ControllerDatabase;
  index: Pick<PrintIndex, 'catchUp'>;
  /** Writes in a transaction, and resolves when the changes are durable. Rejects while the disk accepts no writes. */
  write: (work: (trx: ControllerTransaction) => Promise<void>) => Promise<void>;
  /** Milliseconds since the epoch. */
  now: () => number;
}

/**
 * Which prints the archive of the plant does not have yet. The cursor is the id of the last print that it has acknowledged. `sending` is raised before the
 * prints of a batch are read: a print that changes from then on is entered in `archive_changes` and sent again. A print that is sent twice has no effect.
 */
export class ArchiveQueue {
  readonly #options: ArchiveQueueOptions;

  constructor(options: ArchiveQueueOptions) {
    this.#options = options;
  }

  /** All prints of the ledger are to be sent, unless this has begun already. */
  async begin(trx: ControllerTransaction): Promise<void> {
    await sql`INSERT INTO archive_cursor (id) VALUES (1) ON CONFLICT DO NOTHING`.execute(trx);
  }

  /** No print is to be sent any more, and it is forgotten which were. */
  async end(trx: ControllerTransaction): Promise<void> {
    await trx.deleteFrom('archive_cursor').execute();
    await trx.deleteFrom('archive_changes').execute();
    await trx.deleteFrom('archive_refusals').execute();
  }

  /** Refused prints are to be sent again: the plant or the controller may be another version now. */
  async retryRefused(trx: ControllerTransaction): Promise<void> {
    await sql`INSERT INTO archive_changes (print) SELECT print FROM archive_refusals
      WHERE print NOT IN (SELECT print FROM archive_changes)`.execute(trx);
  }

  /** Begins a batch of at most so many prints: changed ones first, then those after the cursor. Undefined if none wait. */
  async beginBatch(limit: number): Promise<ArchiveBatch | undefined> {
    const { db, write } = this.#options;
    const cursor = await db.selectFrom('archive_cursor').select(['through', 'sending']).executeTakeFirst();
    if (!cursor) return undefined;
    const changes = await db.selectFrom('archive_changes').select(['number', 'print']).orderBy('number').limit(limit).execute();
    const changed = new Set(changes.map(({ print }) => print));
    const range = await db
      .selectFrom('prints')
      .select('id')
      .where('id', '>', cursor.through)
      .orderBy('id')
      .limit(limit - changed.size)
      .execute();
    const through = range.at(-1)?.id;
    if (through === undefined && changes.length === 0) return undefined;
    if (through !== undefined && through > cursor.sending)
      await write(async (trx) => void (await trx.updateTable('archive_cursor').set({ sending: through }).execute()));
    const ids = range.map(({ id }) => id);
    return {
      through,
      change: changes.at(-1)?.number,
      prints: [...new Set([...changed, ...ids])].sort((a, b) => a - b),
      inRange: ids.length,
    };
  }

  /** The lines of the prints, read after the batch has begun; undefined when they are longer than so many bytes. They are durable. */
  async lines({ prints }: ArchiveBatch, maxBytes: number): Promise<string[] | undefined> {
    const { db, index } = this.#options;
    await index.catchUp();
    const lines: string[] = [];
    let bytes = 0;
    for (let from = 0; from < prints.length; from += PAGE) {
      for (const line of await this.#page(prints.slice(from, from + PAGE))) {
        bytes += Buffer.byteLength(line);
        lines.push(line);
      }
      if (bytes > maxBytes && prints.length > 1) return undefined;
      await new Promise((resolve) => void setImmediate(resolve));
    }
    await whenDurable(db);
    return lines;
  }

  /** The text of a label document; undefined when it is not stored. */
  async document(hash: string): Promise<string | undefined> {
    return (await this.#options.db.selectFrom('label_documents').select('document').where('hash', '=', hash).executeTakeFirst())?.document;
  }

  /** The plant has acknowledged a batch. */
  async acknowledge(batch: ArchiveBatch): Promise<void> {
    const { write, now } = this.#options;
    await write(async (trx) => {
      await this.#pass(batch, trx);
      await sql`UPDATE archive_cursor SET archived = archived + ${batch.inRange}, last_success = ${now()}`.execute(trx);
      const accepted = JSON.stringify(batch.prints);
      await sql`DELETE FROM archive_refusals WHERE print IN (SELECT value FROM json_each(${accepted}))`.execute(trx);
    });
  }

  /** The plant refuses a batch of one print because of its content. It is recorded, and later prints follow. */
  async refuse(batch: ArchiveBatch, reason: string): Promise<void> {
    const { write, now } = this.#options;
    await write(async (trx) => {
      await this.#pass(batch, trx);
      for (const print of batch.prints)
        await trx
          .insertInto('archive_refusals')
          .values({ print, at: now(), reason })
          .onConflict((conflict) => conflict.column('print').doUpdateSet({ at: now(), reason }))
          .execute();
    });
  }

  /** How many prints wait, were archived and were refused, with the newest refusals. Empty without a plant. */
  async figures() {
    const { db } = this.#options;
    const figures = await archiveFigures(db);
    const refusals = await db
      .selectFrom('archive_refusals')
      .selectAll()
      .orderBy('at', 'desc')
      .orderBy('print', 'desc')
      .limit(MAX_LISTED)
      .execute();
    return { waiting: 0, archived: 0, refused: 0, last_success: null, ...figures, refusals };
  }

  async #page(ids: readonly number[]): Promise<string[]> {
    const { db } = this.#options;
    const prints: PrintToArchive[] = await db.selectFrom('prints').select(ARCHIVED_COLUMNS).where('id', 'in', ids).orderBy('id').execute();
    const serials = await db.selectFrom('print_serials').select(['print', 'serial']).where('print', 'in', ids).execute();
    const byPrint = Map.groupBy(serials, ({ print }) => print);
    return prints.map((print) =>
      archiveLine(
        print,
        (byPrint.get(print.id) ?? []).map(({ serial }) => serial),
      ),
    );
  }

  async #pass({ through, change }: ArchiveBatch, trx: ControllerTransaction): Promise<void> {
    if (through !== undefined) await sql`UPDATE archive_cursor SET through = ${through}, sending = max(sending, ${through})`.execute(trx);
    if (change !== undefined) await trx.deleteFrom('archive_changes').where('number', '<=', change).execute();
  }
}

/** How many prints wait, were archived and were refused; undefined without a plant. Ids of prints have no gaps but where old ones were removed. */
export async function archiveFigures(db: ControllerDatabase) {
  const { rows } = await sql<{ waiting: number; archived: number; refused: number; last_success: number | null }>`
    SELECT archived, last_success, (SELECT count(*) FROM archive_refusals) AS refused,
      (SELECT count(*) FROM archive_changes) +
        max(0, coalesce((SELECT max(id) FROM prints), 0) - max(through, coalesce((SELECT min(id) FROM prints), 1) - 1)) AS waiting
    FROM archive_cursor`.execute(db);
  return rows[0];
}
