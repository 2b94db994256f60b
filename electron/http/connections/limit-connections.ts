import type { IncomingMessage, RequestListener, Server } from 'node:http';
import type { Socket } from 'node:net';
import { performance } from 'node:perf_hooks';
import { Server as TlsServer, type TLSSocket } from 'node:tls';
import { clientOf } from '../app/client-budgets.ts';
import { TrackedResponse } from './tracked-response.ts';
import { Pipeline, type Exchange } from './pipeline.ts';
import { RequestScheduler } from './request-scheduler.ts';
import { UnreadResponses, type UnreadLimits } from './unread-responses.ts';

export interface ConnectionLimits {
  /** How many connections one address may hold. */
  maxPerAddress: number;
  /** How long a client may read nothing of a response, and the period over which its pace is measured, in milliseconds. */
  patience: number;
  /** How fast a client must read a response. */
  minBytesPerSecond: number;
  /** How often open responses are checked, in milliseconds. */
  interval: number;
  /** How many bytes may wait for clients that do not read. */
  unread?: UnreadLimits;
}

/** Two periods of patience and one check end a slow client within 15 s, even one whose buffers took a lot at first. */
export const CONNECTION_LIMITS: ConnectionLimits = { maxPerAddress: 512, patience: 6_500, minBytesPerSecond: 64 * 1024, interval: 1_000 };

/** An open connection. */
interface HeldConnection {
  socket: Socket;
  name: string;
  address: Address;
  /** Requests that have arrived and are not answered yet; more than one if the client pipelines. */
  requests: number;
  /** The request that is being handled. */
  current: IncomingMessage | undefined;
  /** Whether Node's parser reads the socket directly, until the address pipelines. */
  isDirect: boolean;
  /** Undefined while the client waits for each response. */
  pipeline: Pipeline | undefined;
  /** When its last request was answered, as a count of responses. */
  quietSince: number;
  /** Called when a request is answered or its connection is closed. */
  ended: () => void;
  /** Called when the head of the response is written. */
  headWritten: () => void;
  /** Called with the number of bytes that wait for this client. */
  bytesUnread: (bytes: number) => void;
  /** How many bytes the client had read when its pace was last measured; undefined while nothing waits for it. */
  waiting: { taken: number; since: number } | undefined;
}

/** The connections from one address. */
interface Address {
  connections: Set<HeldConnection>;
}

/**
 * Up to this many connections, requests start as they arrive, and Node's parser reads the sockets directly, which is about a tenth faster.
 * Beyond that, requests queue in the scheduler, and each new connection is parsed one request at a time from its first byte (`Pipeline`).
 *
 * Node parses all requests of one read, up to 64 KiB, before the first is answered. So the first pipelined request moves every connection
 * of its address, and those opened later, to a `Pipeline`: an address gets one such read, some milliseconds of parsing.
 */
const CROWD = 32;
/** Remembers at maxConnections this many pipelining addresses; the oldest is dropped beyond that. */
const MAX_PIPELINING = 1_024;
/** Requests that were parsed before a `Pipeline` took over their connection, of all clients together; some kilobytes each. */
const MAX_HELD = 16_384;
/** Reads may be deferred, except the liveness check. Requests that print or stop start when they arrive. */
const DEFERRABLE_METHODS: ReadonlySet<string | undefined> = new Set(['GET', 'HEAD']);
const LIVENESS = '/healthz/live';

/**
 * Protects a server from clients that hold connections without using them.
 * - An address with too many connections loses the one that has been idle longest to the new one, so that active clients are not shut out.
 * - A client that reads a response too slowly is disconnected, at once when too many bytes wait for it.
 * - All addresses together get at maxConnections `maxConnections`, because requests need file descriptors too.
 * - Each connection has one request in progress, and the requests of many connections take turns.
 *
 * Wraps the request listeners that the server has at this moment.
 */
export function limitConnections(server: Server, limits: ConnectionLimits, maxConnections?: number): void {
  const { maxPerAddress } = limits;
  // One more, because the new connection is accepted before the idlest of its address is closed.
  if (maxConnections !== undefined) server.maxConnections = maxConnections + 1;
  const connections = new Connections(server, { ...limits, maxPerAddress: Math.min(maxPerAddress, maxConnections ?? maxPerAddress) });
  const timer = setInterval(() => connections.cutSlowReaders(performance.now()), limits.interval).unref();
  server.once('close', () => clearInterval(timer));
}

class Connections {
  readonly #server: Server;
  readonly #limits: ConnectionLimits;
  readonly #open = new Map<Socket, HeldConnection>();
  readonly #addresses = new Map<string, Address>();
  /** TLS connections whose handshake is in progress, by their endpoints. */
  readonly #handshakes = new Map<string, HeldConnection>();
  readonly #isSecure: boolean;
  readonly #listeners: readonly RequestListener[];
  readonly #scheduler = new RequestScheduler();
  readonly #unread: UnreadResponses;
  /** Addresses that have pipelined, the newest last. */
  readonly #pipelining = new Set<string>();
  #held = 0;
  #answered = 0;

  constructor(server: Server, limits: ConnectionLimits) {
    this.#server = server;
    this.#limits = limits;
    this.#unread = new UnreadResponses(limits.unread);
    server.on('connection', (socket) => this.#opened(socket));
    this.#isSecure = server instanceof TlsServer;
    if (this.#isSecure) server.on('secureConnection', (socket: TLSSocket) => this.#secured(socket));
    this.#listeners = server.listeners('request') as RequestListener[];
    server.removeAllListeners('request');
    server.on('request', (request, response) => this.#arrived({ request, response }));
  }

  /** Closes the connections of clients that read too slowly. */
  cutSlowReaders(now: number): void {
    for (const connection of this.#open.values()) {
      if (connection.requests > 0 || connection.waiting) this.#checkReader(connection, now);
    }
  }

  #opened(socket: Socket): void {
    const name = clientOf({ socket });
    const address = this.#addresses.get(name) ?? { connections: new Set<HeldConnection>() };
    if (address.connections.size >= this.#limits.maxPerAddress && !this.#closeEldest(address)) {
      socket.destroy();
      return;
    }
    this.#addresses.set(name, address);
    const connection: HeldConnection = {
      ...{ socket, name, address, requests: 0, current: undefined, pipeline: undefined, waiting: undefined },
      ...{ isDirect: false, quietSince: (this.#answered += 1) },
      ended: () => this.#ended(connection),
      headWritten: () => this.#scheduler.finished(connection),
      bytesUnread: (bytes) => this.#unread.count(connection.socket, name, bytes),
    };
    address.connections.add(connection);
    this.#open.set(socket, connection);
    if (!this.#isSecure) this.#chooseParsing(connection);
    const ends = this.#isSecure ? endsOf(socket) : undefined;
    if (ends !== undefined) this.#handshakes.set(ends, connection);
    socket.once('close', () => {
      if (ends !== undefined) this.#handshakes.delete(ends);
      this.#forget(connection.socket);
    });
  }

  /** Requests over TLS carry the decrypting socket, so the connection is stored under that one from now on. */
  #secured(socket: TLSSocket): void {
    const ends = endsOf(socket);
    const connection = this.#handshakes.get(ends);
    if (!connection) return;
    this.#handshakes.delete(ends);
    this.#open.delete(connection.socket);
    connection.socket = socket;
    this.#open.set(socket, connection);
    socket.once('close', () => this.#forget(socket));
    this.#chooseParsing(connection);
  }

  /** Uses a `Pipeline` from the first byte when there are many connections or the address has pipelined before. */
  #chooseParsing(connection: HeldConnection): void {
    if (this.#open.size > CROWD || this.#pipelining.has(connection.name)) connection.pipeline = this.#pipelineOf(connection);
    else connection.isDirect = true;
  }

  /** Closes the connection of this address that has been idle longest. Returns false when all of them are in use. */
  #closeEldest({ connections }: Address): boolean {
    let eldest: HeldConnection | undefined;
    for (const connection of connections) {
      if (connection.requests === 0 && connection.quietSince < (eldest?.quietSince ?? Infinity)) eldest = connection;
    }
    if (!eldest) return false;
    this.#forget(eldest.socket);
    eldest.socket.destroy();
    return true;
  }

  #forget(socket: Socket): void {
    const connection = this.#open.get(socket);
    if (!connection) return;
    const { name, address, pipeline } = connection;
    this.#held -= pipeline?.held ?? 0;
    this.#unread.forget(socket, name);
    this.#scheduler.finished(connection);
    this.#open.delete(socket);
    address.connections.delete(connection);
    if (address.connections.size === 0) this.#addresses.delete(name);
  }

  #arrived(exchange: Exchange): void {
    const { request, response } = exchange;
    const connection = this.#open.get(request.socket);
    // Node still parses requests that arrived together with the close of their connection.
    if (!connection || request.socket.destroyed) return;
    connection.requests += 1;
    response.on('close', connection.ended);
    if (connection.requests > 1) {
      this.#hold(connection, exchange);
      return;
    }
    connection.current = request;
    const mayWait = this.#open.size > CROWD && DEFERRABLE_METHODS.has(request.method) && request.url !== LIVENESS;
    if (mayWait && this.#scheduler.isTurnOver()) this.#scheduler.add(connection.name, 'arrived', () => this.#begin(connection, exchange));
    else this.#begin(connection, exchange);
  }

  #hold(connection: HeldConnection, exchange: Exchange): void {
    if (this.#held >= MAX_HELD) {
      connection.socket.destroy();
      return;
    }
    this.#held += 1;
    if (!connection.pipeline) {
      this.#remember(connection.name);
      for (const direct of connection.address.connections) if (direct.isDirect) direct.pipeline ??= this.#pipelineOf(direct);
    }
    connection.pipeline ??= this.#pipelineOf(connection);
    connection.pipeline.hold(exchange);
  }

  #pipelineOf(connection: HeldConnection): Pipeline {
    const isReady = () => connection.requests === 0 || (connection.requests === 1 && connection.current?.complete === false);
    return new Pipeline(connection.socket, isReady);
  }

  #remember(address: string): void {
    this.#pipelining.delete(address);
    this.#pipelining.add(address);
    if (this.#pipelining.size <= MAX_PIPELINING) return;
    for (const eldest of this.#pipelining) {
      this.#pipelining.delete(eldest);
      return;
    }
  }

  #begin(connection: HeldConnection, { request, response }: Exchange): void {
    if (request.socket.destroyed) return;
    connection.current = request;
    if (response instanceof TrackedResponse) {
      response.listener = connection;
      if (this.#open.size > CROWD) this.#scheduler.started(connection);
    }
    for (const listener of this.#listeners) listener(request, response);
  }

  #ended(connection: HeldConnection): void {
    const { socket, name, pipeline } = connection;
    connection.requests -= 1;
    if (!this.#open.has(socket)) return;
    this.#unread.forget(socket, name);
    connection.quietSince = this.#answered += 1;
    if (pipeline?.isWaiting) this.#scheduler.add(name, 'pipelined', () => this.#resume(connection, pipeline));
  }

  #resume(connection: HeldConnection, pipeline: Pipeline): void {
    if (!this.#open.has(connection.socket)) return;
    const held = pipeline.takeHeld();
    if (held) {
      this.#held -= 1;
      this.#begin(connection, held);
    } else pipeline.parseNext();
  }

  /**
   * The socket's own timeout ends a client that reads nothing; it sees each piece that is sent and fires at maxConnections once late, hence half of
   * the patience. This check ends a client that reads steadily but too slowly.
   */
  #checkReader(connection: HeldConnection, now: number): void {
    const { socket, waiting } = connection;
    const left = socket.writableLength;
    if (left === 0) {
      if (!waiting) return;
      connection.waiting = undefined;
      socket.setTimeout(this.#server.timeout);
      return;
    }
    const taken = socket.bytesWritten - left;
    const { patience, minBytesPerSecond } = this.#limits;
    if (!waiting) socket.setTimeout(patience / 2);
    if (waiting && now - waiting.since < patience) return;
    if (waiting && (taken - waiting.taken) * 1_000 < minBytesPerSecond * (now - waiting.since)) socket.destroy();
    else connection.waiting = { taken, since: now };
  }
}

/** Identifies a TCP connection by its two endpoints. */
function endsOf({ remoteAddress, remotePort, localAddress, localPort }: Socket): string {
  return `${remoteAddress} ${remotePort} ${localAddress} ${localPort}`;
}
