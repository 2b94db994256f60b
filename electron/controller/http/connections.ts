import type { IncomingMessage, RequestListener, Server } from 'node:http';
import type { Socket } from 'node:net';
import { performance } from 'node:perf_hooks';
import { Server as TlsServer, type TLSSocket } from 'node:tls';
import { clientOf } from './budgets.ts';
import { CountedResponse } from './counted-response.ts';
import { Pipeline, type Exchange } from './pipeline.ts';
import { RequestScheduler } from './request-scheduler.ts';
import { UnreadAnswers, type UnreadLimits } from './unread-answers.ts';

export interface ConnectionLimits {
  /** How many connections one address may hold. */
  mostPerAddress: number;
  /** How long a client may take nothing of an answer, and over which time its pace is measured, in milliseconds. */
  patience: number;
  /** How much of an answer it has to take, in bytes a second. */
  leastPerSecond: number;
  /** How often answers under way are looked at, in milliseconds. */
  interval: number;
  /** What may wait for clients that do not read. */
  unread?: UnreadLimits;
}

/** Two spans of patience and a look end whoever is slow within 15 s, also one that filled all buffers on the way at first. */
export const CONNECTION_LIMITS: ConnectionLimits = { mostPerAddress: 512, patience: 6_500, leastPerSecond: 64 * 1024, interval: 1_000 };

/** A connection while it is open. */
interface HeldConnection {
  socket: Socket;
  name: string;
  address: Address;
  /** Requests that have arrived and are not answered: a client may send the next one before the last is. */
  requests: number;
  /** The one that is under way. */
  current: IncomingMessage | undefined;
  /** Undefined as long as the client waits for each answer. */
  pipeline: Pipeline | undefined;
  /** The answer under way is made. */
  answerBegins: () => void;
  /** Counts the answers that wait for this client. */
  answerWaits: (bytes: number) => void;
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
 * So few connections are read by Node itself until they pipeline, which is faster. What they send at first is parsed at once, up to 64 KiB of requests
 * from each, so no address gets another such connection after it has pipelined.
 */
const TRUSTED = 8;
const MOST_PIPELINING = 1_024;
/** With so few connections no request has to wait for a turn: they cannot keep the event loop for long. */
const CROWD = 32;
/** Requests that were parsed before their connection was taken over, of all clients together: some kilobytes each. */
const MOST_HELD = 16_384;
/** What can be waited for: it reads, and is no sign of life. What prints or stops is begun when it arrives. */
const WAITING_METHODS: ReadonlySet<string | undefined> = new Set(['GET', 'HEAD']);
const LIVENESS = '/healthz/live';

/**
 * Keeps a server free of clients that hold connections and do not use them. An address with too many connections loses the one that
 * has been without a request for longest to the new one, so that whoever works is not shut out by what hangs about beside it. Who does not
 * take an answer loses it, at once when too many bytes wait. Of all addresses together no more than `most` come in: what they ask for needs
 * files to be done. Of each connection one request is under way at a time, and what many connections ask for at once takes turns.
 *
 * Stands in front of the server's request listeners: those that are there by now get the requests that may begin.
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
  /** Connections over TLS whose handshake is not done, by their ends. */
  readonly #handshakes = new Map<string, HeldConnection>();
  readonly #isSecure: boolean;
  readonly #listeners: readonly RequestListener[];
  readonly #scheduler = new RequestScheduler();
  readonly #unread: UnreadAnswers;
  /** Addresses that have pipelined, the newest last. */
  readonly #pipelining = new Set<string>();
  #held = 0;

  constructor(server: Server, limits: ConnectionLimits) {
    this.#server = server;
    this.#limits = limits;
    this.#unread = new UnreadAnswers(limits.unread);
    server.on('connection', (socket) => this.#opened(socket));
    this.#isSecure = server instanceof TlsServer;
    if (this.#isSecure) server.on('secureConnection', (socket: TLSSocket) => this.#secured(socket));
    this.#listeners = server.listeners('request') as RequestListener[];
    server.removeAllListeners('request');
    server.on('request', (request, response) => this.#arrived({ request, response }));
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
    const connection: HeldConnection = {
      ...{ socket, name, address, requests: 0, current: undefined, pipeline: undefined, waiting: undefined },
      answerBegins: () => this.#scheduler.made(connection),
      answerWaits: (bytes) => this.#unread.count(connection.socket, name, bytes),
    };
    this.#open.set(socket, connection);
    if (!this.#isSecure) this.#distrust(connection);
    const ends = this.#isSecure ? endsOf(socket) : undefined;
    if (ends !== undefined) this.#handshakes.set(ends, connection);
    socket.once('close', () => {
      if (ends !== undefined) this.#handshakes.delete(ends);
      this.#forget(connection.socket);
    });
  }

  /** Requests over TLS name the socket that decrypts: from now on the connection is known by that one. */
  #secured(socket: TLSSocket): void {
    const ends = endsOf(socket);
    const connection = this.#handshakes.get(ends);
    if (!connection) return;
    this.#handshakes.delete(ends);
    this.#open.delete(connection.socket);
    connection.address.quiet.delete(connection.socket);
    connection.socket = socket;
    connection.address.quiet.add(socket);
    this.#open.set(socket, connection);
    socket.once('close', () => this.#forget(socket));
    this.#distrust(connection);
  }

  /** Reads a connection request by request from its beginning, unless there are few. */
  #distrust(connection: HeldConnection): void {
    if (this.#open.size > TRUSTED || this.#pipelining.has(connection.name)) connection.pipeline = this.#pipelineOf(connection);
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
    const { name, address, pipeline } = connection;
    this.#held -= pipeline?.held ?? 0;
    this.#unread.forget(socket, name);
    this.#scheduler.made(connection);
    this.#open.delete(socket);
    address.quiet.delete(socket);
    address.count -= 1;
    if (address.count === 0) this.#addresses.delete(name);
  }

  #arrived(exchange: Exchange): void {
    const { request, response } = exchange;
    const connection = this.#open.get(request.socket);
    // What a closed connection had sent together with what closed it is still parsed.
    if (!connection || request.socket.destroyed) return;
    connection.requests += 1;
    response.once('close', () => this.#ended(connection));
    if (connection.requests > 1) {
      this.#hold(connection, exchange);
      return;
    }
    const { socket, name, address } = connection;
    address.quiet.delete(socket);
    connection.current = request;
    const mayWait = this.#open.size > CROWD && WAITING_METHODS.has(request.method) && request.url !== LIVENESS;
    if (mayWait && this.#scheduler.isTurnOver()) this.#scheduler.add(name, 'arrived', () => this.#begin(connection, exchange));
    else this.#begin(connection, exchange);
  }

  #hold(connection: HeldConnection, exchange: Exchange): void {
    if (this.#held >= MOST_HELD) {
      connection.socket.destroy();
      return;
    }
    this.#held += 1;
    if (!connection.pipeline) this.#remember(connection.name);
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
    if (this.#pipelining.size <= MOST_PIPELINING) return;
    for (const eldest of this.#pipelining) {
      this.#pipelining.delete(eldest);
      return;
    }
  }

  #begin(connection: HeldConnection, { request, response }: Exchange): void {
    if (request.socket.destroyed) return;
    connection.current = request;
    if (response instanceof CountedResponse) {
      response.reader = connection;
      if (this.#open.size > CROWD) this.#scheduler.begun(connection);
    }
    for (const listener of this.#listeners) listener(request, response);
  }

  #ended(connection: HeldConnection): void {
    const { socket, name, address, pipeline } = connection;
    connection.requests -= 1;
    if (!this.#open.has(socket)) return;
    this.#unread.forget(socket, name);
    if (connection.requests === 0) address.quiet.add(socket);
    if (pipeline?.isWaiting) this.#scheduler.add(name, 'pipelined', () => this.#goOn(connection, pipeline));
  }

  #goOn(connection: HeldConnection, pipeline: Pipeline): void {
    if (!this.#open.has(connection.socket)) return;
    const held = pipeline.takeHeld();
    if (held) {
      this.#held -= 1;
      this.#begin(connection, held);
    } else pipeline.parseNext();
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

/** Both ends of a connection. */
function endsOf({ remoteAddress, remotePort, localAddress, localPort }: Socket): string {
  return `${remoteAddress} ${remotePort} ${localAddress} ${localPort}`;
}
