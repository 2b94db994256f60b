import type { JournalEntry, JournalFilter } from '#contract/station/journal.ts';
import { JOURNAL_GROUPS } from '#contract/station/journal.ts';
import type { StationDatabase, StationSchema, StationTransaction } from '#storage/station-schema.ts';
import type { Selectable } from 'kysely';

/** Entries that are kept: of a busy line about half a year, in some 40 MB. The oldest give way. */
const MOST_ENTRIES = 100_000;
/** Entries that are looked through at a time: between two pieces the station does its other work. */
const PIECE = 4_000;

export type NewEntry = Omit<JournalEntry, 'id'>;
type Row = Selectable<StationSchema['journal']>;

/** The station's journal in its database: a bounded list, read from its newest end. */
export class JournalStore {
  readonly #db: StationDatabase;
  readonly #most: number;

  constructor(db: StationDatabase, most = MOST_ENTRIES) {
    this.#db = db;
    this.#most = most;
  }

  /** The number of the newest entry; 0 when there is none. */
  async newest(): Promise<number> {
    const row = await this.#db
      .selectFrom('journal')
      .select((eb) => eb.fn.max('id').as('id'))
      .executeTakeFirst();
    return row?.id ?? 0;
  }

  /** Writes an entry, lets the oldest go, and returns its number. */
  async add(entry: NewEntry, trx: StationTransaction): Promise<number> {
    const { insertId } = await trx
      .insertInto('journal')
      .values({ ...entry, folded: foldedOf(entry) })
      .executeTakeFirstOrThrow();
    const id = Number(insertId);
    await trx
      .deleteFrom('journal')
      .where('id', '<=', id - this.#most)
      .execute();
    return id;
  }

  /** Entries that the filter lets through, newest first, behind the one with the number `before`. */
  async *find(filter: JournalFilter, before = Number.MAX_SAFE_INTEGER): AsyncGenerator<JournalEntry> {
    let end = Math.min(before, (await this.newest()) + 1);
    const oldest = await this.#oldest();
    for (; end > oldest; end -= PIECE) {
      for (const row of await this.#piece(filter, end - PIECE, end)) yield entryOf(row);
      await new Promise((resolve) => void setImmediate(resolve));
    }
  }

  async #oldest(): Promise<number> {
    const row = await this.#db
      .selectFrom('journal')
      .select((eb) => eb.fn.min('id').as('id'))
      .executeTakeFirst();
    return row?.id ?? Number.MAX_SAFE_INTEGER;
  }

  #piece({ text, connection, printer, group, from, to }: JournalFilter, first: number, end: number): Promise<Row[]> {
    const words = text?.trim().toLowerCase() ?? '';
    let query = this.#db.selectFrom('journal').selectAll().where('id', '>=', first).where('id', '<', end);
    if (connection !== undefined) query = query.where('connection', '=', connection);
    if (printer !== undefined) query = query.where('printer', '=', printer);
    if (group) query = query.where('event', 'in', JOURNAL_GROUPS[group]);
    if (from !== undefined) query = query.where('at', '>=', from);
    if (to !== undefined) query = query.where('at', '<', to);
    if (words !== '') query = query.where((eb) => eb(eb.fn<number>('instr', ['folded', eb.val(words)]), '>', 0));
    return query.orderBy('id', 'desc').execute();
  }
}

/** What a search looks through: codes read as words. */
function foldedOf({ event, subject, controller, printer, detail, reason, person }: NewEntry): string {
  const codes = `${event} ${subject}`.replaceAll(/[-.]/g, ' ');
  return [codes, controller, printer ?? '', detail, reason, person].join('\n').toLowerCase();
}

function entryOf({ folded: _, event, ...row }: Row): JournalEntry {
  return { ...row, event: event as JournalEntry['event'] };
}
