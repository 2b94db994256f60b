import { ProblemError } from '#contract/problem.ts';
import type { SerialLease, UnusedSerials } from '#contract/plant/serial-lease.ts';
import type { ControllerDatabase, ControllerTransaction } from '#storage/database/controller-schema.ts';
import { Statement } from '#storage/database/statement.ts';

type Db = ControllerDatabase | ControllerTransaction;

/** A counter whose numbers come from the plant. */
export interface PlantCounterState {
  name: string;
  plantCounter: string;
  /** Numbers that it has: of the current block, and of those that follow. */
  left: number;
}

/** A block that the plant was, or is to be, asked for. */
export interface BlockRequest {
  request: string;
  plantCounter: string;
  size: number;
  highest: number | null;
}

/** Numbers that will never be used, to be reported to the plant. */
export interface UnusedBlock extends UnusedSerials {
  id: number;
  plantCounter: string;
}

/** The current block of counter ?1 begins: its bounds are those of the counter. Without a block that is ready the counter is used up. */
const BEGIN_BLOCK = new Statement<{ id: number; first: number; last: number }>(`
  UPDATE counter_blocks SET state = 'current'
  WHERE id = (SELECT id FROM counter_blocks WHERE counter = ?1 AND state = 'ready' ORDER BY id LIMIT 1) RETURNING id, first, last`);
const END_BLOCK = new Statement("DELETE FROM counter_blocks WHERE counter = ?1 AND state = 'current'");
const USE_BLOCK = new Statement(
  'UPDATE counters SET value = ?2, min_value = ?2, max_value = ?3, repeated = 0, is_used_up = 0 WHERE name = ?1',
);
const USE_UP = new Statement('UPDATE counters SET is_used_up = 1 WHERE name = ?1');

const STATES = new Statement<PlantCounterState>(`
  SELECT name, plant_counter AS plantCounter,
    CASE WHEN is_used_up THEN 0 ELSE max_value - value + 1 - (repeated > 0) END
      + coalesce((SELECT sum(last - first + 1) FROM counter_blocks WHERE counter = name AND state = 'ready'), 0) AS left
  FROM counters WHERE plant_counter IS NOT NULL ORDER BY name`);
const ASKED = new Statement<BlockRequest>(`
  SELECT request, plant_counter AS plantCounter, size,
    (SELECT highest FROM plant_numbers WHERE plant_counter = counter_blocks.plant_counter) AS highest
  FROM counter_blocks WHERE counter = ?1 AND state = 'asked'`);
const ASK = new Statement(`
  INSERT INTO counter_blocks (counter, plant_counter, request, size, state)
  SELECT name, plant_counter, ?2, ?3, 'asked' FROM counters WHERE name = ?1 AND plant_counter IS NOT NULL`);
const RECEIVE = new Statement<{ counter: string; plant_counter: string }>(
  "UPDATE counter_blocks SET first = ?2, last = ?3, state = 'ready' WHERE request = ?1 AND state = 'asked' RETURNING counter, plant_counter",
);
const RAISE_HIGHEST = new Statement(`
  INSERT INTO plant_numbers (plant_counter, highest) VALUES (?1, ?2)
  ON CONFLICT (plant_counter) DO UPDATE SET highest = max(highest, excluded.highest)`);
const IS_USED_UP = new Statement<{ is_used_up: number }>('SELECT is_used_up FROM counters WHERE name = ?1');

const ASSIGN = new Statement<{ name: string }>(`
  UPDATE counters SET plant_counter = ?2, is_used_up = 1, blocked_at = NULL, value = 0, min_value = 0, max_value = 0, repeated = 0
  WHERE name = ?1 AND step = 1 RETURNING name`);
const RELEASE = new Statement(`
  UPDATE counters SET plant_counter = NULL, is_used_up = 0, min_value = 0, max_value = ${Number.MAX_SAFE_INTEGER} WHERE name = ?1`);
const DROP_ASKED = new Statement("DELETE FROM counter_blocks WHERE counter = ?1 AND state = 'asked'");
/** The rest of the current block begins after the value in progress. */
const LEAVE_UNUSED = new Statement(`
  UPDATE counter_blocks SET state = 'unused', first = CASE state WHEN 'ready' THEN first
    ELSE (SELECT value + (repeated > 0) FROM counters WHERE name = counter) END
  WHERE counter = ?1 AND state IN ('ready', 'current')`);
const DROP_EMPTY = new Statement("DELETE FROM counter_blocks WHERE counter = ?1 AND state = 'unused' AND first > last");
const UNUSED = new Statement<UnusedBlock>(
  "SELECT id, request, plant_counter AS plantCounter, first, last FROM counter_blocks WHERE state = 'unused' ORDER BY id LIMIT 100",
);
const FORGET_BLOCK = new Statement("DELETE FROM counter_blocks WHERE id = ?1 AND state = 'unused'");
const FORGET_ALL = new Statement("DELETE FROM counter_blocks WHERE state <> 'unused'");
const USE_UP_ALL = new Statement('UPDATE counters SET is_used_up = 1 WHERE plant_counter IS NOT NULL');
const RENAME = new Statement('UPDATE counter_blocks SET counter = ?2 WHERE counter = ?1');
const COUNTER = new Statement<{ plant_counter: string | null }>('SELECT plant_counter FROM counters WHERE name = ?1');

/**
 * Blocks of numbers that the plant has given to counters of this controller. A number is used once: what is left of a block that is given up is reported, and
 * what a restored database does not know is never used. All methods join the caller's transaction.
 */
export class PlantBlocks {
  /** Takes the next block of a counter whose current one is used up; without one the counter is used up. */
  async next(name: string, trx: ControllerTransaction): Promise<void> {
    await END_BLOCK.run(trx, name);
    const block = await BEGIN_BLOCK.first(trx, name);
    if (block) await USE_BLOCK.run(trx, name, block.first, block.last);
    else await USE_UP.run(trx, name);
  }

  /** All counters of the plant, by name. */
  states(db: Db): Promise<PlantCounterState[]> {
    return STATES.all(db);
  }

  /** The block that a counter waits for; undefined if it waits for none. */
  async asked(name: string, db: Db): Promise<BlockRequest | undefined> {
    return ASKED.first(db, name);
  }

  /** Records that a block is to be asked for. It is stored first, so that a repeated request after a restart gets the same block. */
  async ask(name: string, { request, size }: { request: string; size: number }, trx: ControllerTransaction): Promise<void> {
    await ASK.run(trx, name, request, size);
  }

  /** Stores a block that the plant has given. Does nothing if the counter does not wait for it any more. Returns the name of the counter. */
  async receive(request: string, { first, last }: SerialLease, trx: ControllerTransaction): Promise<string | undefined> {
    const block = await RECEIVE.first(trx, request, first, last);
    if (!block) return undefined;
    await RAISE_HIGHEST.run(trx, block.plant_counter, last);
    const counter = await IS_USED_UP.first(trx, block.counter);
    if (counter?.is_used_up === 1) await this.next(block.counter, trx);
    return block.counter;
  }

  /** The counter of the plant that a counter takes its numbers from; undefined for a counter of its own. */
  async source(name: string, trx: ControllerTransaction): Promise<string | undefined> {
    return (await COUNTER.first(trx, name))?.plant_counter ?? undefined;
  }

  /** The counter takes its numbers from the plant from now on; it is used up until the first block comes. Throws `invalid-input` for another step than 1. */
  async assign(name: string, plantCounter: string, trx: ControllerTransaction): Promise<void> {
    const before = await this.source(name, trx);
    if (before === plantCounter) return;
    if (before !== undefined) await this.#giveUp(name, trx);
    if (await ASSIGN.first(trx, name, plantCounter)) return;
    const detail = 'the step of a counter whose numbers come from the plant must be 1';
    throw new ProblemError('invalid-input', { detail: `/step: ${detail}`, errors: [{ pointer: '/step', detail }] });
  }

  /** The counter continues by itself, from the value that it has. The numbers that are left of its blocks are reported as never used. */
  async release(name: string, trx: ControllerTransaction): Promise<void> {
    await this.#giveUp(name, trx);
    await RELEASE.run(trx, name);
  }

  /** The counter is removed: the numbers that are left of its blocks are reported as never used. */
  async remove(name: string, trx: ControllerTransaction): Promise<void> {
    await this.#giveUp(name, trx);
  }

  async rename(name: string, to: string, trx: ControllerTransaction): Promise<void> {
    await RENAME.run(trx, name, to);
  }

  /** What is to be reported as never used. */
  unused(db: Db): Promise<UnusedBlock[]> {
    return UNUSED.all(db);
  }

  /** It was reported. */
  async forget(id: number, trx: ControllerTransaction): Promise<void> {
    await FORGET_BLOCK.run(trx, id);
  }

  /** The database was restored: which numbers of its blocks were used since is unknown, so none of them is used any more, or reported. */
  async forgetAll(trx: ControllerTransaction): Promise<void> {
    await FORGET_ALL.run(trx);
    await USE_UP_ALL.run(trx);
  }

  async #giveUp(name: string, trx: ControllerTransaction): Promise<void> {
    await DROP_ASKED.run(trx, name);
    await LEAVE_UNUSED.run(trx, name);
    await DROP_EMPTY.run(trx, name);
  }
}
