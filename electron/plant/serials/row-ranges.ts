import type { RowRange, RowRunCounts } from '#contract/plant/row-run.ts';
import type { Session } from '../database/plant-connections.ts';

/** Who has rows: a controller, by its number, for one of its requests. */
export interface RowHolder {
  controller: number;
  request?: string | undefined;
}

/** Rows of a run that are the same range in the database. */
interface StoredRange extends RowRange {
  request: string;
}

const COUNTS = `
  SELECT coalesce(sum(end_row - first_row) FILTER (WHERE state = 'free'), 0)::bigint AS free,
    coalesce(sum(end_row - first_row) FILTER (WHERE state = 'held'), 0)::bigint AS held,
    coalesce(sum(end_row - first_row) FILTER (WHERE state = 'printed'), 0)::bigint AS printed
  FROM row_ranges WHERE run = $1`;
const FREE = `SELECT first_row AS first, end_row AS "end" FROM row_ranges WHERE run = $1 AND state = 'free' ORDER BY first_row LIMIT 1`;
const HELD = `
  SELECT request, first_row AS first, end_row AS "end" FROM row_ranges
  WHERE run = $1 AND state = 'held' AND controller = $2 AND ($3::text IS NULL OR request = $3) ORDER BY first_row`;
const DELETE = 'DELETE FROM row_ranges WHERE run = $1 AND first_row = $2';
const INSERT = 'INSERT INTO row_ranges (run, first_row, end_row, state, controller, request) VALUES ($1, $2, $3, $4, $5, $6)';
/** The ranges that touch the rows from $3 to before $4, and say the same. */
const TAKE_TOUCHING = `
  DELETE FROM row_ranges WHERE run = $1 AND state = $2 AND (end_row = $3 OR first_row = $4) RETURNING first_row AS first, end_row AS "end"`;

/** The ranges of one run, in a transaction that has locked the run. */
export class RowRanges {
  readonly #run: string;
  readonly #session: Session;

  constructor(run: string, session: Session) {
    this.#run = run;
    this.#session = session;
  }

  /** How many rows are free, held and printed. */
  async counts(): Promise<RowRunCounts> {
    const [counts] = await this.#session.query<Record<keyof RowRunCounts, number | string>>(COUNTS, [this.#run]);
    if (!counts) throw new Error('The count query returned no row.');
    return { free: Number(counts.free), held: Number(counts.held), printed: Number(counts.printed) };
  }

  /** The rows that a controller has, for one of its requests or for all. */
  async held({ controller, request }: RowHolder): Promise<StoredRange[]> {
    return this.#session.query<StoredRange>(HELD, [this.#run, controller, request ?? null]);
  }

  /** Gives the first free rows to a controller: at most so many, and of one range. Returns undefined if none is free. */
  async take(size: number, { controller, request }: Required<RowHolder>): Promise<RowRange | undefined> {
    const [free] = await this.#session.query<RowRange>(FREE, [this.#run]);
    if (!free) return undefined;
    const taken = { first: free.first, end: Math.min(free.end, free.first + size) };
    await this.#session.query(DELETE, [this.#run, free.first]);
    await this.#insert(taken, 'held', { controller, request });
    if (taken.end < free.end) await this.#insert({ first: taken.end, end: free.end }, 'free');
    return taken;
  }

  /** Changes the state of the rows of a range that the holder has, and of no others. Returns how many. */
  async settle(range: RowRange, state: 'free' | 'printed', holder: RowHolder): Promise<number> {
    let rows = 0;
    for (const { request, ...held } of await this.held(holder)) {
      const changed = { first: Math.max(held.first, range.first), end: Math.min(held.end, range.end) };
      if (changed.first >= changed.end) continue;
      await this.#session.query(DELETE, [this.#run, held.first]);
      const rests = [
        { first: held.first, end: changed.first },
        { first: changed.end, end: held.end },
      ];
      for (const rest of rests) if (rest.first < rest.end) await this.#insert(rest, 'held', { controller: holder.controller, request });
      await this.#join(changed, state);
      rows += changed.end - changed.first;
    }
    return rows;
  }

  /** Stores all rows of a new run as free. */
  async begin(rows: RowRange): Promise<void> {
    await this.#insert(rows, 'free');
  }

  /** Inserts rows as one range with those that they touch. */
  async #join({ first, end }: RowRange, state: 'free' | 'printed'): Promise<void> {
    const touching = await this.#session.query<RowRange>(TAKE_TOUCHING, [this.#run, state, first, end]);
    const firsts = touching.map((range) => range.first);
    const ends = touching.map((range) => range.end);
    await this.#insert({ first: Math.min(first, ...firsts), end: Math.max(end, ...ends) }, state);
  }

  async #insert({ first, end }: RowRange, state: 'free' | 'held' | 'printed', holder?: Required<RowHolder>): Promise<void> {
    await this.#session.query(INSERT, [this.#run, first, end, state, holder?.controller ?? null, holder?.request ?? null]);
  }
}
