import type { ControllerReport } from '#contract/plant/plant-controller.ts';
import type { Log } from '#process/log.ts';
import { retryDelay } from '../outgoing-http/retry-delay.ts';
import type { Timers } from '../platform/timers.ts';
import { WakeUp } from '../platform/wake-up.ts';
import { PlantFailure, type PlantClient } from './plant-client.ts';

/** Milliseconds from one report to the next without a change, and at least. */
const LONGEST_PAUSE = 15_000;
const SHORTEST_PAUSE = 2_000;
/** The longest pause after failures: people want to see soon that a line is back. */
const LONGEST_RETRY = 60_000;

export interface ReportSenderDeps {
  report: () => Promise<ControllerReport>;
  client: PlantClient;
  /** Called after every success, and after every failure with its reason as a sentence. */
  onSuccess: () => void;
  onFailure: (reason: string) => void;
  /** From 0 to 1. */
  random: () => number;
  timers: Timers;
  log: Log;
}

/** Reports the state of the controller to the plant: every 15 seconds, and soon after a change. */
export class ReportSender {
  readonly #deps: ReportSenderDeps;
  readonly #stop = new AbortController();
  readonly #wakeUp: WakeUp;
  readonly #pause: WakeUp;
  #loop: Promise<void> | undefined;
  #failures = 0;

  constructor(deps: ReportSenderDeps) {
    this.#deps = deps;
    this.#wakeUp = new WakeUp(deps.timers);
    this.#pause = new WakeUp(deps.timers);
  }

  start(): void {
    this.#loop ??= this.#run();
  }

  /** Something has changed that the report says. */
  changed(): void {
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
    const { random } = this.#deps;
    const { signal } = this.#stop;
    while (!signal.aborted) {
      if (await this.#send()) {
        await this.#pause.wait(SHORTEST_PAUSE);
        if (!signal.aborted) await this.#wakeUp.wait(LONGEST_PAUSE - SHORTEST_PAUSE);
      } else if (!signal.aborted) {
        await this.#pause.wait(retryDelay(this.#failures, { random: random(), most: LONGEST_RETRY }));
      }
    }
  }

  async #send(): Promise<boolean> {
    const { report, client, onSuccess, onFailure, log } = this.#deps;
    try {
      await client.putReport(await report(), this.#stop.signal);
      this.#failures = 0;
      onSuccess();
      return true;
    } catch (error) {
      if (this.#stop.signal.aborted) return false;
      this.#failures += 1;
      const isOfPlant = error instanceof PlantFailure;
      if (!isOfPlant) log.error('the report for the plant could not be made', error);
      else if (this.#failures === 1) log.warn(`the report could not be sent to the plant: ${error.message}`);
      onFailure(isOfPlant ? error.message : 'The report could not be made. See the log of the controller.');
      return false;
    }
  }
}
