import { sql, type Selectable } from 'kysely';
import { ProblemError } from '#contract/problem.ts';
import type { Counter, CounterListItem, CounterPreview } from '#contract/api-v3/counter.ts';
import { counterAfterPrints, counterPreview } from '#rendering/dynamic-text/counter-sequence.ts';
import { counterFault } from '#rendering/dynamic-text/counter-text.ts';
import type { CounterReading } from '#rendering/dynamic-text/print-values.ts';
import type { ControllerDatabase, ControllerSchema, ControllerTransaction } from '#storage/controller-schema.ts';
import { HighWater, PRINTS_AHEAD, type CounterMark } from '#storage/high-water.ts';
import { inTransaction } from '#storage/in-transaction.ts';
import { KeptReading } from '#storage/kept-reading.ts';
import { Statement } from '#storage/statement.ts';
import { tellNobody, type Tell } from '../events/events.ts';
import { renameRow, type NewName } from '../rename-row.ts';
import { CounterRun, type CounterState } from './counter-run.ts';

const NAMED = { table: 'counters', word: 'counter', path: 'counters' };

const READINGS = new Statement<Required<CounterReading> & { name: string }>(`
  SELECT name, value, width, padding, format FROM counters WHERE name IN (SELECT value FROM json_each(?1)) ORDER BY name`);
const READING = new KeptReading('counters', async (db: ControllerDatabase | ControllerTransaction, names) => {
  const rows = await READINGS.all(db, names);
  return new Map<string, CounterReading>(rows.map(({ name, value, width, padding, format }) => [name, { value, width, padding, format }]));
});

export interface CountersOptions {
  db: ControllerDatabase;
  highWater?: HighWater | undefined;
  tell?: Tell;
}

/**
 * Numbers that move with every print. Methods that take `db` last join the caller's transaction when they are given one: a
 * print reads and advances its counters in the transaction that reserves it.
 */
export class Counters {
  readonly #db: ControllerDatabase;
  readonly #highWater: HighWater;
  readonly #tell: Tell;

  /** `highWater` is left out where nothing is printed. */
  constructor({ db, highWater = new HighWater(), tell = tellNobody }: CountersOptions) {
    this.#db = db;
    this.#highWater = highWater;
    this.#tell = tell;
  }

  /** All counters, sorted by name. */
  async list(): Promise<CounterListItem[]> {
    return this.#db.selectFrom('counters').select(['name', 'value']).orderBy('name').execute();
  }

  /** Throws `not-found`. */
  async get(name: string, db: ControllerDatabase | ControllerTransaction = this.#db): Promise<Counter> {
    return (await this.#stored(name, db)).counter;
  }

  /** What the counter prints in its next `prints` prints; nothing moves. Throws `not-found`. */
  async preview(name: string, prints: number): Promise<CounterPreview> {
    const { counter, repeated } = await this.#stored(name, this.#db);
    return counterPreview(counter, { prints, repeated });
  }

  /**
   * Creates the counter or replaces it as a whole. A new value counts as not printed yet: `repeat` prints follow before it moves. One that stays
   * keeps the prints that it already had, or it would come once too often. Throws `invalid-input` for a format that cannot be read, or that cannot
   * write every value.
   */
  async put(name: string, counter: Counter, db: ControllerDatabase | ControllerTransaction = this.#db): Promise<'created' | 'replaced'> {
    refuseFormat(counter);
    this.#highWater.forgetCounter(name);
    const { minValue, maxValue, ...rest } = counter;
    const values = { ...rest, min_value: minValue, max_value: maxValue };
    return inTransaction(db, async (trx) => {
      this.#tell({ type: 'counter:changed', name }, trx);
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

  /** Throws `not-found`. Whether a job still needs the counter is for the caller to know. */
  async remove(name: string, db: ControllerDatabase | ControllerTransaction = this.#db): Promise<void> {
    await inTransaction(db, async (trx) => {
      const { numDeletedRows } = await trx.deleteFrom('counters').where('name', '=', name).executeTakeFirst();
      if (numDeletedRows === 0n) throw missing(name);
      this.#tell({ type: 'counter:removed', name }, trx);
    });
  }

  /** Throws `not-found`, and `name-taken`. Whether somebody goes by the old name is for the caller to know. */
  async rename(change: NewName, trx: ControllerTransaction): Promise<void> {
    if (!(await renameRow(NAMED, change, trx))) throw missing(change.name);
    this.#tell({ type: 'counter:renamed', ...change }, trx);
  }

  /** The marks follow a new name that nothing refuses any more: before it is durable, or a restore would not know it. Throws what the disk throws. */
  noteRename({ name, to }: NewName): void {
    this.#highWater.renameCounter(name, to);
  }

  /** What those of these counters that there are show now; nothing moves. A label that prints another one cannot be drawn. */
  async readings(
    names: readonly string[],
    db: ControllerDatabase | ControllerTransaction = this.#db,
  ): Promise<ReadonlyMap<string, CounterReading>> {
    return names.length === 0 ? new Map() : READING.get(db, JSON.stringify(names));
  }

  /**
   * Counts one print on each of these counters: after `repeat` prints the value moves by `step`, and beyond a bound it wraps to
   * the other one. Throws `not-found` naming the counter that is missing, and what the disk throws that keeps how far it came.
   */
  async advance(names: readonly string[], trx: ControllerTransaction): Promise<void> {
    for (const name of new Set(names)) {
      const advanced = await trx
        .updateTable('counters')
        .set({ value: valueAfterPrint, repeated: repeatedAfterPrint })
        .where('name', '=', name)
        .returning(isAtItsBeginning.as('isWrapped'))
        .executeTakeFirst();
      if (!advanced) throw missing(name);
      if (!this.#highWater.covers(name, 1)) this.#raise(name, await this.#stored(name, trx));
      this.#tellAdvance(name, advanced.isWrapped === 1, trx);
    }
  }

  /** Sets every counter that was printed to where it may have come at most, and tells those that moved. For data that were restored. */
  async goOnBehindMarks(trx: ControllerTransaction): Promise<{ name: string; from: number; to: number }[]> {
    const moved: { name: string; from: number; to: number }[] = [];
    for (const { name, value: from } of await trx.selectFrom('counters').select(['name', 'value']).orderBy('name').execute()) {
      const mark = this.#highWater.markOf(name);
      if (!mark) continue;
      await trx.updateTable('counters').set(mark).where('name', '=', name).execute();
      moved.push({ name, from, to: mark.value });
    }
    return moved;
  }

  /** Takes those of these counters that there are for many prints in one transaction; `finish` writes them back. */
  async begin(names: readonly string[], trx: ControllerTransaction): Promise<CounterRun> {
    return new CounterRun(await this.states(names, trx));
  }

  /** Those of these counters that there are, and how far each is with its value. */
  async states(names: readonly string[], db: ControllerDatabase | ControllerTransaction = this.#db): Promise<Map<string, CounterState>> {
    const states = new Map<string, CounterState>();
    for (const name of new Set(names)) {
      const row = await db.selectFrom('counters').selectAll().where('name', '=', name).executeTakeFirst();
      if (row) states.set(name, readState(row));
    }
    return states;
  }

  async finish({ states, prints, wrapped }: CounterRun, trx: ControllerTransaction): Promise<void> {
    for (const [name, state] of states) {
      const { counter, repeated } = state;
      await trx.updateTable('counters').set({ value: counter.value, repeated }).where('name', '=', name).execute();
      if (!this.#highWater.covers(name, prints.get(name) ?? 0)) this.#raise(name, state);
      this.#tellAdvance(name, wrapped.has(name), trx);
    }
  }

  /**
   * Sees to it that prints to come find the marks of these counters set far enough, so that none has to wait for that. Rejects with what the disk
   * throws; then a print sets them itself.
   */
  async coverAhead(names: readonly string[]): Promise<void> {
    const low = names.filter((name) => this.#highWater.isLow(name));
    await Promise.all(low.map((name) => this.#highWater.raiseCounterAhead(name, () => this.#markOf(name))));
  }

  /** Where the counter may come at most before its mark is set anew; undefined when there is none. */
  async #markOf(name: string): Promise<CounterMark | undefined> {
    const state = (await this.states([name])).get(name);
    return state && markAfter(state);
  }

  /** `state` is that behind the prints that are about to be made. */
  #raise(name: string, state: CounterState): void {
    this.#highWater.raiseCounter(name, markAfter(state));
  }

  #tellAdvance(name: string, isWrapped: boolean, trx: ControllerTransaction): void {
    this.#tell({ type: 'counter:changed', name }, trx);
    if (isWrapped) this.#tell({ type: 'counter:wrapped', name }, trx);
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

/** SQL sees the columns as they were before the update. Sums stay within 64 bits: values and steps lie within 2^53. */
const valueAfterPrint = sql<number>`CASE
  WHEN repeated + 1 < repeat THEN value
  WHEN value + step > max_value THEN min_value
  WHEN value + step < min_value THEN max_value
  ELSE value + step END`;
const repeatedAfterPrint = sql<number>`CASE WHEN repeated + 1 < repeat THEN repeated + 1 ELSE 0 END`;
/** Of fewer repeats than there were, the last is still to come. */
const repeatedAfterPut = ({ value, repeat }: Counter) =>
  sql<number>`CASE WHEN value = ${value} THEN min(repeated, ${repeat} - 1) ELSE 0 END`;
/** Behind a print that moved the value: it stands at the bound where it begins, which no step leads to. */
const isAtItsBeginning = sql<0 | 1>`repeated = 0 AND value = CASE WHEN step > 0 THEN min_value WHEN step < 0 THEN max_value END`;

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
