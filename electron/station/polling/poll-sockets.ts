import { LateError, unreachable } from '../connections/unreachable.ts';
import { KeptSocket, type Exchange, type PollAnswer } from './kept-socket.ts';
import { getRequests, type Endpoint } from './open-socket.ts';

export interface PollSocketsOptions extends Endpoint {
  /** Longest time of a request, in milliseconds: for the text of a failure. */
  limit: number;
}

/** Sockets that a controller needs which answers at once. */
const USUAL_SOCKETS = 2;
/** Sockets for a slow controller, so that no printer waits for the answers of the others. */
const MAX_SOCKETS = 32;
/** New sockets in a slot: a controller that closes each one after its answer needs many. */
const OPENED_PER_SLOT = 8;
/** Milliseconds from one new socket to the next while the exchanges fail. */
const FAILING_PAUSE = 250;

/**
 * Reads of one controller for polls, over a few kept sockets, each with one request at a time. Nothing runs between two calls of `tick`, which the
 * owner makes in every slot: it ends requests that are late, and opens more sockets while requests wait. After a failure one socket is opened four
 * times a second, so that a hostile controller costs little.
 */
export class PollSockets {
  readonly #options: PollSocketsOptions;
  readonly #requestOf: (path: string) => string;
  readonly #sockets = new Set<KeptSocket>();
  readonly #free: KeptSocket[] = [];
  #waiting: Exchange[] = [];
  /** Sockets opened in this slot, or since the last attempt while the exchanges fail. */
  #opened = 0;
  /** On the monotonic clock: the next attempt while the exchanges fail. */
  #nextAttempt = -Infinity;
  /** The last exchange failed. */
  #isFailing = false;
  #isClosed = false;

  constructor(options: PollSocketsOptions) {
    this.#options = options;
    this.#requestOf = getRequests(options, 'application/json');
  }

  /** The number of open sockets. */
  get size(): number {
    return this.#sockets.size;
  }

  /** Reads a path, whatever the status. `deadline` on the monotonic clock. Throws `controller-unreachable` when the answer is late or invalid. */
  get(path: string, deadline: number): Promise<PollAnswer> {
    const { promise, resolve, reject } = Promise.withResolvers<PollAnswer>();
    const failed = (error: unknown): void => reject(unreachable(error, this.#options));
    this.#start({ request: this.#requestOf(path), deadline, isRepeated: false, answered: resolve, failed });
    return promise;
  }

  /** Begins a slot. `elapsed` is monotonic, `now` in milliseconds since the epoch. */
  tick({ elapsed, now }: { elapsed: number; now: number }): void {
    if (!this.#isFailing || elapsed >= this.#nextAttempt) {
      this.#opened = 0;
      this.#nextAttempt = elapsed + FAILING_PAUSE;
    }
    if (now > (this.#options.access.pinned?.validTo ?? Infinity)) this.#destroyAll(new Error('the certificate has expired'));
    for (const socket of this.#sockets) if (socket.isLate(elapsed)) socket.destroy(new LateError());
    while ((this.#waiting[0]?.deadline ?? Infinity) <= elapsed) this.#waiting.shift()?.failed(new LateError());
    this.#openForWaiting(MAX_SOCKETS);
  }

  /** Closes every socket; requests in flight fail. */
  close(): void {
    this.#isClosed = true;
    const error = new Error('the connection was closed by the station');
    for (const { failed } of this.#waiting.splice(0)) failed(error);
    this.#destroyAll(error);
  }

  #destroyAll(error: Error): void {
    for (const socket of this.#sockets) socket.destroy(error);
  }

  #start(exchange: Exchange): void {
    if (this.#isClosed) return exchange.failed(new Error('the connection was closed by the station'));
    const socket = this.#free.pop();
    if (socket) return socket.send(exchange);
    this.#waiting.push(exchange);
    this.#openForWaiting(USUAL_SOCKETS);
  }

  /** Opens sockets for the requests that wait, up to this number in all. */
  #openForWaiting(limit: number): void {
    const most = this.#isFailing ? 1 : OPENED_PER_SLOT;
    while (this.#waiting.length > 0 && this.#sockets.size < limit && this.#opened < most) {
      const exchange = this.#waiting.shift();
      if (exchange) this.#open(exchange);
    }
  }

  #open(exchange: Exchange): void {
    this.#opened += 1;
    const socket = new KeptSocket(this.#options, exchange, {
      free: (free) => {
        this.#isFailing = false;
        const next = this.#waiting.shift();
        if (next) free.send(next);
        else this.#free.push(free);
      },
      closed: (closed, failed) => {
        this.#remove(closed);
        if (failed?.isRepeatable) return this.#repeat(failed.exchange);
        this.#isFailing = failed !== undefined;
        failed?.exchange.failed(failed.error);
        if (!failed && !this.#isClosed) this.#openForWaiting(USUAL_SOCKETS);
      },
    });
    this.#sockets.add(socket);
  }

  #remove(socket: KeptSocket): void {
    this.#sockets.delete(socket);
    const index = this.#free.indexOf(socket);
    if (index >= 0) this.#free.splice(index, 1);
  }

  /** The server had closed the kept socket before the request arrived: it is sent again on a new one. */
  #repeat(exchange: Exchange): void {
    if (this.#isClosed) return exchange.failed(new Error('the connection was closed by the station'));
    this.#open({ ...exchange, isRepeated: true });
  }
}
