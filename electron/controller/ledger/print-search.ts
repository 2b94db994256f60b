import { sql, type ExpressionBuilder, type Selectable, type SqlBool } from 'kysely';
import type { PrintCounts, PrintsQuery } from '#contract/api-v3/print.ts';
import type { ControllerDatabase, ControllerSchema } from '#storage/database/controller-schema.ts';
import { NOT_PRINTED, NOT_VERIFIED } from './not-printed.ts';
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
type PrintCount = PrintCounts['counts'][number];

interface Counted {
  counts: PrintCount[];
  next: number | undefined;
}

/** How to read one window. */
interface Reading {
  /** Number of prints that are needed of it. */
  most: number;
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
  ['label_revision', 'labelRevision'],
  ['key', 'key'],
  ['state', 'state'],
  ['verification', 'verification'],
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

  /** The numbers of prints that match all criteria, in as many windows as one request may read; `next` is where to continue. */
  count(query: Criteria & { before?: number | undefined }): Promise<Counted> {
    return this.#index.withRepair(() => this.#count(query));
  }

  async #find({ limit, before, ...criteria }: PrintsQuery): Promise<Found> {
    const { ids, reading, length } = await this.#prepare(criteria, before);
    const rows: PrintRow[] = [];
    for (let window = 0; window < MAX_WINDOWS && rows.length <= limit && ids.high > ids.low; window += 1) {
      if (window > 0) await nextTurn();
      const low = Math.max(ids.low, ids.high - length);
      const most = limit + 1 - rows.length;
      const query = this.#matching(criteria, { low, high: ids.high }, { ...reading, most });
      rows.push(...(await query.selectAll().orderBy('id', 'desc').limit(most).execute()));
      ids.high = low;
    }
    const shown = rows.slice(0, limit);
    if (rows.length > limit) return { rows: shown, next: shown.at(-1)?.id };
    return { rows: shown, next: ids.high > ids.low ? ids.high : undefined };
  }

  async #count({ before, ...criteria }: Criteria & { before?: number | undefined }): Promise<Counted> {
    const { ids, reading } = await this.#prepare(criteria, before);
    const counted = new Map<string, PrintCount>();
    for (let window = 0; window < MAX_WINDOWS && ids.high > ids.low; window += 1) {
      if (window > 0) await nextTurn();
      const low = Math.max(ids.low, ids.high - WINDOW);
      const groups = await this.#matching(criteria, { low, high: ids.high }, { ...reading, isByText: false, most: Infinity })
        .select(({ fn }) => ['printer', 'state', fn.countAll<number>().as('prints')])
        .groupBy(['printer', 'state'])
        .execute();
      for (const group of groups) {
        const key = JSON.stringify([group.printer, group.state]);
        counted.set(key, { ...group, prints: group.prints + (counted.get(key)?.prints ?? 0) });
      }
      ids.high = low;
    }
    return { counts: [...counted.values()], next: ids.high > ids.low ? ids.high : undefined };
  }

  /** Which ids to read, how, and how many at a time. */
  async #prepare(criteria: Criteria, before: number | undefined) {
    if (needsIndex(criteria)) await this.#index.catchUp();
    const ids = await this.#idsOf(criteria, before);
    const hasStatic = criteria.content !== undefined && (await this.#isInDocuments(criteria.content));
    const isByText = !hasStatic && isOnlyContent(criteria);
    return { ids, reading: { hasStatic, isByText }, length: isByText ? TEXT_WINDOW : windowOf(criteria) };
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

  /** The query for the matching prints of a window. */
  #matching(criteria: Criteria, { low, high }: Ids, { most, hasStatic, isByText }: Reading) {
    const { content, serial, from, to, state, operator, verification } = criteria;
    let query = this.#db.selectFrom('prints').where('id', '>=', low).where('id', '<', high);
    for (const [column, name] of EQUALS) if (criteria[name] !== undefined) query = query.where(column, '=', criteria[name]);
    if (state !== undefined && state !== 'printed') query = query.where(NOT_PRINTED);
    if (isNotVerified(verification)) query = query.where(NOT_VERIFIED);
    if (operator !== undefined) query = query.where('operator', 'like', sql<string>`${anyPart(operator)} ESCAPE '\\'`);
    if (from !== undefined) query = query.where('reserved', '>=', from);
    if (to !== undefined) query = query.where('reserved', '<', to);
    for (const condition of valueConditions(criteria)) query = query.where(condition);
    if (serial !== undefined) query = query.where((eb) => hasSerial(eb, serial));
    if (content !== undefined)
      query = query.where((eb) => hasContent(eb, content, { low, high, hasStatic, most: isByText ? most : undefined }));
    return query;
  }
}

/** Matches prints by the value of a variable or the cell of a column, which are stored as pairs. */
function valueConditions({ variable, column, value }: Criteria) {
  const named = [
    { name: variable, path: '$.variables' },
    { name: column, path: '$.row' },
  ];
  return named.flatMap(({ name, path }) => {
    if (name === undefined || value === undefined) return [];
    const pair = JSON.stringify([name, value]);
    // The text is looked up first: it costs far less than reading the JSON, and spares prints whose values cannot be read.
    return sql<SqlBool>`CASE WHEN instr(print_values, ${pair}) > 0 AND json_valid(print_values)
      THEN EXISTS (SELECT 1 FROM json_each(print_values, ${path}) WHERE json_each.value = ${pair}) ELSE 0 END`;
  });
}

function nextTurn(): Promise<void> {
  return new Promise((resolve) => void setImmediate(resolve));
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

function isNotVerified(verification: Criteria['verification']): boolean {
  return verification !== undefined && verification !== 'verified';
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
function windowOf({ serial, state, verification, ...criteria }: Criteria): number {
  const { content, from, to, label, labelRevision, value, key, operator } = criteria;
  const isFound = serial !== undefined || (state !== undefined && state !== 'printed') || isNotVerified(verification);
  const mustSift =
    !isFound &&
    [content, from, to, state, verification, label, labelRevision, value, key, operator].some((criterion) => criterion !== undefined);
  return mustSift ? WINDOW : Infinity;
}
