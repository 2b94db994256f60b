import { sql, type Selectable } from 'kysely';
import { ProblemError } from '#contract/problem.ts';
import type { Counter, CounterListItem, CounterPreview } from '#contract/api-v3/counter.ts';
import type { SerialLease } from '#contract/plant/serial-lease.ts';
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
import { blockedAfterPut, laterOf } from './blocked-values.ts';
import { counterBlocked, missingCounter, noPlantCounter, serialsUsedUp } from './counter-problems.ts';
import { CounterRun, type CounterState } from './counter-run.ts';
import { PlantBlocks, type PlantCounterState } from './plant-blocks.ts';

const NAMED = { table: 'counters', word: 'counter', path: 'counters' };

/**
 * Counts one print on the counter ?1. `isWrapped`: it is at its start, which only a wrap reaches. Expressions of SET see the values before it, those of
 * RETURNING the values after it; sums stay within 64 bits, since values and steps are within 2^53.
 */
const ADVANCE = new Statement<{ isWrapped: 0 | 1; isOfPlant: 0 | 1 }>(`
  UPDATE counters SET
    value = CASE
      WHEN repeated + 1 < repeat THEN value
      WHEN value + step > max_value THEN min_value
      WHEN value + step < min_value THEN max_value
      ELSE value + step END,
    repeated = CASE WHEN repeated + 1 < repeat THEN repeated + 1 ELSE 0 END
  WHERE name = ?1
  RETURNING plant_counter IS NOT NULL AS isOfPlant, repeated = 0 AND value = CASE WHEN step > 0 THEN min_value WHEN step < 0 THEN max_value END AS isWrapped`);

const READINGS = new Statement<Required<CounterReading> & { name: string; is_used_up: number; blocked_at: number | null }>(`
  SELECT name, value, width, padding, format, is_used_up, blocked_at FROM counters WHERE name IN (SELECT value FROM json_each(?1)) ORDER BY name`);
const READING = new CachedRead('counters', async (db: ControllerDatabase | ControllerTransaction, names) => {
  const rows = await READINGS.all(db, names);
  const usedUp = rows.find((row) => row.is_used_up === 1)?.name;
  const blocked = rows.find((row) => row.blocked_at !== null);
  return {
    usedUp,
    blocked,
    readings: new Map(rows.map(({ name, value, width, padding, format }) => [name, { value, width, padding, format }])),
  };
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
  /** The numbers that the plant has given to counters. */
  readonly plantBlocks = new PlantBlocks();

  /** `highWater` is omitted where nothing is printed. */
  constructor({ db, highWater = new HighWater(), publish = noPublish }: CountersOptions) {
    this.#db = db;
    this.#highWater = highWater;
    this.#publish = publish;
  }

  /** All counters, sorted by name. */
  async list(): Promise<CounterListItem[]> {
    const rows = await this.#db.selectFrom('counters').select(['name', 'value', 'blocked_at']).orderBy('name').execute();
    return rows.map(({ name, value, blocked_at: blockedAt }) => ({ name, value, ...(blockedAt !== null && { blockedAt }) }));
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
   * prints that it had. A blocked counter prints again with a value beyond its last known one. Throws `invalid-input` for a format that is invalid or cannot represent every value.
   */
  async put(name: string, counter: Counter, db: ControllerDatabase | ControllerTransaction = this.#db): Promise<'created' | 'replaced'> {
    refuseFormat(counter);
    this.#highWater.forgetCounter(name);
    const { minValue, maxValue, ...rest } = counter;
    const values = { ...rest, min_value: minValue, max_value: maxValue };
    return inTransaction(db, async (trx) => {
      await this.#refusePlantNumbers(name, counter, trx);
      this.#publish({ type: 'counter:changed', name }, trx);
      const { numUpdatedRows } = await trx
        .updateTable('counters')
        .set({ ...values, repeated: repeatedAfterPut(counter), blocked_at: blockedAfterPut(counter) })
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
      await this.plantBlocks.remove(name, trx);
      const { numDeletedRows } = await trx.deleteFrom('counters').where('name', '=', name).executeTakeFirst();
      if (numDeletedRows === 0n) throw missingCounter(name);
      this.#publish({ type: 'counter:removed', name }, trx);
    });
  }

  /** Renames the counter; the caller checks that the old name is not in use. Throws `not-found` and `name-taken`. */
  async rename(change: NewName, trx: ControllerTransaction): Promise<void> {
    if (!(await renameRow(NAMED, change, trx))) throw missingCounter(change.name);
    await this.plantBlocks.rename(change.name, change.to, trx);
    this.#publish({ type: 'counter:renamed', ...change }, trx);
  }

  /**
   * Renames the counter in the high-water marks, before the new name is durable: otherwise a restore would not find it. Throws errors of
   * the disk.
   */
  noteRename({ name, to }: NewName): void {
    this.#highWater.renameCounter(name, to);
  }

  /**
   * The current readings of the existing counters; does not advance. A label that shows a missing counter cannot be drawn. Throws `serials-used-up` for a
   * counter of the plant without numbers, and `counter-blocked`.
   */
  async readings(
    names: readonly string[],
    db: ControllerDatabase | ControllerTransaction = this.#db,
  ): Promise<ReadonlyMap<string, CounterReading>> {
    if (names.length === 0) return new Map();
    const { readings, usedUp, blocked } = await READING.get(db, JSON.stringify(names));
    if (blocked) throw counterBlocked(blocked.name, blocked.blocked_at);
    if (usedUp !== undefined) throw serialsUsedUp(usedUp);
    return readings;
  }

  /**
   * Counts one print on each counter: after `repeat` prints the value advances by `step`, and beyond a bound it wraps to the other one.
   * Throws `not-found` naming the missing counter, and errors of the disk that stores the high-water marks.
   */
  async advance(names: readonly string[], trx: ControllerTransaction): Promise<void> {
    for (const name of new Set(names)) {
      const advanced = await ADVANCE.first(trx, name);
      if (!advanced) throw missingCounter(name);
      if (advanced.isOfPlant === 1) {
        if (advanced.isWrapped === 1) await this.plantBlocks.next(name, trx);
        this.#publishAdvance(name, false, trx);
        continue;
      }
      if (!this.#highWater.covers(name, 1)) this.#raiseMark(name, await this.#stored(name, trx));
      this.#publishAdvance(name, advanced.isWrapped === 1, trx);
    }
  }

  /**
   * Sets every counter that was printed to its high-water mark, the farthest value that may have been printed. Returns the counters with
   * their old and new values. For restored data. Counters of the plant get new numbers from it instead.
   */
  async advancePastHighWaterMarks(trx: ControllerTransaction): Promise<{ name: string; from: number; to: number }[]> {
    const moved: { name: string; from: number; to: number }[] = [];
    for (const { name, value: from } of await ownCounters(trx)) {
      const mark = this.#highWater.markOf(name);
      if (!mark) continue;
      await trx.updateTable('counters').set(mark).where('name', '=', name).execute();
      await trx
        .updateTable('counters')
        .set({ blocked_at: laterOf(mark.value) })
        .where('name', '=', name)
        .where('blocked_at', 'is not', null)
        .execute();
      moved.push({ name, from, to: mark.value });
    }
    return moved;
  }

  /**
   * Blocks every counter that has numbers of its own: the data were restored on a computer that does not know what was printed with them. A counter that is
   * blocked already stays so.
   */
  async blockAll(trx: ControllerTransaction): Promise<void> {
    await trx
      .updateTable('counters')
      .set({ blocked_at: sql<number>`value` })
      .where('plant_counter', 'is', null)
      .where('blocked_at', 'is', null)
      .execute();
  }

  /** The counter takes its numbers from a counter of the plant from now on. Throws `not-found`, and `invalid-input` for another step than 1. */
  async takeFromPlant(name: string, plantCounter: string, trx: ControllerTransaction): Promise<void> {
    await this.#stored(name, trx);
    await this.plantBlocks.assign(name, plantCounter, trx);
    this.#highWater.forgetCounter(name);
    this.#publish({ type: 'counter:changed', name }, trx);
  }

  /** The counter has numbers of its own again. Throws `not-found`. */
  async endPlantNumbers(name: string, trx: ControllerTransaction): Promise<void> {
    await this.plantNumbers(name, trx);
    await this.plantBlocks.release(name, trx);
    this.#highWater.forgetCounter(name);
    this.#publish({ type: 'counter:changed', name }, trx);
  }

  /** The numbers that a counter has from the plant. Throws `not-found`. */
  async plantNumbers(name: string, db: ControllerDatabase | ControllerTransaction = this.#db): Promise<PlantCounterState> {
    const state = (await this.plantBlocks.states(db)).find((one) => one.name === name);
    if (!state) throw noPlantCounter(name);
    return state;
  }

  /** A block of the plant has come. */
  async receiveBlock(request: string, lease: SerialLease, trx: ControllerTransaction): Promise<void> {
    const name = await this.plantBlocks.receive(request, lease, trx);
    if (name !== undefined) this.#publish({ type: 'counter:changed', name }, trx);
  }

  /**
   * Loads the existing counters for many prints in one transaction; `finish` writes them back. Throws `counter-blocked`, and `invalid-input` for a counter of
   * the plant, whose numbers are not reserved in advance.
   */
  async begin(names: readonly string[], trx: ControllerTransaction): Promise<CounterRun> {
    for (const name of new Set(names)) {
      if ((await this.plantBlocks.source(name, trx)) === undefined) continue;
      const detail = `the numbers of the counter "${name}" come from the plant: a job that is frozen cannot reserve them`;
      throw new ProblemError('invalid-input', { detail: `/freeze: ${detail}`, errors: [{ pointer: '/freeze', detail }] });
    }
    await this.readings(names, trx);
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

  /** The numbers of a counter of the plant are not set here. */
  async #refusePlantNumbers(name: string, counter: Counter, trx: ControllerTransaction): Promise<void> {
    if ((await this.plantBlocks.source(name, trx)) === undefined) return;
    const stored = (await this.#stored(name, trx)).counter;
    const errors = PLANT_NUMBERS.flatMap((key) =>
      counter[key] === stored[key] ? [] : [{ pointer: `/${key}`, detail: 'is given by the plant' }],
    );
    const [first] = errors;
    if (first) throw new ProblemError('invalid-input', { detail: `${first.pointer} ${first.detail}`, errors });
  }

  async #stored(name: string, db: ControllerDatabase | ControllerTransaction): Promise<CounterState> {
    const row = await db.selectFrom('counters').selectAll().where('name', '=', name).executeTakeFirst();
    if (!row) throw missingCounter(name);
    return readState(row);
  }
}

/** What the plant gives to a counter. */
const PLANT_NUMBERS = ['value', 'minValue', 'maxValue', 'step'] as const;

/** The counters that take no numbers from the plant. */
function ownCounters(trx: ControllerTransaction): Promise<CounterListItem[]> {
  return trx.selectFrom('counters').select(['name', 'value']).where('plant_counter', 'is', null).orderBy('name').execute();
}

function markAfter(state: CounterState): CounterMark {
  const { counter, repeated } = counterAfterPrints(state, PRINTS_AHEAD);
  return { value: counter.value, repeated };
}

function readState(row: Selectable<ControllerSchema['counters']>): CounterState {
  const {
    name: _,
    min_value: minValue,
    max_value: maxValue,
    plant_counter: __,
    is_used_up: ___,
    blocked_at: ____,
    repeated,
    ...rest
  } = row;
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
