import type { IncomingMessage, ServerResponse } from 'node:http';
import type { Socket } from 'node:net';

export interface Exchange {
  request: IncomingMessage;
  response: ServerResponse;
}

/** A request without a body ends so. */
const HEAD_END = Buffer.from('\r\n\r\n');

/**
 * The requests that a client sends on one connection before earlier ones are answered. One is under way at a time; the others wait as bytes, and the
 * socket is paused, so that the client's own machine holds the rest.
 *
 * Node parses whatever has arrived at once, as many requests as 64 KiB hold, and hands over all of them; it pauses a socket only for answers that
 * wait, and only for the next read. So as soon as a second request is there, the socket's bytes come here first and go to Node's parser one
 * request at a time. The requests that were parsed before that are held.
 */
export class Pipeline {
  readonly #socket: Socket;
  /** Whether the parser may be given more: no request is under way, or its body has not arrived. */
  readonly #isReady: () => boolean;
  readonly #held: Exchange[] = [];
  readonly #bytes: Buffer[] = [];
  #parse: ((bytes: Buffer) => void) | undefined;
  #isParsing = false;
  #isPaused = false;

  constructor(socket: Socket, isReady: () => boolean) {
    this.#socket = socket;
    this.#isReady = isReady;
    // Not while the parser works on the bytes that brought the second request.
    process.nextTick(() => this.#takeOver());
  }

  /** How many parsed requests wait. */
  get held(): number {
    return this.#held.length;
  }

  /** Whether another request may be here already. */
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

  /** Gives the parser what may be parsed, one request at most; pauses the socket while something is left, and resumes it afterwards. */
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
    // A listener beside the parser's own makes Node hand over all bytes by events.
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

  /** Up to the end of the next head: no two heads go to the parser together. */
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

/** Node's parser must be given nothing while Node has paused the socket itself, for answers that wait; it says so nowhere else. */
function isPausedByNode(socket: Socket & { _paused?: boolean }): boolean {
  return socket._paused === true;
}
