import type { Clock } from '../platform/system-clock.ts';
import type { Connection } from '../connections/connection.ts';
import { Poller } from '../connections/poller.ts';
import type { Fleet } from './fleet.ts';

export interface PollersOptions {
  clock: Clock;
  fleet: Fleet;
  /** Milliseconds between two polls of one printer. */
  interval: number;
  /** Longest time that one poll may take, in milliseconds. */
  limit: number;
  /** Logs an unexpected error. */
  report: (error: unknown) => void;
}

/** Multiples of the golden ratio, modulo 1, are spread evenly and never coincide (low-discrepancy additive recurrence). */
const GOLDEN_RATIO = 0.618_033_988_749_895;

/** One poller for each printer of each connection. Their phases are spread over the interval. */
export class Pollers {
  readonly #options: PollersOptions;
  readonly #pollers = new Map<string, Map<string, Poller>>();
  #created = 0;

  constructor(options: PollersOptions) {
    this.#options = options;
  }

  /** Polls exactly these printers of the connection. */
  poll(connection: Connection, names: readonly string[]): void {
    const pollers = this.#pollers.get(connection.id) ?? new Map<string, Poller>();
    this.#pollers.set(connection.id, pollers);
    for (const [name, poller] of pollers) {
      if (names.includes(name)) continue;
      poller.stop();
      pollers.delete(name);
    }
    for (const name of names) {
      if (pollers.has(name)) continue;
      const poller = this.#poller(connection, name);
      pollers.set(name, poller);
      poller.start();
    }
  }

  /** Polls a printer at once. Does nothing for a printer that is not polled. */
  pollNow(connection: string, printer: string): void {
    this.#pollers.get(connection)?.get(printer)?.pollNow();
  }

  remove(connection: string): void {
    for (const poller of this.#pollers.get(connection)?.values() ?? []) poller.stop();
    this.#pollers.delete(connection);
  }

  stop(): void {
    for (const connection of [...this.#pollers.keys()]) this.remove(connection);
  }

  #poller(connection: Connection, printer: string): Poller {
    const { clock, fleet, interval, limit, report } = this.#options;
    const phase = (this.#created * GOLDEN_RATIO) % 1;
    this.#created += 1;
    return new Poller({
      clock,
      interval,
      limit,
      phase,
      printer,
      client: () => {
        if (connection.state !== 'online') return { reason: connection.reason ?? 'The controller is not connected.' };
        return { client: connection.getClient() };
      },
      epoch: () => connection.epoch,
      onResult: (result) => {
        fleet.polled(connection.id, printer, result);
        if (result.kind === 'missed' && result.isUnreachable) connection.checkNow();
      },
      report,
    });
  }
}
