import type { ControllerEvent } from '#contract/api-v3/event.ts';
import type { ControllerDatabase, ControllerTransaction } from '#storage/controller-schema.ts';
import { afterCommit } from '#storage/open-transactions.ts';
import type { Log } from '../engines/log.ts';

/** So many are kept for whoever reads them later; a line of 20 prints a second fills them in a minute. */
const MOST_KEPT = 4_096;

type WithoutMoment<Event> = Event extends unknown ? Omit<Event, 'at'> : never;

/** What has happened. */
export type Fact = WithoutMoment<ControllerEvent>;

/**
 * Tells a fact. With the database that it was written to, it goes up once it is durable, and never when it is taken back; without one it is true
 * already. Nobody is waited for, and nobody answers.
 */
export type Tell = (fact: Fact, db?: ControllerDatabase | ControllerTransaction) => void;

/** For a room that nobody listens to. */
export const tellNobody: Tell = () => undefined;

export interface NumberedFact {
  /** Grows by one with every fact of a run, from 1. */
  number: number;
  /** When it was told, in milliseconds since the epoch. */
  at: number;
  fact: Fact;
}

export interface EventsOptions {
  /** Milliseconds since the epoch. */
  now: () => number;
  log: Log;
}

/** The facts that the rooms tell, numbered, the last ones kept. */
export class Events {
  /** Names this run of the controller, by its beginning: a number alone says nothing to the next one. */
  readonly epoch: string;
  readonly #options: EventsOptions;
  /** The fact of a number stands at its remainder. */
  readonly #kept: NumberedFact[] = [];
  readonly #followers = new Set<() => void>();
  #next = 1;

  constructor(options: EventsOptions) {
    this.#options = options;
    this.epoch = options.now().toString(36);
  }

  /** The number of the next fact. */
  get next(): number {
    return this.#next;
  }

  /** The smallest number that is kept; the next one while there is none. */
  get first(): number {
    return Math.max(1, this.#next - MOST_KEPT);
  }

  readonly tell: Tell = (fact, db) => {
    if (db) afterCommit(db, () => this.#add(fact));
    else this.#add(fact);
  };

  /** The fact of a number that is kept. */
  find(number: number): NumberedFact | undefined {
    const found = this.#kept[number % MOST_KEPT];
    return found?.number === number ? found : undefined;
  }

  /** Calls back after every fact, and takes no time doing so. What is returned ends it. */
  follow(told: () => void): () => void {
    this.#followers.add(told);
    return () => void this.#followers.delete(told);
  }

  #add(fact: Fact): void {
    const number = this.#next++;
    this.#kept[number % MOST_KEPT] = { number, at: this.#options.now(), fact };
    for (const told of this.#followers) this.#call(told);
  }

  /** What was written is written, whatever a follower does. */
  #call(told: () => void): void {
    try {
      told();
    } catch (error) {
      this.#options.log.error('somebody who follows the events failed', error);
    }
  }
}
