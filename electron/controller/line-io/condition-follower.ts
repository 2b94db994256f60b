import type { Events } from '../events/events.ts';
import type { Log } from '#process/log.ts';
import type { TimerHandle, Timers } from '../platform/timers.ts';
import type { ConditionsByPrinter } from './device-outputs.ts';
import type { LinePrinters } from './line-ports.ts';

/** Milliseconds from an event to the next look at the printers: many events make one look. */
const EVENT_PAUSE = 50;
/** Milliseconds without an event after which the printers are looked at again. */
const LONGEST_PAUSE = 1_000;

/** A device whose outputs follow printers. */
export interface FollowingDevice {
  followedPrinters(): Set<string | undefined>;
  follow(conditions: ConditionsByPrinter): void;
}

export interface ConditionFollowerOptions {
  events: Pick<Events, 'subscribe'>;
  timers: Timers;
  printers: Pick<LinePrinters, 'names' | 'conditions'>;
  devices: () => Iterable<FollowingDevice>;
  log: Log;
}

/** Tells the devices which conditions hold, after every event of the controller and at least once a second. */
export class ConditionFollower {
  readonly #options: ConditionFollowerOptions;
  #timer: TimerHandle | undefined;
  #isSoon = false;
  #isRunning = false;
  #isStopped = true;
  #unsubscribe: (() => void) | undefined;

  constructor(options: ConditionFollowerOptions) {
    this.#options = options;
  }

  start(): void {
    this.#isStopped = false;
    this.#unsubscribe = this.#options.events.subscribe(() => this.refreshSoon());
    this.refreshSoon();
  }

  stop(): void {
    this.#isStopped = true;
    this.#unsubscribe?.();
    this.#clear();
  }

  /** Something may have changed. */
  refreshSoon(): void {
    if (this.#isSoon || this.#isStopped) return;
    this.#isSoon = true;
    if (!this.#isRunning) this.#schedule(EVENT_PAUSE);
  }

  #schedule(pause: number): void {
    this.#clear();
    this.#timer = this.#options.timers.setTimeout(() => void this.#refresh(), pause);
  }

  /** Never rejects. */
  async #refresh(): Promise<void> {
    this.#isSoon = false;
    this.#isRunning = true;
    try {
      await this.#tellDevices();
    } catch (error) {
      this.#options.log.error('the conditions of outputs could not be read', error);
    }
    this.#isRunning = false;
    if (!this.#isStopped) this.#schedule(this.#isSoon ? EVENT_PAUSE : LONGEST_PAUSE);
  }

  async #tellDevices(): Promise<void> {
    const { printers, devices } = this.#options;
    const followed = new Set([...devices()].flatMap((device) => [...device.followedPrinters()]));
    if (followed.size === 0) return;
    const names = followed.has(undefined) ? printers.names() : [...followed].filter((name) => name !== undefined);
    const found = await Promise.all(names.map(async (name) => [name, await printers.conditions(name)] as const));
    const conditions = new Map(found);
    for (const device of devices()) device.follow(conditions);
  }

  #clear(): void {
    if (this.#timer !== undefined) this.#options.timers.clearTimeout(this.#timer);
    this.#timer = undefined;
  }
}
