import type { ControllerEvent } from '#contract/api-v3/event.ts';
import type { ControllerDatabase, ControllerTransaction } from '#storage/database/controller-schema.ts';
import { afterCommit } from '#storage/database/open-transactions.ts';
import type { Log } from '#process/log.ts';

/** Number of recent events that are stored for clients; 20 prints a second fill them in a minute. */
const MAX_EVENTS = 4_096;

type WithoutTime<Event> = Event extends unknown ? Omit<Event, 'at'> : never;

/** An event without its time. */
export type NewEvent = WithoutTime<ControllerEvent>;

/**
 * Publishes an event. With a transaction, once it is durable and not if it is rolled back; without one, at once. Does not wait for
 * listeners.
 */
export type Publish = (event: NewEvent, db?: ControllerDatabase | ControllerTransaction) => void;

/** Ignores events. */
export const noPublish: Publish = () => undefined;

export interface NumberedEvent {
  /** Sequence number within a run, from 1. */
  number: number;
  /** Time of publication, in milliseconds since the epoch. */
  at: number;
  event: NewEvent;
}

export interface EventsOptions {
  /** Milliseconds since the epoch. */
  now: () => number;
  log: Log;
}

/** The events of the controller, numbered; the last ones are stored. */
export class Events {
  /** Identifies this run of the controller by its start time: numbers of another run are unrelated. */
  readonly epoch: string;
  readonly #options: EventsOptions;
  /** Ring buffer: an event is at its number modulo the size. */
  readonly #ring: NumberedEvent[] = [];
  readonly #listeners = new Set<() => void>();
  #next = 1;

  constructor(options: EventsOptions) {
    this.#options = options;
    this.epoch = options.now().toString(36);
  }

  /** The number of the next event. */
  get next(): number {
    return this.#next;
  }

  /** The smallest stored number; the next one while there is none. */
  get first(): number {
    return Math.max(1, this.#next - MAX_EVENTS);
  }

  readonly publish: Publish = (event, db) => {
    if (db) afterCommit(db, () => this.#add(event));
    else this.#add(event);
  };

  /** The stored event of a number. */
  find(number: number): NumberedEvent | undefined {
    const found = this.#ring[number % MAX_EVENTS];
    return found?.number === number ? found : undefined;
  }

  /** Calls `listener` after every event; it must return quickly. Returns the function that unsubscribes. */
  subscribe(listener: () => void): () => void {
    this.#listeners.add(listener);
    return () => void this.#listeners.delete(listener);
  }

  #add(event: NewEvent): void {
    const number = this.#next++;
    this.#ring[number % MAX_EVENTS] = { number, at: this.#options.now(), event };
    for (const listener of this.#listeners) this.#call(listener);
  }

  /** A listener that throws does not affect the others or the publisher. */
  #call(listener: () => void): void {
    try {
      listener();
    } catch (error) {
      this.#options.log.error('an event listener failed', error);
    }
  }
}
