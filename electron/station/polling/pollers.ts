import type { Clock } from '../platform/system-clock.ts';
import { PolledController, type PolledConnection } from './polled-controller.ts';
import { Poller, type PollResult } from './poller.ts';
import { SlotTimer } from './slot-timer.ts';

export interface PollersOptions {
  clock: Clock;
  /** 0 <= random() < 1. */
  random: () => number;
  /** Milliseconds between two polls of one printer. */
  interval: number;
  /** Longest time that one poll may take, in milliseconds. */
  limit: number;
  /** The result of a poll of a connection's printer. */
  onResult: (connection: string, printer: string, result: PollResult) => void;
  /** Logs an unexpected error. */
  report: (error: unknown) => void;
}

/** Multiples of the golden ratio, modulo 1, are spread evenly and never coincide (low-discrepancy additive recurrence). */
const GOLDEN_RATIO = 0.618_033_988_749_895;

/** One poller for each printer of each connection. Their polls are spread over the slots of the interval, which one timer begins. See docs/polling.md. */
export class Pollers {
  readonly #options: PollersOptions;
  readonly #controllers = new Map<string, PolledController>();
  readonly #timer: SlotTimer;
  /** The printers of each slot. */
  readonly #slots: Map<Poller, PolledController>[];
  #created = 0;

  constructor(options: PollersOptions) {
    this.#options = options;
    const { clock, interval, report } = options;
    this.#timer = new SlotTimer({ clock, round: interval, report, onSlots: (slots) => this.#begin(slots) });
    this.#slots = Array.from({ length: this.#timer.count }, () => new Map<Poller, PolledController>());
  }

  /** Polls exactly these printers of the connection. */
  poll(connection: PolledConnection, names: readonly string[]): void {
    const controller = this.#controllers.get(connection.id) ?? new PolledController(connection, this.#options);
    this.#controllers.set(connection.id, controller);
    const listed = new Set(names);
    for (const [name, poller] of controller.pollers) if (!listed.has(name)) this.#removePoller(controller, name, poller);
    for (const name of names) if (!controller.pollers.has(name)) this.#addPoller(controller, name);
    this.#timer.start();
  }

  /** Polls a printer at once. Does nothing for a printer that is not polled. */
  pollNow(connection: string, printer: string): void {
    this.#controllers.get(connection)?.pollers.get(printer)?.pollNow();
  }

  remove(connection: string): void {
    const controller = this.#controllers.get(connection);
    if (!controller) return;
    for (const [name, poller] of controller.pollers) this.#removePoller(controller, name, poller);
    controller.stop();
    this.#controllers.delete(connection);
    if (this.#controllers.size === 0) this.#timer.stop();
  }

  stop(): void {
    for (const connection of [...this.#controllers.keys()]) this.remove(connection);
  }

  /** Sockets and events first: what has become late, or was lost, is polled again in this slot. */
  #begin(slots: readonly number[]): void {
    const { clock } = this.#options;
    const time = { elapsed: clock.elapsed(), now: clock.now() };
    for (const controller of this.#controllers.values()) this.#tick(controller, time);
    for (const slot of slots) {
      for (const [poller, controller] of this.#slots[slot] ?? []) poller.visit(time.elapsed, controller.isFollowed);
    }
  }

  /** An unexpected error at one controller does not affect the others. */
  #tick(controller: PolledController, time: { elapsed: number; now: number }): void {
    try {
      controller.tick(time);
    } catch (error) {
      this.#options.report(error);
    }
  }

  #addPoller(controller: PolledController, printer: string): void {
    const { clock, interval, limit, onResult, report } = this.#options;
    const { connection } = controller;
    const poller = new Poller({
      ...{ clock, interval, limit, printer, report },
      source: () => controller.source(),
      epoch: () => connection.epoch,
      onResult: (result) => {
        onResult(connection.id, printer, result);
        if (result.kind === 'missed' && result.isUnreachable) connection.checkNow();
      },
    });
    controller.pollers.set(printer, poller);
    const phase = (this.#created * GOLDEN_RATIO) % 1;
    this.#created += 1;
    this.#slots[Math.floor(phase * this.#slots.length)]?.set(poller, controller);
  }

  #removePoller(controller: PolledController, name: string, poller: Poller): void {
    poller.stop();
    controller.pollers.delete(name);
    for (const slot of this.#slots) slot.delete(poller);
  }
}
