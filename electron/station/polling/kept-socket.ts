import type { Socket } from 'node:net';
import { BadAnswerError, LateError, isConnectionReset } from '../connections/unreachable.ts';
import { AnswerReader, HeadReader } from './answer-reader.ts';
import { openSocket, type Endpoint } from './open-socket.ts';

/** A whole answer. */
export interface PollAnswer {
  status: number;
  contentType: string;
  body: Buffer;
}

/** A request and what becomes of it. Exactly one of the two functions is called, once. */
export interface Exchange {
  /** The whole request. */
  request: string;
  /** When the whole answer must have arrived, on the monotonic clock, in milliseconds. */
  deadline: number;
  /** It was sent again, on a new socket, after the server had closed the kept one. */
  isRepeated: boolean;
  answered: (answer: PollAnswer) => void;
  failed: (error: unknown) => void;
}

/** The events of a socket. */
export interface KeptSocketListener {
  /** It is ready for another request. */
  free(socket: KeptSocket): void;
  /** It is closed. `failed`: the exchange that it did not complete. */
  closed(socket: KeptSocket, failed?: { exchange: Exchange; error: Error; isRepeatable: boolean }): void;
}

/** Largest answer in bytes. A Strobe status with the longest job has about 100 KB. */
const MAX_BYTES = 256 * 1024;
/** A socket that is not used for so long is closed. */
const IDLE_LIMIT = 15_000;

/** A socket that carries one exchange after the other. It has no timers of its own: its owner looks at the deadline. */
export class KeptSocket {
  readonly #socket: Socket;
  readonly #listener: KeptSocketListener;
  readonly #heads = new HeadReader();
  #exchange: Exchange | undefined;
  #reader: AnswerReader | undefined;
  #body: Buffer[] = [];
  #size = 0;
  #isReady = false;
  /** Answers that arrived on this socket. */
  #answers = 0;
  /** Whether a byte of the current answer has arrived. */
  #hasBegun = false;
  #error: Error | undefined;

  /** Opens the socket and sends the first request as soon as it is connected. */
  constructor(endpoint: Endpoint, exchange: Exchange, listener: KeptSocketListener) {
    this.#listener = listener;
    this.#exchange = exchange;
    this.#socket = openSocket(endpoint, {
      ready: () => {
        this.#isReady = true;
        this.#send();
      },
      read: (bytes) => this.#attempt(() => this.#read(bytes)),
    });
    this.#socket.setTimeout(IDLE_LIMIT, () => this.destroy());
    this.#socket.on('end', () => this.#attempt(() => this.#ended()));
    this.#socket.on('error', (error) => (this.#error ??= error));
    this.#socket.once('close', () => this.#closed());
  }

  /** Sends another request. The socket must be free. */
  send(exchange: Exchange): void {
    this.#exchange = exchange;
    this.#send();
  }

  /** Whether the server has let this deadline pass. */
  isLate(now: number): boolean {
    return this.#exchange !== undefined && this.#exchange.deadline <= now;
  }

  /** Closes the socket; the exchange that it carries fails. */
  destroy(error: Error = new LateError()): void {
    this.#error ??= error;
    this.#socket.destroy();
  }

  #send(): void {
    if (!this.#isReady || !this.#exchange) return;
    this.#reader = new AnswerReader((bytes) => this.#keep(bytes), this.#heads);
    this.#body = [];
    this.#size = 0;
    this.#hasBegun = false;
    this.#socket.write(this.#exchange.request, 'latin1');
  }

  /** Whatever goes wrong with an answer ends its socket. */
  #attempt(work: () => void): void {
    try {
      work();
    } catch (error) {
      this.destroy(error instanceof Error ? error : new Error(String(error)));
    }
  }

  #read(bytes: Buffer): void {
    if (!this.#reader) throw new BadAnswerError('an answer arrived without a request');
    this.#hasBegun = true;
    this.#reader.read(bytes);
    if (this.#reader.announced > MAX_BYTES) throw new BadAnswerError('the answer is too large');
    if (this.#reader.isComplete) this.#complete(this.#reader);
  }

  #keep(bytes: Buffer): void {
    this.#size += bytes.length;
    if (this.#size > MAX_BYTES) throw new BadAnswerError('the answer is too large');
    this.#body.push(Buffer.from(bytes));
  }

  #ended(): void {
    if (!this.#reader || !this.#hasBegun) return;
    this.#reader.end();
    this.#complete(this.#reader);
  }

  #complete({ head }: AnswerReader): void {
    const exchange = this.#exchange;
    if (!exchange || !head) return;
    const { status, contentType, isKept } = head;
    const [first, ...more] = this.#body;
    const body = more.length > 0 || !first ? Buffer.concat(this.#body) : first;
    this.#exchange = this.#reader = undefined;
    this.#body = [];
    this.#answers += 1;
    exchange.answered({ status, contentType, body });
    if (isKept) this.#listener.free(this);
    else this.#socket.destroy();
  }

  #closed(): void {
    const exchange = this.#exchange;
    this.#exchange = this.#reader = undefined;
    if (!exchange) return this.#listener.closed(this);
    const error = this.#error ?? new ClosedError();
    const isRepeatable = this.#answers > 0 && !this.#hasBegun && !exchange.isRepeated && isConnectionReset(error);
    this.#listener.closed(this, { exchange, error, isRepeatable });
  }
}

/** The server closed the socket without an answer. */
class ClosedError extends Error {
  readonly code = 'ECONNRESET';

  constructor() {
    super('the connection was closed');
  }
}
