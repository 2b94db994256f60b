import type { Timers } from '#controller/platform/timers.ts';
import { ManualClock } from './manual-clock.ts';
import { untilHolds } from './until-holds.ts';

/** Looks at the line without news until it counts as quiet. */
const QUIET_LOOKS = 4;
/** The longest time that a test waits for, in milliseconds of this clock. */
const MAX_WAIT = 300_000;

/**
 * Time for an engine and a device that talk over a socket of this process. It passes by itself while a test waits, from timer to timer, and
 * only while the line is quiet and no file is read or written: so a time limit ends exactly when the other side says nothing.
 */
export class DeviceClock implements Timers {
  readonly #clock = new ManualClock();
  readonly #traffic: () => number;

  /** `traffic` counts the pieces of data and the connections that the device has seen. */
  constructor(traffic: () => number) {
    this.#traffic = traffic;
  }

  get now(): number {
    return this.#clock.now();
  }

  /** Number of pending timers. */
  get pending(): number {
    return this.#clock.waiting;
  }

  setTimeout(act: () => void, delay: number): object {
    return this.#clock.after(delay, act);
  }

  clearTimeout(handle: object | number): void {
    (handle as () => void)();
  }

  /** Lets time pass until the check holds. */
  async until<Value>(check: () => Value): Promise<Value> {
    const end = this.now + MAX_WAIT;
    return this.#run(check, () => this.now >= end);
  }

  /** Lets this much time pass. */
  async pass(duration: number): Promise<void> {
    let isOver = false;
    this.#clock.after(duration, () => (isOver = true));
    await this.until(() => {
      if (!isOver) throw new Error('time has not passed');
    });
  }

  /** Lets time pass until the promise has settled. */
  async settled<Value>(promise: Promise<Value>): Promise<Value> {
    let isSettled = false;
    const settle = () => (isSettled = true);
    promise.then(settle, settle);
    await this.until(() => {
      if (!isSettled) throw new Error('it has not settled');
    });
    return promise;
  }

  async #run<Value>(check: () => Value, isTooLate: () => boolean): Promise<Value> {
    let looks = 0;
    let seen = this.#traffic();
    const outcome = await untilHolds(() => {
      const traffic = this.#traffic();
      // Without a timer nothing is awaited from the other side: what is asked next begins a new wait.
      const isWaiting = this.#clock.next !== undefined && !isUsingFiles();
      looks = traffic === seen && isWaiting ? looks + 1 : 0;
      seen = traffic;
      try {
        return { value: check() };
      } catch (error) {
        if (isTooLate()) return { error };
        if (looks >= QUIET_LOOKS) {
          looks = 0;
          this.#clock.advance(Math.max(0, this.#clock.next ?? 0));
        }
        throw error;
      }
    });
    if ('error' in outcome) throw outcome.error;
    return outcome.value;
  }
}

/** Whether this thread waits for a file, however long the disk takes. */
function isUsingFiles(): boolean {
  return process.getActiveResourcesInfo().some((resource) => /^(FSReq|CloseReq)/.test(resource));
}
