import type { Connection } from '../connections/connection.ts';
import type { ControllerClient } from '../connections/controller-client.ts';
import { EventFollower } from './event-follower.ts';
import { PollSockets } from './poll-sockets.ts';
import type { Poller, PollSource } from './poller.ts';

/** What polling needs of a connection. */
export type PolledConnection = Pick<Connection, 'id' | 'state' | 'reason' | 'epoch' | 'hasExtensions' | 'getClient' | 'checkNow'>;

export interface PolledControllerOptions {
  /** 0 <= random() < 1. */
  random: () => number;
  /** Longest time that one poll may take, in milliseconds. */
  limit: number;
}

/** One controller as it is read at the moment: its sockets, its events, and the pollers of its printers. */
export class PolledController {
  readonly connection: PolledConnection;
  /** By the names of the printers. */
  readonly pollers = new Map<string, Poller>();
  readonly #options: PolledControllerOptions;
  #client: ControllerClient | undefined;
  #sockets: PollSockets | undefined;
  #events: EventFollower | undefined;

  constructor(connection: PolledConnection, options: PolledControllerOptions) {
    this.connection = connection;
    this.#options = options;
  }

  /** Whether the controller reports every change of a printer without a job at the moment. */
  get isFollowed(): boolean {
    return this.#events?.isAlive ?? false;
  }

  /** How the controller is read, or why it cannot be. Follows a change of the address, the key or the certificate. */
  source(): PollSource | { reason: string } {
    const { connection } = this;
    const client = connection.state === 'online' ? connection.getClient() : undefined;
    if (client !== this.#client) this.#use(client);
    if (this.#sockets) return { sockets: this.#sockets, hasExtensions: connection.hasExtensions };
    return { reason: connection.reason ?? 'The controller is not connected.' };
  }

  /** Begins a slot. `elapsed` is monotonic, `now` in milliseconds since the epoch. */
  tick(time: { elapsed: number; now: number }): void {
    const source = this.source();
    if ('reason' in source) return;
    source.sockets.tick(time);
    if (source.hasExtensions) this.#events?.tick();
  }

  stop(): void {
    for (const poller of this.pollers.values()) poller.stop();
    this.#use(undefined);
  }

  #use(client: ControllerClient | undefined): void {
    this.#client = client;
    this.#sockets?.close();
    this.#events?.stop();
    this.#sockets = this.#events = undefined;
    if (!client) return;
    const { url, access } = client;
    const { limit, random } = this.#options;
    this.#sockets = new PollSockets({ url, access, limit });
    this.#events = new EventFollower({
      ...{ url, access, random },
      onAlive: () => this.#forEach((poller) => poller.confirm()),
      onChanged: (printer) => (printer === undefined ? this.#forEach((poller) => poller.changed()) : this.pollers.get(printer)?.changed()),
      onLost: () => this.#forEach((poller) => poller.pollNow()),
    });
  }

  #forEach(work: (poller: Poller) => void): void {
    for (const poller of this.pollers.values()) work(poller);
  }
}
