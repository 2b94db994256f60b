import type { Log } from '#process/log.ts';
import { retryDelay } from '../outgoing-http/retry-delay.ts';
import type { Timers } from '../platform/timers.ts';
import { WakeUp } from '../platform/wake-up.ts';
import { PlantFailure } from './plant-client.ts';

/** Milliseconds between two looks at what is left, and at least. */
const LONGEST_PAUSE = 15_000;
const SHORTEST_PAUSE = 1_000;
/** The longest pause after failures. */
const LONGEST_RETRY = 60_000;

export interface SupplyLoopDeps {
  /** From 0 to 1. */
  random: () => number;
  timers: Timers;
  log: Log;
}

/** What a loop supplies. */
export interface Supply {
  /** What comes from the plant, for the log: `the numbers of the plant`. */
  word: string;
  /** Gets what is needed. Returns whether all went well. */
  supply: (signal: AbortSignal) => Promise<boolean>;
}

/** Gets something from the plant before it is needed: looks again after every use and every few seconds, and seldom while the plant cannot be reached. */
export class SupplyLoop {
  readonly #deps: SupplyLoopDeps;
  readonly #supply: Supply;
  readonly #stop = new AbortController();
  readonly #wakeUp: WakeUp;
  readonly #pause: WakeUp;
  #loop: Promise<void> | undefined;
  #failures = 0;

  constructor(deps: SupplyLoopDeps, supply: Supply) {
    this.#deps = deps;
    this.#supply = supply;
    this.#wakeUp = new WakeUp(deps.timers);
    this.#pause = new WakeUp(deps.timers);
  }

  start(): void {
    this.#loop ??= this.#run();
  }

  /** Something was used, or is needed now. */
  wake(): void {
    this.#wakeUp.now();
  }

  async stop(): Promise<void> {
    this.#stop.abort();
    this.#wakeUp.now();
    this.#pause.now();
    await this.#loop;
  }

  /** Returns why the plant refuses or cannot be reached, as a sentence; undefined if the work succeeds. */
  async attempt(work: (signal: AbortSignal) => Promise<void>): Promise<string | undefined> {
    const { signal } = this.#stop;
    try {
      await work(signal);
      return undefined;
    } catch (error) {
      if (!(error instanceof PlantFailure) || signal.aborted) throw error;
      return error.message;
    }
  }

  /** Never rejects. */
  async #run(): Promise<void> {
    const { signal } = this.#stop;
    while (!signal.aborted) {
      if (await this.#isSupplied()) {
        this.#failures = 0;
        await this.#pause.wait(SHORTEST_PAUSE);
        if (!signal.aborted) await this.#wakeUp.wait(LONGEST_PAUSE - SHORTEST_PAUSE);
      } else if (!signal.aborted) {
        this.#failures += 1;
        await this.#pause.wait(retryDelay(this.#failures, { random: this.#deps.random(), most: LONGEST_RETRY }));
      }
    }
  }

  async #isSupplied(): Promise<boolean> {
    const { signal } = this.#stop;
    try {
      return await this.#supply.supply(signal);
    } catch (error) {
      if (!signal.aborted) this.#deps.log.error(`${this.#supply.word} could not be looked at; it is tried again`, error);
      return false;
    }
  }
}
