import type { Clock } from '../clock.ts';
import type { Connection } from '../connections/connection.ts';
import { Poller } from '../connections/poller.ts';
import type { Fleet } from './fleet.ts';

export interface PollersOptions {
  clock: Clock;
  fleet: Fleet;
  /** Milliseconds between two polls of one printer. */
  interval: number;
  /** Longest time that one poll may take. */
  limit: number;
  /** Tells the log of a fault in this program. */
  report: (error: unknown) => void;
}

/** Steps of this size through the interval never fall together, however many there are. */
const GOLDEN = 0.618_033_988_749_895;

/** One poller per printer of every connection, their phases spread over the interval. */
export class Pollers {
  readonly #options: PollersOptions;
  readonly #pollers = new Map<string, Map<string, Poller>>();
  #begun = 0;

  constructor(options: PollersOptions) {
    this.#options = options;
  }

  /** Polls exactly these printers of the connection from now on. */
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

  /** Polls a printer out of turn. One that is not polled is left alone. */
  soon(connection: string, printer: string): void {
    this.#pollers.get(connection)?.get(printer)?.soon();
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
    const phase = (this.#begun * GOLDEN) % 1;
    this.#begun += 1;
    return new Poller({
      clock,
      interval,
      limit,
      phase,
      printer,
      reach: () => {
        if (connection.state !== 'online') return { reason: connection.reason ?? 'The controller is not connected.' };
        return { client: connection.online() };
      },
      epoch: () => connection.epoch,
      report: (result) => {
        fleet.polled(connection.id, printer, result);
        if (result.kind === 'missed' && result.isUnreachable) connection.suspect();
      },
      fault: report,
    });
  }
}
