import type { ControllerDatabase, ControllerTransaction } from '#storage/database/controller-schema.ts';
import type { Log } from '#process/log.ts';
import type { Counters } from '../counters/counters.ts';
import type { BlockRequest, PlantCounterState } from '../counters/plant-blocks.ts';
import type { PlantClient } from './plant-client.ts';
import { plantRefusal, type PlantTask } from './plant-loop.ts';

/** A counter holds numbers for a shift ahead: as many as the controller has printed in the last one, and not fewer than this. */
const FEWEST_AHEAD = 1_000;
const SHIFT = 8 * 3_600_000;
const QUARTER = 15 * 60_000;
/** A block is so many times what a counter holds ahead, so that it is asked for seldom. */
const SHIFTS_PER_BLOCK = 2;

export interface SerialSupplyDeps {
  db: ControllerDatabase;
  counters: Counters;
  client: Pick<PlantClient, 'lease' | 'reportUnused'>;
  write: <Result>(work: (trx: ControllerTransaction) => Promise<Result>) => Promise<Result>;
  newId: () => string;
  /** Milliseconds since the epoch. */
  now: () => number;
  log: Log;
}

/** Gets numbers from the plant for the counters that take theirs from it, before they are needed, and reports those that will never be used. */
export class SerialSupply implements PlantTask {
  readonly activity = 'getting numbers from the plant';
  readonly #deps: SerialSupplyDeps;
  /** Why a counter got no numbers at the last attempt. */
  readonly #reasons = new Map<string, string>();

  constructor(deps: SerialSupplyDeps) {
    this.#deps = deps;
  }

  /** Why a counter got no numbers at the last attempt, as a sentence; undefined after a success. */
  reasonOf(name: string): string | undefined {
    return this.#reasons.get(name);
  }

  /** Call it soon when numbers were used, or a counter takes its numbers from the plant now. */
  async run(signal: AbortSignal): Promise<boolean> {
    const { db, counters } = this.#deps;
    const states = await counters.plantBlocks.states(db);
    const names = new Set(states.map(({ name }) => name));
    for (const name of this.#reasons.keys()) if (!names.has(name)) this.#reasons.delete(name);
    const ahead = states.length === 0 ? 0 : await this.#numbersAhead();
    let isWell = await this.#reportUnused(signal);
    for (const state of states) isWell = (await this.#fill(state, ahead, signal)) && isWell;
    return isWell;
  }

  /** Gets one block if a counter has too few numbers. */
  async #fill({ name, left }: PlantCounterState, ahead: number, signal: AbortSignal): Promise<boolean> {
    const block = await this.#blockFor(name, left < ahead ? ahead * SHIFTS_PER_BLOCK : 0);
    if (!block) return true;
    const { client, counters, write, log } = this.#deps;
    const reason = await plantRefusal(signal, async () => {
      const lease = await client.lease(block, signal);
      await write((trx) => counters.receiveBlock(block.request, lease, trx));
    });
    if (reason === undefined) {
      this.#reasons.delete(name);
      return true;
    }
    if (!this.#reasons.has(name)) log.warn(`the counter "${name}" got no numbers from the plant: ${reason}`);
    this.#reasons.set(name, reason);
    return false;
  }

  /** The block that the plant is to be asked for: one that was asked for before, or a new one of this size; undefined if none is needed. */
  async #blockFor(name: string, size: number): Promise<BlockRequest | undefined> {
    const { db, counters, write, newId } = this.#deps;
    const asked = await counters.plantBlocks.asked(name, db);
    if (asked || size === 0) return asked;
    return write(async (trx) => {
      await counters.plantBlocks.ask(name, { request: newId(), size }, trx);
      return counters.plantBlocks.asked(name, trx);
    });
  }

  async #reportUnused(signal: AbortSignal): Promise<boolean> {
    const { db, counters, client, write } = this.#deps;
    for (const block of await counters.plantBlocks.unused(db)) {
      const failure = await plantRefusal(signal, () => client.reportUnused(block, signal));
      if (failure !== undefined) return false;
      await write((trx) => counters.plantBlocks.forget(block.id, trx));
    }
    return true;
  }

  /** How many numbers a counter should have: as many as all printers have printed in the last shift. */
  async #numbersAhead(): Promise<number> {
    const { db, now } = this.#deps;
    const first = Math.floor((now() - SHIFT) / QUARTER);
    const { printed } = await db
      .selectFrom('history_quarters')
      .select(({ fn }) => fn.sum<number | null>('count').as('printed'))
      .where('quarter', '>=', first)
      .executeTakeFirstOrThrow();
    return Math.max(FEWEST_AHEAD, printed ?? 0);
  }
}
