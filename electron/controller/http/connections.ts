import type { Server } from 'node:http';
import type { Socket } from 'node:net';
import { performance } from 'node:perf_hooks';
import { clientOf } from './budgets.ts';

export interface ConnectionLimits {
  /** How many connections one address may hold. */
  mostPerAddress: number;
  /** How long a client may take nothing of an answer, and over which time its pace is measured, in milliseconds. */
  patience: number;
  /** How much of an answer it has to take, in bytes a second. */
  leastPerSecond: number;
  /** How often answers under way are looked at, in milliseconds. */
  interval: number;
}

/** Two spans of patience and a look end whoever is slow within 15 s, also one that filled all buffers on the way at first. */
export const CONNECTION_LIMITS: ConnectionLimits = { mostPerAddress: 512, patience: 6_500, leastPerSecond: 64 * 1024, interval: 1_000 };

/** A connection while it is open. */
interface HeldConnection {
  socket: Socket;
  name: string;
  address: Address;
  /** Requests under way: a client may send the next one before the last is answered. */
  requests: number;
  /** What the client had taken at a moment from which its pace is measured; undefined while nothing waits for it. */
  waiting: { taken: number; since: number } | undefined;
}

/** The connections from one address. */
interface Address {
  count: number;
  /** Those without a request under way, the one that has been so for longest first. */
  quiet: Set<Socket>;
}

/**
 * Keeps a server free of clients that hold connections and do not use them. An address with too many connections loses the one that
 * has been without a request for longest to the new one, so that whoever works is not shut out by what hangs about beside it. Who does not
 * take an answer loses it. Of all addresses together no more than `most` come in: what they ask for needs files to be done.
 */
export function watchConnections(server: Server, limits: ConnectionLimits, most?: number): void {
  const { mostPerAddress } = limits;
  // The newest comes in before the eldest of its address makes room.
  if (most !== undefined) server.maxConnections = most + 1;
  const connections = new Connections(server, { ...limits, mostPerAddress: Math.min(mostPerAddress, most ?? mostPerAddress) });
  const timer = setInterval(() => connections.cutSlowReaders(performance.now()), limits.interval).unref();
  server.once('close', () => clearInterval(timer));
}

class Connections {
  readonly #server: Server;
  readonly #limits: ConnectionLimits;
  readonly #open = new Map<Socket, HeldConnection>();
  readonly #addresses = new Map<string, Address>();

  constructor(server: Server, limits: ConnectionLimits) {
    this.#server = server;
    this.#limits = limits;
    server.on('connection', (socket) => this.#opened(socket));
    server.prependListener('request', ({ socket }, response) => {
      const connection = this.#open.get(socket);
      if (!connection) return;
      this.#begun(connection);
      response.once('close', () => this.#ended(connection));
    });
  }

  /** Ends the connections whose clients take too little of what waits for them. */
  cutSlowReaders(now: number): void {
    for (const connection of this.#open.values()) {
      if (connection.requests > 0 || connection.waiting) this.#lookAt(connection, now);
    }
  }

  #opened(socket: Socket): void {
    const name = clientOf({ socket });
    const address = this.#addresses.get(name) ?? { count: 0, quiet: new Set<Socket>() };
    if (address.count >= this.#limits.mostPerAddress && !this.#makeRoom(address)) {
      socket.destroy();
      return;
    }
    this.#addresses.set(name, address);
    address.count += 1;
    address.quiet.add(socket);
    this.#open.set(socket, { socket, name, address, requests: 0, waiting: undefined });
    socket.once('close', () => this.#forget(socket));
  }

  #makeRoom({ quiet }: Address): boolean {
    for (const eldest of quiet) {
      this.#forget(eldest);
      eldest.destroy();
      return true;
    }
    return false;
  }

  #forget(socket: Socket): void {
    const connection = this.#open.get(socket);
    if (!connection) return;
    const { name, address } = connection;
    this.#open.delete(socket);
    address.quiet.delete(socket);
    address.count -= 1;
    if (address.count === 0) this.#addresses.delete(name);
  }

  #begun(connection: HeldConnection): void {
    connection.requests += 1;
    connection.address.quiet.delete(connection.socket);
  }

  #ended(connection: HeldConnection): void {
    connection.requests -= 1;
    if (connection.requests === 0 && this.#open.has(connection.socket)) connection.address.quiet.add(connection.socket);
  }

  /**
   * A client that takes nothing is ended by the socket's own time limit, which sees each piece that goes, and looks once before it ends
   * anything: hence half of the patience. One that takes too little, however steadily, is ended here.
   */
  #lookAt(connection: HeldConnection, now: number): void {
    const { socket, waiting } = connection;
    const left = socket.writableLength;
    if (left === 0) {
      if (!waiting) return;
      connection.waiting = undefined;
      socket.setTimeout(this.#server.timeout);
      return;
    }
    const taken = socket.bytesWritten - left;
    const { patience, leastPerSecond } = this.#limits;
    if (!waiting) socket.setTimeout(patience / 2);
    if (waiting && now - waiting.since < patience) return;
    if (waiting && (taken - waiting.taken) * 1_000 < leastPerSecond * (now - waiting.since)) socket.destroy();
    else connection.waiting = { taken, since: now };
  }
}
