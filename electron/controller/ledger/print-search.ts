import { sql, type ExpressionBuilder, type Selectable, type SqlBool } from 'kysely';
import type { PrintsQuery } from '#contract/api-v3/print.ts';
import type { ControllerDatabase, ControllerSchema } from '#storage/database/controller-schema.ts';
import { NOT_PRINTED } from './not-printed.ts';
import type { PrintIndex } from './print-index.ts';

/** Prints that are read at a time, so that triggers wait only briefly. */
const WINDOW = 25_000;
/** The same for searches by text alone: the text index returns the newest matches directly. */
const TEXT_WINDOW = 250_000;
/** The most windows of one request; the next page continues there. */
const MAX_WINDOWS = 80;
const HOUR = 3_600_000;

export type PrintRow = Selectable<ControllerSchema['prints']>;

/** Ids from `low` (inclusive) to `high` (exclusive). */
interface Ids {
  low: number;
  high: number;
}

interface Found {
  rows: PrintRow[];
  next: number | undefined;
}

type Criteria = Omit<PrintsQuery, 'limit' | 'before'>;

/** How to read one window. */
interface Reading {
  limit: number;
  /** Whether a label contains the text in all its prints. */
  hasStatic: boolean;
  /** Whether the text index alone decides. */
  isByText: boolean;
}

/** The columns that a criterion names exactly. */
const EQUALS = [
  ['printer', 'printer'],
  ['job', 'job'],
  ['label_name', 'label'],
  ['key', 'key'],
] as const;

/** Searches the ledger: by an index if there is one, else window by window from the newest print. */
export class PrintSearch {
  readonly #db: ControllerDatabase;
  readonly #index: PrintIndex;

  constructor(db: ControllerDatabase, index: PrintIndex) {
    this.#db = db;
    this.#index = index;
  }

  /** Prints that match all criteria, newest first; `next` is where to continue, undefined at the end. */
  find(query: PrintsQuery): Promise<Found> {
    return this.#index.withRepair(() => this.#find(query));
  }

  async #find({ limit, before, ...criteria }: PrintsQuery): Promise<Found> {
    if (needsIndex(criteria)) await this.#index.catchUp();
    const ids = await this.#idsOf(criteria, before);
    const hasStatic = criteria.content !== undefined && (await this.#isInDocuments(criteria.content));
    const isByText = !hasStatic && isOnlyContent(criteria);
    const length = isByText ? TEXT_WINDOW : windowOf(criteria);
    const rows: PrintRow[] = [];
    for (let window = 0; window < MAX_WINDOWS && rows.length <= limit && ids.high > ids.low; window += 1) {
      if (window > 0) await new Promise((resolve) => void setImmediate(resolve));
      const low = Math.max(ids.low, ids.high - length);
      rows.push(...(await this.#within(criteria, { low, high: ids.high }, { limit: limit + 1 - rows.length, hasStatic, isByText })));
      ids.high = low;
    }
    const shown = rows.slice(0, limit);
    if (rows.length > limit) return { rows: shown, next: shown.at(-1)?.id };
    return { rows: shown, next: ids.high > ids.low ? ids.high : undefined };
  }

  async #idsOf({ from, to }: Criteria, before = Infinity): Promise<Ids> {
    const { low, high } = await this.#outermost();
    const ids = { low: low ?? 0, high: Math.min(before, (high ?? -1) + 1) };
    if (from === undefined && to === undefined) return ids;
    let hours = this.#db.selectFrom('print_hours').select(({ fn }) => [fn.min('first').as('low'), fn.max('last').as('high')]);
    if (from !== undefined) hours = hours.where('hour', '>=', Math.floor(from / HOUR));
    if (to !== undefined) hours = hours.where('hour', '<=', Math.floor(to / HOUR));
    const within = await hours.executeTakeFirstOrThrow();
    return { low: Math.max(ids.low, within.low ?? ids.high), high: Math.min(ids.high, (within.high ?? -1) + 1) };
  }

  /** The first and the last id. In one aggregate query SQLite would scan the whole ledger. */
  async #outermost(): Promise<{ low: number | null; high: number | null }> {
    return this.#db
      .selectNoFrom((query) => [
        query
          .selectFrom('prints')
          .select(({ fn }) => fn.min('id').as('id'))
          .as('low'),
        query
          .selectFrom('prints')
          .select(({ fn }) => fn.max('id').as('id'))
          .as('high'),
      ])
      .executeTakeFirstOrThrow();
  }

  /** Whether a label contains this text in all its prints. */
  async #isInDocuments(content: string): Promise<boolean> {
    const found = await this.#db
      .selectFrom('static_texts')
      .select('rowid')
      .where(sql<SqlBool>`static_texts MATCH ${phrase(content)}`)
      .limit(1)
      .executeTakeFirst();
    return found !== undefined;
  }

  #within(criteria: Criteria, { low, high }: Ids, { limit, hasStatic, isByText }: Reading): Promise<PrintRow[]> {
    const { content, serial, from, to, state, operator } = criteria;
    let query = this.#db.selectFrom('prints').selectAll().where('id', '>=', low).where('id', '<', high).orderBy('id', 'desc').limit(limit);
    for (const [column, name] of EQUALS) if (criteria[name] !== undefined) query = query.where(column, '=', criteria[name]);
    if (state !== undefined) query = query.where('state', '=', state);
    if (state !== undefined && state !== 'printed') query = query.where(NOT_PRINTED);
    if (operator !== undefined) query = query.where('operator', 'like', sql<string>`${anyPart(operator)} ESCAPE '\\'`);
    if (from !== undefined) query = query.where('reserved', '>=', from);
    if (to !== undefined) query = query.where('reserved', '<', to);
    if (serial !== undefined) query = query.where((eb) => hasSerial(eb, serial));
    if (content !== undefined)
      query = query.where((eb) => hasContent(eb, content, { low, high, hasStatic, most: isByText ? limit : undefined }));
    return query.execute();
  }
}

type Prints = ExpressionBuilder<ControllerSchema, 'prints'>;

function hasSerial(eb: Prints, serial: string) {
  return eb('id', 'in', eb.selectFrom('print_serials').select('print').where('serial', 'in', writtenForms(serial)));
}

/** The width of a counter is at most this many characters. */
const LONGEST_SERIAL = 100;

/** A number as labels may write it: with any leading zeros. A serial that is typed with its zeros, and any other text, is itself only. */
function writtenForms(serial: string): string[] {
  if (!/^[1-9]\d*$/.test(serial)) return [serial];
  const zeros = Math.max(0, LONGEST_SERIAL - serial.length);
  return Array.from({ length: zeros + 1 }, (_, count) => '0'.repeat(count) + serial);
}

/**
 * Matches prints by their own text, or by the text that all prints of their label have. `most` limits the newest matches of the text index.
 */
function hasContent(eb: Prints, content: string, { low, high, hasStatic, most }: Ids & { hasStatic: boolean; most: number | undefined }) {
  const all = eb
    .selectFrom('print_texts')
    .select('rowid')
    .where(sql<SqlBool>`print_texts MATCH ${phrase(content)}`)
    .where('rowid', '>=', low)
    .where('rowid', '<', high);
  const own = most === undefined ? all : all.orderBy('rowid', 'desc').limit(most);
  if (!hasStatic) return eb('id', 'in', own);
  const documents = eb
    .selectFrom('static_documents')
    .select('hash')
    .where(sql<SqlBool>`id IN (SELECT rowid FROM static_texts WHERE static_texts MATCH ${phrase(content)})`);
  return eb.or([eb('document_hash', 'in', documents), eb('id', 'in', own)]);
}

/** A pattern of LIKE for texts that contain this one. */
function anyPart(text: string): string {
  return `%${text.replaceAll(/[%_\\]/g, '\\$&')}%`;
}

/** An FTS5 query for exactly this text. */
function phrase(content: string): string {
  return `"${content.replaceAll('"', '""')}"`;
}

function needsIndex({ content, serial, from, to }: Criteria): boolean {
  return [content, serial, from, to].some((criterion) => criterion !== undefined);
}

function isOnlyContent({ content, ...others }: Criteria): boolean {
  return content !== undefined && Object.values(others).every((criterion) => criterion === undefined);
}

/**
 * The window size: limited where prints are filtered one by one, unlimited where an index leads to the matches. A job may have most of the
 * ledger, and its index covers no other criterion.
 */
function windowOf({ content, serial, from, to, state, label, key, operator }: Criteria): number {
  const isFound = serial !== undefined || (state !== undefined && state !== 'printed');
  const mustSift = !isFound && [content, from, to, state, label, key, operator].some((criterion) => criterion !== undefined);
  return mustSift ? WINDOW : Infinity;
}
