import type { ControllerDatabase, ControllerTransaction } from '#storage/database/controller-schema.ts';
import type { Log } from '#process/log.ts';
import type { Counters } from '../counters/counters.ts';
import type { BlockRequest, PlantCounterState } from '../counters/plant-blocks.ts';
import { retryDelay } from '../outgoing-http/retry-delay.ts';
import type { Timers } from '../platform/timers.ts';
import { WakeUp } from '../platform/wake-up.ts';
import { PlantFailure, type PlantClient } from './plant-client.ts';

/** Milliseconds between two looks at the numbers that are left, and at least. */
const LONGEST_PAUSE = 15_000;
const SHORTEST_PAUSE = 1_000;
/** The longest pause after failures. */
const LONGEST_RETRY = 60_000;
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
  /** From 0 to 1. */
  random: () => number;
  timers: Timers;
  log: Log;
}

/** Gets numbers from the plant for the counters that take theirs from it, before they are needed, and reports those that will never be used. */
export class SerialSupply {
  readonly #deps: SerialSupplyDeps;
  readonly #stop = new AbortController();
  readonly #wakeUp: WakeUp;
  readonly #pause: WakeUp;
  /** Why a counter got no numbers at the last attempt. */
  readonly #reasons = new Map<string, string>();
  #loop: Promise<void> | undefined;
  #failures = 0;

  constructor(deps: SerialSupplyDeps) {
    this.#deps = deps;
    this.#wakeUp = new WakeUp(deps.timers);
    this.#pause = new WakeUp(deps.timers);
  }

  start(): void {
    this.#loop ??= this.#run();
  }

  /** Numbers were used, or a counter takes its numbers from the plant now. */
  wake(): void {
    this.#wakeUp.now();
  }

  async stop(): Promise<void> {
    this.#stop.abort();
    this.#wakeUp.now();
    this.#pause.now();
    await this.#loop;
  }

  /** Why a counter got no numbers at the last attempt, as a sentence; undefined after a success. */
  reasonOf(name: string): string | undefined {
    return this.#reasons.get(name);
  }

  /** Never rejects. */
  async #run(): Promise<void> {
    const { signal } = this.#stop;
    while (!signal.aborted) {
      if (await this.#supply()) {
        this.#failures = 0;
        await this.#pause.wait(SHORTEST_PAUSE);
        if (!signal.aborted) await this.#wakeUp.wait(LONGEST_PAUSE - SHORTEST_PAUSE);
      } else if (!signal.aborted) {
        this.#failures += 1;
        await this.#pause.wait(retryDelay(this.#failures, { random: this.#deps.random(), most: LONGEST_RETRY }));
      }
    }
  }

  /** Returns whether all went well. */
  async #supply(): Promise<boolean> {
    const { db, counters, log } = this.#deps;
    try {
      const states = await counters.plantBlocks.states(db);
      const names = new Set(states.map(({ name }) => name));
      for (const name of this.#reasons.keys()) if (!names.has(name)) this.#reasons.delete(name);
      const ahead = states.length === 0 ? 0 : await this.#numbersAhead();
      let isWell = await this.#reportUnused();
      for (const state of states) isWell = (await this.#fill(state, ahead)) && isWell;
      return isWell;
    } catch (error) {
      if (!this.#stop.signal.aborted) log.error('the numbers of the plant could not be looked at; it is tried again', error);
      return false;
    }
  }

  /** Gets one block if a counter has too few numbers. */
  async #fill({ name, left }: PlantCounterState, ahead: number): Promise<boolean> {
    const block = await this.#blockFor(name, left < ahead ? ahead * SHIFTS_PER_BLOCK : 0);
    if (!block) return true;
    const { client, counters, write } = this.#deps;
    return this.#try(name, async () => {
      const lease = await client.lease(block, this.#stop.signal);
      await write((trx) => counters.receiveBlock(block.request, lease, trx));
    });
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

  async #reportUnused(): Promise<boolean> {
    const { db, counters, client, write } = this.#deps;
    for (const block of await counters.plantBlocks.unused(db)) {
      const isReported = await this.#try(undefined, () => client.reportUnused(block, this.#stop.signal));
      if (!isReported) return false;
      await write((trx) => counters.plantBlocks.forget(block.id, trx));
    }
    return true;
  }

  /** Returns false if the plant refuses or cannot be reached. */
  async #try(name: string | undefined, work: () => Promise<void>): Promise<boolean> {
    try {
      await work();
      if (name !== undefined) this.#reasons.delete(name);
      return true;
    } catch (error) {
      if (!(error instanceof PlantFailure) || this.#stop.signal.aborted) throw error;
      if (name !== undefined) {
        if (!this.#reasons.has(name)) this.#deps.log.warn(`the counter "${name}" got no numbers from the plant: ${error.message}`);
        this.#reasons.set(name, error.message);
      }
      return false;
    }
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
