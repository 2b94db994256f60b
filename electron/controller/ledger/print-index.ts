import { LRUCache } from 'lru-cache';
import { sql, type Selectable } from 'kysely';
import { labelSchema, type Label } from '#contract/api-v3/label.ts';
import { changingTexts, counterTexts, labelContent, type LabelContent } from '#rendering/label/label-content.ts';
import { memorySizeOf } from '#storage/database/memory-size.ts';
import type { ControllerDatabase, ControllerSchema, ControllerTransaction } from '#storage/database/controller-schema.ts';
import { inTransaction } from '#storage/database/in-transaction.ts';
import { Statement } from '#storage/database/statement.ts';
import { isDamage } from '#storage/integrity/sqlite-failure.ts';
import type { Log } from '#process/log.ts';
import type { TimerHandle, Timers } from '../platform/timers.ts';
import { tryStored } from '../stored-content/stored-json.ts';
import { tryStoredValues } from './stored-values.ts';
import { resetTextTables } from './print-text-tables.ts';

const HOUR = 3_600_000;
/** Milliseconds between two looks at the ledger: at full rate a few batches, so that triggers never wait for a long series of them. */
const FOLLOW_INTERVAL = 1_000;
/** Prints per transaction: a few milliseconds, in which triggers wait. */
const BATCH = 50;
/** Cached contents of labels, and their total bytes. */
const MAX_CACHED_LABELS = 64;
const MAX_CACHED_BYTES = 32 * 1024 * 1024;
const LAST_INDEXED = 'printIndex';

const ENTER_TEXT = new Statement('INSERT INTO print_texts (rowid, content) VALUES (?1, ?2)');
const ENTER_SERIAL = new Statement('INSERT INTO print_serials (print, serial) VALUES (?1, ?2) ON CONFLICT DO NOTHING');

export interface PrintIndexOptions {
  db: ControllerDatabase;
  timers: Timers;
  log: Log;
  /** Read only: prints are indexed only for a search. */
  isSafeMode: boolean;
}

type IndexedPrint = Pick<Selectable<ControllerSchema['prints']>, 'id' | 'reserved' | 'document_hash' | 'print_values'>;

/**
 * Index of prints by text, serial and hour. It follows the ledger in batches, so that no trigger waits for it: a search first lets it catch
 * up. Prints from before there was an index are added as well.
 */
export class PrintIndex {
  readonly #options: PrintIndexOptions;
  #contents = newContents();
  #catchingUp: Promise<void> | undefined;
  #next: TimerHandle | undefined;
  #isStopped = false;
  #rebuilding: Promise<void> | undefined;
  /** Number of rebuilds. */
  #rebuilds = 0;
  /** Damage was found in a transaction that could not repair it. */
  #isDamaged = false;

  constructor(options: PrintIndexOptions) {
    this.#options = options;
  }

  /** Follows the ledger every second from now on. */
  start(): void {
    if (this.#options.isSafeMode) return;
    this.#isStopped = false;
    this.#follow();
  }

  /** Stops after the current batch. */
  async stop(): Promise<void> {
    this.#isStopped = true;
    if (this.#next !== undefined) this.#options.timers.clearTimeout(this.#next);
    await this.#catchingUp?.catch(() => undefined);
  }

  /** Resolves once every print is indexed. Other work runs between the batches. */
  catchUp(): Promise<void> {
    this.#catchingUp ??= this.withRepair(() => this.#enterAll())
      .catch((error: unknown) => {
        // The rolled back batch may have added documents: they are added again.
        this.#contents = newContents();
        throw error;
      })
      .finally(() => (this.#catchingUp = undefined));
    return this.#catchingUp;
  }

  /** Removes prints from the index, in the transaction that removes them from the ledger. */
  async remove(ids: readonly number[], trx: ControllerTransaction): Promise<void> {
    await trx.deleteFrom('print_serials').where('print', 'in', ids).execute();
    try {
      await trx.deleteFrom('print_texts').where('rowid', 'in', ids).execute();
    } catch (error) {
      this.#isDamaged = isDamage(error);
      throw error;
    }
  }

  /** Runs work on the text tables. If they are damaged, rebuilds them from the prints and runs it once more. */
  async withRepair<Result>(work: () => Promise<Result>): Promise<Result> {
    const beginnings = this.#rebuilds;
    try {
      return await work();
    } catch (error) {
      if (!isDamage(error)) throw error;
      if (beginnings === this.#rebuilds) await this.#rebuildTexts(error);
      return work();
    }
  }

  #rebuildTexts(damage?: unknown): Promise<void> {
    this.#rebuilding ??= this.#replaceTexts(damage).finally(() => (this.#rebuilding = undefined));
    return this.#rebuilding;
  }

  async #replaceTexts(damage: unknown): Promise<void> {
    const { db, log } = this.#options;
    log.warn('the print index is damaged: it is rebuilt from the prints', damage);
    const undeleted = await resetTextTables(db, async (trx) => {
      this.#contents = newContents();
      await trx.deleteFrom('static_documents').execute();
      await trx.deleteFrom('settings').where('key', '=', LAST_INDEXED).execute();
    });
    this.#isDamaged = false;
    this.#rebuilds += 1;
    for (const table of undeleted) log.warn(`the damaged table ${table} could not be removed: it only uses disk space`);
  }

  #follow(): void {
    const { timers, log } = this.#options;
    this.#next = timers.setTimeout(() => {
      this.catchUp()
        .catch((error: unknown) => log.error('the newest prints could not be entered into the index', error))
        .finally(() => this.#isStopped || this.#follow());
    }, FOLLOW_INTERVAL);
  }

  async #enterAll(): Promise<void> {
    if (this.#isDamaged) await this.#rebuildTexts();
    while ((await this.#enterBatch()) === BATCH && !this.#isStopped) await new Promise((resolve) => void setImmediate(resolve));
  }

  /** Indexes the oldest missing prints. Returns their number. */
  #enterBatch(): Promise<number> {
    return inTransaction(this.#options.db, async (trx) => {
      const position = await trx.selectFrom('settings').select('value').where('key', '=', LAST_INDEXED).executeTakeFirst();
      const prints = await trx
        .selectFrom('prints')
        .select(['id', 'reserved', 'document_hash', 'print_values'])
        .where('id', '>', Number(position?.value ?? 0))
        .orderBy('id')
        .limit(BATCH)
        .execute();
      const last = prints.at(-1);
      if (!last) return 0;
      for (const print of prints) await this.#enter(print, trx);
      await enterHours(prints, trx);
      await trx
        .insertInto('settings')
        .values({ key: LAST_INDEXED, value: String(last.id) })
        .onConflict((conflict) => conflict.column('key').doUpdateSet({ value: String(last.id) }))
        .execute();
      return prints.length;
    });
  }

  async #enter({ id, document_hash: hash, print_values }: IndexedPrint, trx: ControllerTransaction): Promise<void> {
    const content = this.#contents.get(hash) ?? (await enterDocument(hash, trx));
    this.#contents.set(hash, content);
    // A print whose values cannot be read is not found by its texts.
    const values = tryStoredValues({ print_values });
    if (!values) return;
    const text = changingTexts(content, values);
    await ENTER_TEXT.run(trx, id, text.map((line) => line.text).join('\n'));
    for (const serial of counterTexts(content, values)) await ENTER_SERIAL.run(trx, id, serial);
  }
}

/** Replaces a label that cannot be read. */
const NO_LABEL: Label = { format: 3, width: 0, height: 0, objs: [] };

/** Prepares a document; the text that is the same in all its prints is indexed once. */
async function enterDocument(hash: string, trx: ControllerTransaction): Promise<LabelContent> {
  const { document } = await trx.selectFrom('label_documents').select('document').where('hash', '=', hash).executeTakeFirstOrThrow();
  const read = tryStored(labelSchema, document);
  const content = labelContent('fault' in read ? NO_LABEL : read.value);
  const entry = await trx
    .insertInto('static_documents')
    .values({ hash })
    .onConflict((conflict) => conflict.doNothing())
    .returning('id')
    .executeTakeFirst();
  if (entry) {
    const text = content.unchanging.map((line) => line.text).join('\n');
    await trx.insertInto('static_texts').values({ rowid: entry.id, content: text }).execute();
  }
  return content;
}

async function enterHours(prints: readonly IndexedPrint[], trx: ControllerTransaction): Promise<void> {
  const hours = Map.groupBy(prints, ({ reserved }) => Math.floor(reserved / HOUR));
  for (const [hour, inHour] of hours) {
    const ids = inHour.map(({ id }) => id);
    await trx
      .insertInto('print_hours')
      .values({ hour, first: Math.min(...ids), last: Math.max(...ids) })
      .onConflict((conflict) =>
        conflict.column('hour').doUpdateSet({
          first: sql`min(print_hours.first, excluded.first)`,
          last: sql`max(print_hours.last, excluded.last)`,
        }),
      )
      .execute();
  }
}

function newContents(): LRUCache<string, LabelContent> {
  return new LRUCache<string, LabelContent>({ max: MAX_CACHED_LABELS, maxSize: MAX_CACHED_BYTES, sizeCalculation: memorySizeOf });
}
