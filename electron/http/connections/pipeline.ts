import type { IncomingMessage, ServerResponse } from 'node:http';
import type { Socket } from 'node:net';

export interface Exchange {
  request: IncomingMessage;
  response: ServerResponse;
}

/** The end of a request without a body. */
const HEAD_END = Buffer.from('\r\n\r\n');

/**
 * The requests that a client sends on one connection before earlier ones are answered. One is in progress at a time; the others wait as
 * bytes. The socket is paused meanwhile, so that the rest stays on the client's machine.
 *
 * Node parses everything that has arrived, as many requests as 64 KiB hold, and emits all of them; it pauses a socket only for responses
 * that wait, and only before the next read. So from the second request on, this class receives the socket's bytes and passes them to Node's
 * parser one request at a time. Requests that were parsed before that are held.
 */
export class Pipeline {
  readonly #socket: Socket;
  /** Whether the parser may get more bytes: no request is in progress, or the body of the current one is incomplete. */
  readonly #isReady: () => boolean;
  readonly #held: Exchange[] = [];
  readonly #bytes: Buffer[] = [];
  #parse: ((bytes: Buffer) => void) | undefined;
  #isParsing = false;
  #isPaused = false;

  constructor(socket: Socket, isReady: () => boolean) {
    this.#socket = socket;
    this.#isReady = isReady;
    // Not before the parser has finished the bytes that contained the second request.
    process.nextTick(() => this.#takeOver());
  }

  /** How many parsed requests wait. */
  get held(): number {
    return this.#held.length;
  }

  /** Whether another request may have arrived. */
  get isWaiting(): boolean {
    return this.#held.length + this.#bytes.length > 0;
  }

  hold(exchange: Exchange): void {
    this.#held.push(exchange);
  }

  /** The next parsed request. */
  takeHeld(): Exchange | undefined {
    return this.#held.shift();
  }

  /** Passes at most one request to the parser. Pauses the socket while bytes are left, and resumes it afterwards. */
  parseNext(): void {
    if (this.#isParsing || this.#socket.destroyed) return;
    this.#isParsing = true;
    while (this.#bytes.length > 0 && this.#held.length === 0 && this.#isReady() && !isPausedByNode(this.#socket))
      this.#parse?.(this.#next());
    this.#isParsing = false;
    if (this.#bytes.length > 0) {
      this.#isPaused = true;
      this.#socket.pause();
    } else if (this.#isPaused) {
      this.#isPaused = false;
      this.#socket.resume();
    }
  }

  #takeOver(): void {
    const socket = this.#socket;
    const [parse] = socket.listeners('data') as ((bytes: Buffer) => void)[];
    if (!parse || socket.destroyed) return;
    this.#parse = parse;
    // A second `data` listener makes Node deliver all bytes as events.
    socket.on('data', (bytes: Buffer) => {
      this.#bytes.push(bytes);
      this.parseNext();
    });
    socket.off('data', parse);
    // Node resumes the socket whenever a request or a part of a body is complete.
    socket.on('resume', () => {
      if (this.#bytes.length > 0) this.parseNext();
    });
  }

  /** The bytes up to the end of the next head, so that the parser never gets two heads at once. */
  #next(): Buffer {
    const [bytes = HEAD_END] = this.#bytes;
    const end = bytes.indexOf(HEAD_END) + HEAD_END.length;
    if (end < HEAD_END.length || end === bytes.length) {
      this.#bytes.shift();
      return bytes;
    }
    this.#bytes[0] = bytes.subarray(end);
    return bytes.subarray(0, end);
  }
}

/** While Node has paused the socket itself, its parser must get no bytes. Only this private field says so. */
function isPausedByNode(socket: Socket & { _paused?: boolean }): boolean {
  return socket._paused === true;
}
