import { performance } from 'node:perf_hooks';

/** How many milliseconds of one event loop turn may be spent on starting requests that have just arrived. */
const ARRIVALS_BUDGET = 20;
/** The same for requests that have waited. */
const WAITING_BUDGET = 10;
const MAX_PER_TURN = 8;
/** Requests in progress: what they do after their first asynchronous wait adds to later turns. */
const MAX_ACTIVE = 16;
/** A request that takes longer, in milliseconds, waits for something other than this thread and no longer counts. */
const ACTIVE_LIMIT = 500;
/** When no request in progress reports its end, the scheduler checks again after this time, in milliseconds. */
const RECHECK_INTERVAL = 50;

type Start = () => void;
type Queues = Map<string, Set<Start>>;

/** Spreads the starts of requests over event loop turns, so that they do not block everything else. Clients take turns. */
export class RequestScheduler {
  /** Requests that arrived when the time of the turn was used up, by client. */
  readonly #arrived: Queues = new Map();
  /** Requests that were sent before earlier ones of their connection were answered; they are started last. */
  readonly #pipelined: Queues = new Map();
  /** Connections with a request in progress and the time at which it started, the oldest first. */
  readonly #active = new Map<object, number>();
  #turnStart: number | undefined;
  #isScheduled = false;
  #recheck: NodeJS.Timeout | undefined;

  /** Whether a request that arrives now has to wait for a later turn. */
  isTurnOver(): boolean {
    const now = performance.now();
    if (this.#turnStart === undefined) {
      this.#turnStart = now;
      setImmediate(() => (this.#turnStart = undefined));
    }
    return now - this.#turnStart > ARRIVALS_BUDGET || this.#isFull(now);
  }

  /** Counts the request of this connection as in progress. */
  started(connection: object): void {
    this.#active.set(connection, performance.now());
  }

  /** The response is produced, or the connection is closed. */
  finished(connection: object): void {
    if (this.#active.delete(connection)) this.#scheduleNext();
  }

  /** Queues a request for one of the next turns. Each connection has at most one request in the queue. */
  add(client: string, kind: 'arrived' | 'pipelined', startRequest: Start): void {
    const queues = kind === 'arrived' ? this.#arrived : this.#pipelined;
    const queue = queues.get(client) ?? new Set();
    queues.set(client, queue.add(startRequest));
    this.#scheduleNext();
  }

  #scheduleNext(): void {
    if (this.#isScheduled || this.#arrived.size + this.#pipelined.size === 0) return;
    if (!this.#isFull(performance.now())) this.#schedule();
    else
      this.#recheck ??= setTimeout(() => {
        this.#recheck = undefined;
        this.#scheduleNext();
      }, RECHECK_INTERVAL).unref();
  }

  #isFull(now: number): boolean {
    for (const [connection, since] of this.#active) {
      if (now - since < ACTIVE_LIMIT) break;
      this.#active.delete(connection);
    }
    return this.#active.size >= MAX_ACTIVE;
  }

  /** One callback per request, because the microtasks of a request run at the end of its own callback. */
  #schedule(): void {
    this.#isScheduled = true;
    let start: number | undefined;
    for (let count = 0; count < MAX_PER_TURN; count += 1) {
      setImmediate(() => {
        const now = performance.now();
        start ??= now;
        if ((count < 2 || now - start < WAITING_BUDGET) && !this.#isFull(now)) this.#startNext(count === 1);
      });
    }
    setImmediate(() => {
      this.#isScheduled = false;
      this.#scheduleNext();
    });
  }

  /** The second start of a turn prefers a pipelined request, so that those make progress too. */
  #startNext(isPipelinedFirst: boolean): void {
    const startRequest = isPipelinedFirst
      ? (takeNext(this.#pipelined) ?? takeNext(this.#arrived))
      : (takeNext(this.#arrived) ?? takeNext(this.#pipelined));
    startRequest?.();
  }
}

/** The oldest request of the client that has waited longest since its last start. */
function takeNext(queues: Queues): Start | undefined {
  for (const [client, queue] of queues) {
    queues.delete(client);
    for (const startRequest of queue) {
      queue.delete(startRequest);
      if (queue.size > 0) queues.set(client, queue);
      return startRequest;
    }
  }
  return undefined;
}
