import { sql } from 'kysely';
import {
  recordedDataSchema,
  type RecordedEvent,
  type RecordedEventsPage,
  type RecordedEventsQuery,
  type RecordedKind,
} from '#contract/api-v3/recorded-event.ts';
import type { ControllerDatabase, ControllerTransaction } from '#storage/database/controller-schema.ts';
import { inReadTransaction, inTransaction } from '#storage/database/in-transaction.ts';
import { whenDurable } from '#storage/database/open-transactions.ts';
import { tryStored } from '../stored-content/stored-json.ts';

const DAY = 86_400_000;
/** Milliseconds for which events are kept: longer than a webhook is tried. */
const MAX_AGE = 7 * DAY;
/** The most events that are kept; some hundred bytes each. */
const MAX_EVENTS = 500_000;
/** Events per transaction when old ones are removed: prints wait only briefly. */
const REMOVAL_BATCH = 2_000;

/** An event to record. */
export interface EventToRecord {
  kind: RecordedKind;
  /** Milliseconds since the epoch. */
  at: number;
  printer?: string | null;
  data: Record<string, unknown>;
}

interface Row {
  number: number;
  at: number;
  kind: RecordedKind;
  printer: string | null;
  data: string;
}

/** The events that are stored: they survive a restart, and every reader has its own place in them. */
export class RecordedEvents {
  readonly #db: ControllerDatabase;

  constructor(db: ControllerDatabase) {
    this.#db = db;
  }

  async append(events: readonly EventToRecord[], trx: ControllerTransaction): Promise<void> {
    if (events.length === 0) return;
    const rows = events.map(({ kind, at, printer = null, data }) => ({ kind, at, printer, data: JSON.stringify(data) }));
    await trx.insertInto('recorded_events').values(rows).execute();
  }

  /** The number of the last event that was ever recorded; 0 before the first. */
  async last(db: ControllerDatabase | ControllerTransaction = this.#db): Promise<number> {
    const { rows } = await sql<{ seq: number }>`SELECT seq FROM sqlite_sequence WHERE name = 'recorded_events'`.execute(db);
    return rows[0]?.seq ?? 0;
  }

  /** The next events of some kinds, in their order. What it returns is durable. */
  async next({ after, kinds, limit }: { after: number; kinds: readonly RecordedKind[]; limit: number }): Promise<RecordedEvent[]> {
    const rows = await this.#db
      .selectFrom('recorded_events')
      .selectAll()
      .where('number', '>', after)
      .where('kind', 'in', kinds)
      .orderBy('number')
      .limit(limit)
      .execute();
    if (rows.length > 0) await whenDurable(this.#db);
    return rows.map(toEvent);
  }

  /** How many events are stored after a number. */
  async countAfter(number: number): Promise<number> {
    const { count } = await this.#db
      .selectFrom('recorded_events')
      .select(({ fn }) => fn.countAll<number>().as('count'))
      .where('number', '>', number)
      .executeTakeFirstOrThrow();
    return count;
  }

  /** A page of events, in one snapshot; `isVisible` says of which events the client may know. */
  async page({ after, limit, kinds }: RecordedEventsQuery, isVisible: (event: RecordedEvent) => boolean): Promise<RecordedEventsPage> {
    return inReadTransaction(this.#db, async (trx) => {
      let query = trx.selectFrom('recorded_events').selectAll().where('number', '>', after).orderBy('number').limit(limit);
      if (kinds) query = query.where('kind', 'in', kinds);
      const rows = await query.execute();
      const last = await this.last(trx);
      const hasMore = rows.length === limit;
      const next = hasMore ? (rows.at(-1)?.number ?? after) : Math.max(after, last);
      return { events: rows.map(toEvent).filter(isVisible), next, hasMore, isIncomplete: after < (await removedThrough(trx, last)) };
    });
  }

  /** Removes events that are too old or too many. */
  async removeOld(now: number): Promise<void> {
    const beyond = (await this.last()) - MAX_EVENTS;
    for (let removed = REMOVAL_BATCH; removed === REMOVAL_BATCH;) {
      const oldest = this.#db.selectFrom('recorded_events').select(['number', 'at']).orderBy('number').limit(REMOVAL_BATCH);
      const numbers = (await oldest.execute()).filter(({ number, at }) => number <= beyond || at < now - MAX_AGE).map((row) => row.number);
      if (numbers.length > 0)
        await inTransaction(this.#db, (trx) => trx.deleteFrom('recorded_events').where('number', 'in', numbers).execute());
      removed = numbers.length;
    }
  }
}

/** The last event that is no longer stored; 0 if all are. */
async function removedThrough(trx: ControllerTransaction, last: number): Promise<number> {
  const first = await trx.selectFrom('recorded_events').select('number').orderBy('number').limit(1).executeTakeFirst();
  return first ? first.number - 1 : last;
}

/** Data that cannot be read is empty: the event itself is told. */
function toEvent({ number, at, kind, printer, data }: Row): RecordedEvent {
  const read = tryStored(recordedDataSchema, data);
  const known = 'value' in read ? withoutNulls(read.value) : {};
  return { number, at: new Date(at).toISOString(), kind, ...(printer !== null && { printer }), data: known };
}

/** A fact that is missing is null in what a trigger recorded. */
function withoutNulls(data: Record<string, unknown>): Record<string, unknown> {
  return Object.fromEntries(Object.entries(data).filter(([, value]) => value !== null));
}
