import { createConnection, createServer, type Server, type Socket } from 'node:net';
import type { ReaderConnection } from '#contract/api-v3/reader.ts';
import type { TimerHandle, Timers } from '../platform/timers.ts';
import { MAX_LINE, ReaderLineSplitter } from './reader-lines.ts';

const CONNECT_LIMIT = 3_000;
const FIRST_PAUSE = 250;
const LONGEST_PAUSE = 5_000;
/** The fastest lines have 50 products a second: what sends more lines floods. */
const MAX_LINES_PER_SECOND = 200;
/** Data without lines, such as line ends only, take time too. */
const MAX_BYTES_PER_SECOND = MAX_LINES_PER_SECOND * MAX_LINE;
/** Bytes that wait for a reader that takes none: the trigger is not sent. */
const MAX_UNSENT = 4_096;
const SECOND = 1_000;
/** After this silence the operating system asks whether the other end is still there, in milliseconds. */
const KEEP_ALIVE = 10_000;

export interface ReaderLinkOptions {
  connection: ReaderConnection;
  timers: Timers;
  monotonicNow: () => number;
  onLine: (line: string) => void;
  /** A reader is connected, or the reason why none is. */
  onState: (reason: string | undefined) => void;
}

/** Sent more than a reader of any line. */
class FloodError extends Error {
  constructor(unit: 'lines' | 'bytes', limit: number) {
    super(`more than ${limit} ${unit} came in a second`);
  }
}

/**
 * The TCP connection to a reader. It is made again after every loss, with growing pauses. When listening, a new connection replaces the old one,
 * which may be half-open; after one that ended without a line, the port is closed for such a pause. A reader that sends endless lines or floods is
 * disconnected, so that it takes neither memory nor time from printing.
 */
export class ReaderLink {
  readonly #options: ReaderLinkOptions;
  #server: Server | undefined;
  #socket: Socket | undefined;
  #timer: TimerHandle | undefined;
  #pause = FIRST_PAUSE;
  #isStopped = true;
  #isOpen = false;
  /** The connection has sent a line. */
  #hasSentLine = false;
  #second = { at: 0, lines: 0, bytes: 0 };

  constructor(options: ReaderLinkOptions) {
    this.#options = options;
  }

  /** Connects or listens until `stop`. */
  start(): void {
    this.#isStopped = false;
    this.#begin();
  }

  stop(): void {
    this.#isStopped = true;
    this.#clearTimer();
    this.#drop();
    this.#closeServer();
  }

  /** Sends bytes to the reader; without effect if none is connected, or if it takes none. */
  send(bytes: Buffer): void {
    const socket = this.#socket;
    if (socket && this.#isOpen && socket.writableLength < MAX_UNSENT) socket.write(bytes);
  }

  #begin(): void {
    if (this.#options.connection.mode === 'listen') this.#listen();
    else this.#connect();
  }

  #connect(): void {
    const { connection, timers } = this.#options;
    const { host = '127.0.0.1', port } = connection;
    const socket = createConnection({ host, port, noDelay: true, keepAlive: true, keepAliveInitialDelay: KEEP_ALIVE });
    this.#timer = timers.setTimeout(() => this.#lost(socket, `no connection to ${host}:${port} within 3 s`), CONNECT_LIMIT);
    socket.on('connect', () => {
      this.#clearTimer();
      this.#opened(socket);
    });
    this.#adopt(socket, `${host}:${port} closed the connection`);
  }

  #listen(): void {
    const { host, port } = this.#options.connection;
    const server = createServer({ noDelay: true, keepAlive: true, keepAliveInitialDelay: KEEP_ALIVE });
    this.#server = server;
    server.on('error', (error) => {
      if (this.#server !== server) return;
      this.#closeServer();
      this.#retry(`the port ${port} cannot be opened: ${error.message}`);
    });
    server.on('connection', (socket) => {
      const isAllowed = this.#server === server && (host === undefined || plainAddress(socket.remoteAddress) === host);
      if (isAllowed) this.#accepted(socket);
      else socket.destroy();
    });
    server.listen(port, () => this.#options.onState(`waiting for the reader on port ${port}`));
  }

  #accepted(socket: Socket): void {
    this.#drop();
    this.#adopt(socket, 'the reader closed the connection');
    this.#opened(socket);
  }

  #adopt(socket: Socket, closed: string): void {
    const splitter = new ReaderLineSplitter(this.#options.connection.terminator);
    let reason = closed;
    this.#socket = socket;
    this.#hasSentLine = false;
    socket.on('error', (error) => (reason = error.message));
    socket.on('close', () => this.#lost(socket, reason));
    socket.on('data', (bytes: Buffer) => this.#received(socket, splitter, bytes));
  }

  #opened(socket: Socket): void {
    if (this.#socket !== socket) return;
    this.#isOpen = true;
    this.#options.onState(undefined);
  }

  #received(socket: Socket, splitter: ReaderLineSplitter, bytes: Buffer): void {
    try {
      this.#count('bytes', bytes.length, MAX_BYTES_PER_SECOND);
      for (const line of splitter.push(bytes)) {
        if (this.#socket !== socket) return;
        this.#count('lines', 1, MAX_LINES_PER_SECOND);
        this.#options.onLine(line);
        this.#pause = FIRST_PAUSE;
        this.#hasSentLine = true;
      }
    } catch (error) {
      this.#pause = LONGEST_PAUSE;
      this.#hasSentLine = false;
      this.#lost(socket, error instanceof Error ? error.message : String(error));
    }
  }

  #count(unit: 'lines' | 'bytes', count: number, limit: number): void {
    const now = this.#options.monotonicNow();
    if (now - this.#second.at >= SECOND) this.#second = { at: now, lines: 0, bytes: 0 };
    this.#second[unit] += count;
    if (this.#second[unit] > limit) throw new FloodError(unit, limit);
  }

  #lost(socket: Socket, reason: string): void {
    if (this.#socket !== socket) return;
    this.#clearTimer();
    this.#drop();
    if (this.#isStopped) return;
    // A reader that has sent lines may be back at once.
    if (this.#server && this.#hasSentLine) {
      this.#options.onState(`${reason}; waiting for the reader on port ${this.#options.connection.port}`);
    } else {
      this.#closeServer();
      this.#retry(reason);
    }
  }

  #retry(reason: string): void {
    if (this.#isStopped) return;
    this.#options.onState(reason);
    this.#timer = this.#options.timers.setTimeout(() => this.#begin(), this.#pause);
    this.#pause = Math.min(LONGEST_PAUSE, 2 * this.#pause);
  }

  #closeServer(): void {
    this.#server?.close();
    this.#server = undefined;
  }

  #drop(): void {
    const socket = this.#socket;
    this.#socket = undefined;
    this.#isOpen = false;
    socket?.destroy();
  }

  #clearTimer(): void {
    if (this.#timer !== undefined) this.#options.timers.clearTimeout(this.#timer);
    this.#timer = undefined;
  }
}

/** An IPv4 address without the prefix that a socket for both families puts before it. */
function plainAddress(address = ''): string {
  return address.replace(/^::ffff:/iu, '');
}
