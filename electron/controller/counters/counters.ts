import { sql, type Selectable } from 'kysely';
import { ProblemError } from '#contract/problem.ts';
import type { Counter, CounterListItem, CounterPreview } from '#contract/api-v3/counter.ts';
import { counterAfterPrints, counterPreview } from '#rendering/dynamic-text/counter-preview.ts';
import { counterFault } from '#rendering/dynamic-text/counter-text.ts';
import type { CounterReading } from '#rendering/dynamic-text/print-values.ts';
import type { ControllerDatabase, ControllerSchema, ControllerTransaction } from '#storage/database/controller-schema.ts';
import { HighWater, PRINTS_AHEAD, type CounterMark } from '#storage/high-water.ts';
import { inTransaction } from '#storage/database/in-transaction.ts';
import { CachedRead } from '#storage/database/cached-query.ts';
import { Statement } from '#storage/database/statement.ts';
import { noPublish, type Publish } from '../events/events.ts';
import { renameRow, type NewName } from '../platform/rename-row.ts';
import { CounterRun, type CounterState } from './counter-run.ts';

const NAMED = { table: 'counters', word: 'counter', path: 'counters' };

/**
 * Counts one print on the counter ?1. `isWrapped`: it is at its start, which only a wrap reaches. Expressions of SET see the values before it, those of
 * RETURNING the values after it; sums stay within 64 bits, since values and steps are within 2^53.
 */
const ADVANCE = new Statement<{ isWrapped: 0 | 1 }>(`
  UPDATE counters SET
    value = CASE
      WHEN repeated + 1 < repeat THEN value
      WHEN value + step > max_value THEN min_value
      WHEN value + step < min_value THEN max_value
      ELSE value + step END,
    repeated = CASE WHEN repeated + 1 < repeat THEN repeated + 1 ELSE 0 END
  WHERE name = ?1
  RETURNING repeated = 0 AND value = CASE WHEN step > 0 THEN min_value WHEN step < 0 THEN max_value END AS isWrapped`);

const READINGS = new Statement<Required<CounterReading> & { name: string }>(`
  SELECT name, value, width, padding, format FROM counters WHERE name IN (SELECT value FROM json_each(?1)) ORDER BY name`);
const READING = new CachedRead('counters', async (db: ControllerDatabase | ControllerTransaction, names) => {
  const rows = await READINGS.all(db, names);
  return new Map<string, CounterReading>(rows.map(({ name, value, width, padding, format }) => [name, { value, width, padding, format }]));
});

export interface CountersOptions {
  db: ControllerDatabase;
  highWater?: HighWater | undefined;
  publish?: Publish;
}

/**
 * Counters. Methods with `db` as the last parameter join the caller's transaction: a print reads and advances its counters in the
 * transaction that reserves it.
 */
export class Counters {
  readonly #db: ControllerDatabase;
  readonly #highWater: HighWater;
  readonly #publish: Publish;

  /** `highWater` is omitted where nothing is printed. */
  constructor({ db, highWater = new HighWater(), publish = noPublish }: CountersOptions) {
    this.#db = db;
    this.#highWater = highWater;
    this.#publish = publish;
  }

  /** All counters, sorted by name. */
  async list(): Promise<CounterListItem[]> {
    return this.#db.selectFrom('counters').select(['name', 'value']).orderBy('name').execute();
  }

  /** Throws `not-found`. */
  async get(name: string, db: ControllerDatabase | ControllerTransaction = this.#db): Promise<Counter> {
    return (await this.#stored(name, db)).counter;
  }

  /** The values of the next `prints` prints; does not advance. Throws `not-found`. */
  async preview(name: string, prints: number): Promise<CounterPreview> {
    const { counter, repeated } = await this.#stored(name, this.#db);
    return counterPreview(counter, { prints, repeated });
  }

  /**
   * Creates or replaces the counter. A new value is printed `repeat` times before it advances; an unchanged value keeps the number of
   * prints that it had. Throws `invalid-input` for a format that is invalid or cannot represent every value.
   */
  async put(name: string, counter: Counter, db: ControllerDatabase | ControllerTransaction = this.#db): Promise<'created' | 'replaced'> {
    refuseFormat(counter);
    this.#highWater.forgetCounter(name);
    const { minValue, maxValue, ...rest } = counter;
    const values = { ...rest, min_value: minValue, max_value: maxValue };
    return inTransaction(db, async (trx) => {
      this.#publish({ type: 'counter:changed', name }, trx);
      const { numUpdatedRows } = await trx
        .updateTable('counters')
        .set({ ...values, repeated: repeatedAfterPut(counter) })
        .where('name', '=', name)
        .executeTakeFirst();
      if (numUpdatedRows > 0n) return 'replaced';
      await trx
        .insertInto('counters')
        .values({ name, ...values, repeated: 0 })
        .execute();
      return 'created';
    });
  }

  /** Removes the counter; the caller checks that it is not in use. Throws `not-found`. */
  async remove(name: string, db: ControllerDatabase | ControllerTransaction = this.#db): Promise<void> {
    await inTransaction(db, async (trx) => {
      const { numDeletedRows } = await trx.deleteFrom('counters').where('name', '=', name).executeTakeFirst();
      if (numDeletedRows === 0n) throw missing(name);
      this.#publish({ type: 'counter:removed', name }, trx);
    });
  }

  /** Renames the counter; the caller checks that the old name is not in use. Throws `not-found` and `name-taken`. */
  async rename(change: NewName, trx: ControllerTransaction): Promise<void> {
    if (!(await renameRow(NAMED, change, trx))) throw missing(change.name);
    this.#publish({ type: 'counter:renamed', ...change }, trx);
  }

  /**
   * Renames the counter in the high-water marks, before the new name is durable: otherwise a restore would not find it. Throws errors of
   * the disk.
   */
  noteRename({ name, to }: NewName): void {
    this.#highWater.renameCounter(name, to);
  }

  /** The current readings of the existing counters; does not advance. A label that shows a missing counter cannot be drawn. */
  async readings(
    names: readonly string[],
    db: ControllerDatabase | ControllerTransaction = this.#db,
  ): Promise<ReadonlyMap<string, CounterReading>> {
    return names.length === 0 ? new Map() : READING.get(db, JSON.stringify(names));
  }

  /**
   * Counts one print on each counter: after `repeat` prints the value advances by `step`, and beyond a bound it wraps to the other one.
   * Throws `not-found` naming the missing counter, and errors of the disk that stores the high-water marks.
   */
  async advance(names: readonly string[], trx: ControllerTransaction): Promise<void> {
    for (const name of new Set(names)) {
      const advanced = await ADVANCE.first(trx, name);
      if (!advanced) throw missing(name);
      if (!this.#highWater.covers(name, 1)) this.#raiseMark(name, await this.#stored(name, trx));
      this.#publishAdvance(name, advanced.isWrapped === 1, trx);
    }
  }

  /**
   * Sets every counter that was printed to its high-water mark, the farthest value that may have been printed. Returns the counters with
   * their old and new values. For restored data.
   */
  async advancePastHighWaterMarks(trx: ControllerTransaction): Promise<{ name: string; from: number; to: number }[]> {
    const moved: { name: string; from: number; to: number }[] = [];
    for (const { name, value: from } of await trx.selectFrom('counters').select(['name', 'value']).orderBy('name').execute()) {
      const mark = this.#highWater.markOf(name);
      if (!mark) continue;
      await trx.updateTable('counters').set(mark).where('name', '=', name).execute();
      moved.push({ name, from, to: mark.value });
    }
    return moved;
  }

  /** Loads the existing counters for many prints in one transaction; `finish` writes them back. */
  async begin(names: readonly string[], trx: ControllerTransaction): Promise<CounterRun> {
    return new CounterRun(await this.states(names, trx));
  }

  /** The existing counters, each with its repeat count. */
  async states(names: readonly string[], db: ControllerDatabase | ControllerTransaction = this.#db): Promise<Map<string, CounterState>> {
    const states = new Map<string, CounterState>();
    for (const name of new Set(names)) {
      const row = await db.selectFrom('counters').selectAll().where('name', '=', name).executeTakeFirst();
      if (row) states.set(name, readState(row));
    }
    return states;
  }

  /** Writes the counters of a run back. */
  async finish({ states, prints, wrapped }: CounterRun, trx: ControllerTransaction): Promise<void> {
    for (const [name, state] of states) {
      const { counter, repeated } = state;
      await trx.updateTable('counters').set({ value: counter.value, repeated }).where('name', '=', name).execute();
      if (!this.#highWater.covers(name, prints.get(name) ?? 0)) this.#raiseMark(name, state);
      this.#publishAdvance(name, wrapped.has(name), trx);
    }
  }

  /**
   * Raises the high-water marks of counters in advance, so that no print waits for the disk. Rejects with errors of the disk; then the
   * print raises them itself.
   */
  async raiseMarksAhead(names: readonly string[]): Promise<void> {
    const low = names.filter((name) => this.#highWater.isLow(name));
    await Promise.all(low.map((name) => this.#highWater.raiseCounterAhead(name, () => this.#markOf(name))));
  }

  /** The farthest value before the mark must be raised again; undefined for a missing counter. */
  async #markOf(name: string): Promise<CounterMark | undefined> {
    const state = (await this.states([name])).get(name);
    return state && markAfter(state);
  }

  /** `state` is the state after the prints in progress. */
  #raiseMark(name: string, state: CounterState): void {
    this.#highWater.raiseCounter(name, markAfter(state));
  }

  #publishAdvance(name: string, isWrapped: boolean, trx: ControllerTransaction): void {
    this.#publish({ type: 'counter:changed', name }, trx);
    if (isWrapped) this.#publish({ type: 'counter:wrapped', name }, trx);
  }

  async #stored(name: string, db: ControllerDatabase | ControllerTransaction): Promise<CounterState> {
    const row = await db.selectFrom('counters').selectAll().where('name', '=', name).executeTakeFirst();
    if (!row) throw missing(name);
    return readState(row);
  }
}

function markAfter(state: CounterState): CounterMark {
  const { counter, repeated } = counterAfterPrints(state, PRINTS_AHEAD);
  return { value: counter.value, repeated };
}

function readState(row: Selectable<ControllerSchema['counters']>): CounterState {
  const { name: _, min_value: minValue, max_value: maxValue, repeated, ...rest } = row;
  return { counter: { ...rest, minValue, maxValue }, repeated };
}

/** If `repeat` was reduced, one print of the value remains. */
const repeatedAfterPut = ({ value, repeat }: Counter) =>
  sql<number>`CASE WHEN value = ${value} THEN min(repeated, ${repeat} - 1) ELSE 0 END`;
function refuseFormat(counter: Counter): void {
  const fault = counterFault(counter);
  if (!fault) return;
  const pointer = `/${fault.key}`;
  throw new ProblemError('invalid-input', { detail: `${pointer}: ${fault.detail}`, errors: [{ pointer, detail: fault.detail }] });
}

function missing(name: string): ProblemError {
  return new ProblemError('not-found', {
    detail: `There is no counter "${name}".`,
    instance: `/api/v3/counters/${encodeURIComponent(name)}`,
  });
}
