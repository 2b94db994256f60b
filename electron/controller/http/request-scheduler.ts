import { performance } from 'node:perf_hooks';

/** How long requests that have just arrived are begun in one turn of the event loop, in milliseconds, before others have to wait. */
const ARRIVALS_SHARE = 20;
/** The same for requests that wait. */
const WAITING_SHARE = 10;
const MOST_PER_TURN = 8;

type Begin = () => void;
type Queues = Map<string, Set<Begin>>;

/** When requests are begun that would keep the event loop from everything else: a few in each of its turns, of each client in rotation. */
export class RequestScheduler {
  /** Requests that arrived when the turn's time was up, by client. */
  readonly #arrived: Queues = new Map();
  /** Requests that their clients sent before earlier ones were answered: they come last. */
  readonly #pipelined: Queues = new Map();
  #turnBegan: number | undefined;
  #isScheduled = false;

  /** Whether what arrives now has to wait for a later turn. */
  isTurnOver(): boolean {
    const now = performance.now();
    if (this.#turnBegan === undefined) {
      this.#turnBegan = now;
      setImmediate(() => (this.#turnBegan = undefined));
    }
    return now - this.#turnBegan > ARRIVALS_SHARE;
  }

  /** Begins a request in one of the next turns. Each client has as many that wait as connections. */
  add(client: string, kind: 'arrived' | 'pipelined', begin: Begin): void {
    const queues = kind === 'arrived' ? this.#arrived : this.#pipelined;
    const queue = queues.get(client) ?? new Set();
    queues.set(client, queue.add(begin));
    if (!this.#isScheduled) this.#schedule();
  }

  /** What a request does before it waits for something itself belongs to its own callback: hence one for each. */
  #schedule(): void {
    this.#isScheduled = true;
    let began: number | undefined;
    for (let count = 0; count < MOST_PER_TURN; count += 1) {
      setImmediate(() => {
        began ??= performance.now();
        if (count < 2 || performance.now() - began < WAITING_SHARE) this.#beginNext(count === 1);
      });
    }
    setImmediate(() => {
      this.#isScheduled = false;
      if (this.#arrived.size + this.#pipelined.size > 0) this.#schedule();
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
