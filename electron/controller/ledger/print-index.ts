import { LRUCache } from 'lru-cache';
import { sql, type Selectable } from 'kysely';
import { labelSchema, type Label } from '#contract/api-v3/label.ts';
import { changingTexts, counterTexts, labelContent, type LabelContent } from '#rendering/label-content.ts';
import { memorySizeOf } from '#storage/memory-size.ts';
import type { ControllerDatabase, ControllerSchema, ControllerTransaction } from '#storage/controller-schema.ts';
import { inTransaction } from '#storage/in-transaction.ts';
import { isDamage } from '#storage/sqlite-failure.ts';
import type { Log } from '../engines/log.ts';
import type { TimerHandle, Timers } from '../engines/timers.ts';
import { tryStored } from '../stored-content/stored-json.ts';
import { tryStoredValues } from './stored-values.ts';
import { beginTextsAnew } from './text-tables.ts';

const MINUTE = 60_000;
const HOUR = 60 * MINUTE;
/** Prints of one transaction: a few milliseconds, in which no trigger is answered. */
const BATCH = 100;
/** Contents of labels that are kept, and their bytes together. */
const DOCUMENTS_KEPT = 64;
const MOST_BYTES = 32 * 1024 * 1024;
const POSITION = 'printIndex';

export interface PrintIndexOptions {
  db: ControllerDatabase;
  timers: Timers;
  log: Log;
  /** Only read from: nothing is entered unless somebody searches. */
  isSafeMode: boolean;
}

type IndexedPrint = Pick<Selectable<ControllerSchema['prints']>, 'id' | 'reserved' | 'document_hash' | 'print_values'>;

/**
 * Finds prints by what they say, by their serials and by their hours. It follows the ledger in batches, so that no trigger waits for
 * it: whoever searches lets it catch up first, and what was printed before there was an index is entered like everything else.
 */
export class PrintIndex {
  readonly #options: PrintIndexOptions;
  #contents = newContents();
  #catchingUp: Promise<void> | undefined;
  #next: TimerHandle | undefined;
  #isStopped = false;
  #beginningAnew: Promise<void> | undefined;
  /** Counts how often the texts were begun anew. */
  #beginnings = 0;
  /** Damage was found where nothing could be done about it. */
  #isDamaged = false;

  constructor(options: PrintIndexOptions) {
    this.#options = options;
  }

  /** Follows the ledger from now on, every minute. */
  start(): void {
    if (this.#options.isSafeMode) return;
    this.#isStopped = false;
    this.#follow();
  }

  /** Finishes the batch that it is at. */
  async stop(): Promise<void> {
    this.#isStopped = true;
    if (this.#next !== undefined) this.#options.timers.clearTimeout(this.#next);
    await this.#catchingUp?.catch(() => undefined);
  }

  /** Resolves once every print of the ledger can be found. Other work goes on between the batches. */
  catchUp(): Promise<void> {
    this.#catchingUp ??= this.mended(() => this.#enterAll())
      .catch((error: unknown) => {
        // What was taken back is not entered: neither are the documents that were prepared meanwhile.
        this.#contents = newContents();
        throw error;
      })
      .finally(() => (this.#catchingUp = undefined));
    return this.#catchingUp;
  }

  /** Takes prints out, in the transaction that takes them out of the ledger. */
  async forget(ids: readonly number[], trx: ControllerTransaction): Promise<void> {
    await trx.deleteFrom('print_serials').where('print', 'in', ids).execute();
    try {
      await trx.deleteFrom('print_texts').where('rowid', 'in', ids).execute();
    } catch (error) {
      this.#isDamaged = isDamage(error);
      throw error;
    }
  }

  /** Runs what reads or writes the texts. Where it finds them damaged they begin anew, to be entered again from the prints, and it runs once more. */
  async mended<Result>(work: () => Promise<Result>): Promise<Result> {
    const beginnings = this.#beginnings;
    try {
      return await work();
    } catch (error) {
      if (!isDamage(error)) throw error;
      if (beginnings === this.#beginnings) await this.#beginAnew(error);
      return work();
    }
  }

  #beginAnew(damage?: unknown): Promise<void> {
    this.#beginningAnew ??= this.#replaceTexts(damage).finally(() => (this.#beginningAnew = undefined));
    return this.#beginningAnew;
  }

  async #replaceTexts(damage: unknown): Promise<void> {
    const { db, log } = this.#options;
    log.warn('the search through what was printed is damaged: it is made anew from the prints', damage);
    const kept = await beginTextsAnew(db, async (trx) => {
      this.#contents = newContents();
      await trx.deleteFrom('static_documents').execute();
      await trx.deleteFrom('settings').where('key', '=', POSITION).execute();
    });
    this.#isDamaged = false;
    this.#beginnings += 1;
    for (const table of kept) log.warn(`the damaged table ${table} could not be removed: it takes room and does no harm`);
  }

  #follow(): void {
    const { timers, log } = this.#options;
    this.#next = timers.setTimeout(() => {
      this.catchUp()
        .catch((error: unknown) => log.error('the newest prints could not be entered into the index', error))
        .finally(() => this.#isStopped || this.#follow());
    }, MINUTE);
  }

  async #enterAll(): Promise<void> {
    if (this.#isDamaged) await this.#beginAnew();
    while ((await this.#enterBatch()) === BATCH && !this.#isStopped) await new Promise((resolve) => void setImmediate(resolve));
  }

  /** Enters the oldest prints that are missing. Returns how many. */
  #enterBatch(): Promise<number> {
    return inTransaction(this.#options.db, async (trx) => {
      const position = await trx.selectFrom('settings').select('value').where('key', '=', POSITION).executeTakeFirst();
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
        .values({ key: POSITION, value: String(last.id) })
        .onConflict((conflict) => conflict.column('key').doUpdateSet({ value: String(last.id) }))
        .execute();
      return prints.length;
    });
  }

  async #enter({ id, document_hash: hash, print_values }: IndexedPrint, trx: ControllerTransaction): Promise<void> {
    const content = this.#contents.get(hash) ?? (await enterDocument(hash, trx));
    this.#contents.set(hash, content);
    // What cannot be read is not found by its texts; the prints after it are.
    const values = tryStoredValues({ print_values });
    if (!values) return;
    const text = changingTexts(content, values);
    await trx
      .insertInto('print_texts')
      .values({ rowid: id, content: text.map((line) => line.text).join('\n') })
      .execute();
    const serials = counterTexts(content, values);
    if (serials.length === 0) return;
    await trx
      .insertInto('print_serials')
      .values(serials.map((serial) => ({ print: id, serial })))
      .onConflict((conflict) => conflict.doNothing())
      .execute();
  }
}

/** In the place of one that cannot be read. */
const NO_LABEL: Label = { format: 3, width: 0, height: 0, objs: [] };

/** Prepares a document; what is the same in all its prints is entered once. */
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
  return new LRUCache<string, LabelContent>({ max: DOCUMENTS_KEPT, maxSize: MOST_BYTES, sizeCalculation: memorySizeOf });
}
