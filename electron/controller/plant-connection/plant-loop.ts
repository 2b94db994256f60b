import type { Log } from '#process/log.ts';
import { retryDelay } from '../outgoing-http/retry-delay.ts';
import type { Timers } from '../platform/timers.ts';
import { WakeUp } from '../platform/wake-up.ts';
import { PlantFailure } from './plant-client.ts';

/** Milliseconds from one run to the next without a call, and at least. */
const LONGEST_PAUSE = 15_000;
const SHORTEST_PAUSE = 1_000;
/** The longest pause after failures: people want to see soon that a line is back. */
const LONGEST_RETRY = 60_000;

export interface PlantLoopDeps {
  /** From 0 to 1. */
  random: () => number;
  timers: Timers;
  log: Log;
}

/** What is done with the plant again and again. */
export interface PlantTask {
  /** For the log: `getting numbers from the plant`. */
  readonly activity: string;
  /** Milliseconds from one run to the next, at least; one second by default. */
  readonly shortestPause?: number;
  /** Returns whether all went well. What it throws is logged. */
  run: (signal: AbortSignal) => Promise<boolean>;
}

/** Repeats a task: soon after a call, otherwise every 15 seconds, and less and less often while it fails. */
export class PlantLoop {
  readonly #deps: PlantLoopDeps;
  readonly #task: PlantTask;
  readonly #stop = new AbortController();
  readonly #wakeUp: WakeUp;
  readonly #pause: WakeUp;
  #loop: Promise<void> | undefined;
  #failures = 0;

  constructor(deps: PlantLoopDeps, task: PlantTask) {
    this.#deps = deps;
    this.#task = task;
    this.#wakeUp = new WakeUp(deps.timers);
    this.#pause = new WakeUp(deps.timers);
  }

  start(): void {
    this.#loop ??= this.#run();
  }

  /** Something has changed that the task is about. After a failure it waits for the next attempt. */
  wake(): void {
    this.#wakeUp.now();
  }

  async stop(): Promise<void> {
    this.#stop.abort();
    this.#wakeUp.now();
    this.#pause.now();
    await this.#loop;
  }

  /** Never rejects. */
  async #run(): Promise<void> {
    const { shortestPause = SHORTEST_PAUSE } = this.#task;
    const { signal } = this.#stop;
    while (!signal.aborted) {
      if (await this.#isDone()) {
        this.#failures = 0;
        await this.#pause.wait(shortestPause);
        if (!signal.aborted) await this.#wakeUp.wait(LONGEST_PAUSE - shortestPause);
      } else if (!signal.aborted) {
        this.#failures += 1;
        await this.#pause.wait(retryDelay(this.#failures, { random: this.#deps.random(), most: LONGEST_RETRY }));
      }
    }
  }

  async #isDone(): Promise<boolean> {
    const { signal } = this.#stop;
    try {
      return await this.#task.run(signal);
    } catch (error) {
      if (!signal.aborted) this.#deps.log.error(`${this.#task.activity} failed; it is tried again`, error);
      return false;
    }
  }
}

/** Returns why the plant refuses or cannot be reached, as a sentence; undefined if the work succeeds. Throws every other error, and all once it is stopped. */
export async function plantRefusal(signal: AbortSignal, work: () => Promise<void>): Promise<string | undefined> {
  try {
    await work();
    return undefined;
  } catch (error) {
    if (!(error instanceof PlantFailure) || signal.aborted) throw error;
    return error.message;
  }
}
