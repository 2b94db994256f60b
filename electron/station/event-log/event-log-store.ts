import type { EventLogEntry, EventLogFilter } from '#contract/station/event-log.ts';
import { EVENT_LOG_GROUPS } from '#contract/station/event-log.ts';
import type { StationDatabase, StationSchema, StationTransaction } from '#storage/database/station-schema.ts';
import type { Selectable } from 'kysely';

/** Older entries are deleted. This is about half a year of a busy line, in about 40 MB. */
const MAX_ENTRIES = 100_000;
/** Entries per query of a search, which yields to other work between two queries. */
const BATCH = 4_000;

export type NewEntry = Omit<EventLogEntry, 'id'>;
type Row = Selectable<StationSchema['event_log']>;

/** The event log in the station's database, bounded in its number of entries and read newest first. */
export class EventLogStore {
  readonly #db: StationDatabase;
  readonly #most: number;

  constructor(db: StationDatabase, most = MAX_ENTRIES) {
    this.#db = db;
    this.#most = most;
  }

  /** The id of the newest entry; 0 when there is none. */
  async newest(): Promise<number> {
    const row = await this.#db
      .selectFrom('event_log')
      .select((eb) => eb.fn.max('id').as('id'))
      .executeTakeFirst();
    return row?.id ?? 0;
  }

  /** Inserts an entry, deletes the oldest ones beyond the limit, and returns the new id. */
  async add(entry: NewEntry, trx: StationTransaction): Promise<number> {
    const { insertId } = await trx
      .insertInto('event_log')
      .values({ ...entry, folded: searchTextOf(entry) })
      .executeTakeFirstOrThrow();
    const id = Number(insertId);
    await trx
      .deleteFrom('event_log')
      .where('id', '<=', id - this.#most)
      .execute();
    return id;
  }

  /** Entries that match the filter, newest first, with an id below `before`. */
  async *find(filter: EventLogFilter, before = Number.MAX_SAFE_INTEGER): AsyncGenerator<EventLogEntry> {
    let end = Math.min(before, (await this.newest()) + 1);
    const oldest = await this.#oldest();
    for (; end > oldest; end -= BATCH) {
      for (const row of await this.#batch(filter, end - BATCH, end)) yield entryOf(row);
      await new Promise((resolve) => void setImmediate(resolve));
    }
  }

  async #oldest(): Promise<number> {
    const row = await this.#db
      .selectFrom('event_log')
      .select((eb) => eb.fn.min('id').as('id'))
      .executeTakeFirst();
    return row?.id ?? Number.MAX_SAFE_INTEGER;
  }

  #batch({ text, connection, printer, group, from, to }: EventLogFilter, first: number, end: number): Promise<Row[]> {
    const search = text?.trim().toLowerCase() ?? '';
    let query = this.#db.selectFrom('event_log').selectAll().where('id', '>=', first).where('id', '<', end);
    if (connection !== undefined) query = query.where('connection', '=', connection);
    if (printer !== undefined) query = query.where('printer', '=', printer);
    if (group) query = query.where('event', 'in', EVENT_LOG_GROUPS[group]);
    if (from !== undefined) query = query.where('at', '>=', from);
    if (to !== undefined) query = query.where('at', '<', to);
    if (search !== '') query = query.where((eb) => eb(eb.fn<number>('instr', ['folded', eb.val(search)]), '>', 0));
    return query.orderBy('id', 'desc').execute();
  }
}

/** The text that a search matches, in lower case. Codes such as `printer-state` become words. */
function searchTextOf({ event, subject, controller, printer, detail, reason, person }: NewEntry): string {
  const codes = `${event} ${subject}`.replaceAll(/[-.]/g, ' ');
  return [codes, controller, printer ?? '', detail, reason, person].join('\n').toLowerCase();
}

function entryOf({ folded: _, event, ...row }: Row): EventLogEntry {
  return { ...row, event: event as EventLogEntry['event'] };
}
