import { performance } from 'node:perf_hooks';

/** How long requests that have just arrived are begun in one turn of the event loop, in milliseconds, before others have to wait. */
const ARRIVALS_SHARE = 20;
/** The same for requests that wait. */
const WAITING_SHARE = 10;
const MOST_PER_TURN = 8;
/** Requests that are worked at together: what they do after their first wait comes on top of a turn. */
const MOST_MAKING = 16;
/** What takes longer waits for something else than this thread, in milliseconds, and counts no more. */
const MAKING_PATIENCE = 500;
/** How soon is looked again when none of those that are worked at says that it is done. */
const LOOK_AGAIN = 50;

type Begin = () => void;
type Queues = Map<string, Set<Begin>>;

/** When requests are begun that would keep the event loop from everything else: a few in each of its turns, of each client in rotation. */
export class RequestScheduler {
  /** Requests that arrived when the turn's time was up, by client. */
  readonly #arrived: Queues = new Map();
  /** Requests that their clients sent before earlier ones were answered: they come last. */
  readonly #pipelined: Queues = new Map();
  /** What is worked at, with the moment at which it was begun, the oldest first. */
  readonly #making = new Map<object, number>();
  #turnBegan: number | undefined;
  #isScheduled = false;
  #again: NodeJS.Timeout | undefined;

  /** Whether what arrives now has to wait for a later turn. */
  isTurnOver(): boolean {
    const now = performance.now();
    if (this.#turnBegan === undefined) {
      this.#turnBegan = now;
      setImmediate(() => (this.#turnBegan = undefined));
    }
    return now - this.#turnBegan > ARRIVALS_SHARE || this.#isFull(now);
  }

  /** The request of this connection is worked at from now on. */
  begun(connection: object): void {
    this.#making.set(connection, performance.now());
  }

  /** Its answer is made, or it is gone. */
  made(connection: object): void {
    if (this.#making.delete(connection)) this.#goOn();
  }

  /** Begins a request in one of the next turns. Each client has as many that wait as connections. */
  add(client: string, kind: 'arrived' | 'pipelined', begin: Begin): void {
    const queues = kind === 'arrived' ? this.#arrived : this.#pipelined;
    const queue = queues.get(client) ?? new Set();
    queues.set(client, queue.add(begin));
    this.#goOn();
  }

  #goOn(): void {
    if (this.#isScheduled || this.#arrived.size + this.#pipelined.size === 0) return;
    if (!this.#isFull(performance.now())) this.#schedule();
    else
      this.#again ??= setTimeout(() => {
        this.#again = undefined;
        this.#goOn();
      }, LOOK_AGAIN).unref();
  }

  #isFull(now: number): boolean {
    for (const [connection, since] of this.#making) {
      if (now - since < MAKING_PATIENCE) break;
      this.#making.delete(connection);
    }
    return this.#making.size >= MOST_MAKING;
  }

  /** What a request does before it waits for something itself belongs to its own callback: hence one for each. */
  #schedule(): void {
    this.#isScheduled = true;
    let began: number | undefined;
    for (let count = 0; count < MOST_PER_TURN; count += 1) {
      setImmediate(() => {
        const now = performance.now();
        began ??= now;
        if ((count < 2 || now - began < WAITING_SHARE) && !this.#isFull(now)) this.#beginNext(count === 1);
      });
    }
    setImmediate(() => {
      this.#isScheduled = false;
      this.#goOn();
    });
  }

  /** The second of a turn is a pipelined one, so that those come forward too. */
  #beginNext(isPipelinedFirst: boolean): void {
    const begin = isPipelinedFirst
      ? (takeNext(this.#pipelined) ?? takeNext(this.#arrived))
      : (takeNext(this.#arrived) ?? takeNext(this.#pipelined));
    begin?.();
  }
}

/** The oldest of the client whose last one was begun longest ago. */
function takeNext(queues: Queues): Begin | undefined {
  for (const [client, queue] of queues) {
    queues.delete(client);
    for (const begin of queue) {
      queue.delete(begin);
      if (queue.size > 0) queues.set(client, queue);
      return begin;
    }
  }
  return undefined;
}
