import type { EventLogEntry, EventLogEvent, EventLogFeedEvent, EventLogFilter } from '#contract/station/event-log.ts';
import { Emitter } from '../platform/emitter.ts';
import type { BackgroundWrites } from '../platform/background-writes.ts';
import type { Clock } from '../platform/system-clock.ts';
import type { FeedSource } from '../platform/feed.ts';
import type { EventLogStore } from './event-log-store.ts';

export interface EventLogOptions {
  clock: Clock;
  store: EventLogStore;
  writes: BackgroundWrites;
  /** The name of a connection; empty for an unknown one. */
  controllerName: (connection: string) => string;
  /** Logs an unexpected error. */
  report: (error: unknown) => void;
}

/** An entry to be added. The event log adds the time and the controller's name, and shortens long texts. */
export interface NewEvent {
  event: EventLogEvent;
  subject?: string | undefined;
  connection?: string | undefined;
  printer?: string | null | undefined;
  detail?: string | undefined;
  reason?: string | undefined;
  person?: string | undefined;
}

export interface EventLogPage {
  entries: EventLogEntry[];
  next: number | null;
}

/** Longer texts and names are cut, in characters. */
const LONGEST = 2_000;
const LONGEST_NAME = 1_000;

/** The station's event log, stored over restarts. `add` does not wait for the disk. */
export class EventLog implements FeedSource<EventLogFeedEvent> {
  readonly #options: EventLogOptions;
  readonly #emitter: Emitter<EventLogFeedEvent>;
  #newest = 0;

  constructor(options: EventLogOptions) {
    this.#options = options;
    this.#emitter = new Emitter(options.report);
  }

  async start(): Promise<void> {
    this.#newest = await this.#options.store.newest();
    this.add({ event: 'station-started' });
  }

  snapshot(): EventLogFeedEvent {
    return { type: 'snapshot', newest: this.#newest };
  }

  subscribe(listener: (event: EventLogFeedEvent) => void): () => void {
    return this.#emitter.subscribe(listener);
  }

  add({ event, subject = '', connection, printer = null, detail = '', reason = '', person = '' }: NewEvent): void {
    const { clock, store, writes, controllerName } = this.#options;
    const controller = connection === undefined ? '' : controllerName(connection);
    const texts = { detail: detail.slice(0, LONGEST), reason: reason.slice(0, LONGEST) };
    const names = { subject: subject.slice(0, LONGEST_NAME), person: person.slice(0, LONGEST_NAME) };
    const place = { connection: connection?.slice(0, LONGEST_NAME) ?? null, controller, printer: printer?.slice(0, LONGEST_NAME) ?? null };
    const entry = { at: Math.round(clock.now()), event, ...names, ...place, ...texts };
    writes.add(async (trx) => {
      this.#added(await store.add(entry, trx));
    });
  }

  async list(filter: EventLogFilter, { before, limit }: { before?: number | undefined; limit: number }): Promise<EventLogPage> {
    const entries: EventLogEntry[] = [];
    for await (const entry of this.#options.store.find(filter, before)) {
      if (entries.length === limit) return { entries, next: entries.at(-1)?.id ?? null };
      entries.push(entry);
    }
    return { entries, next: null };
  }

  /** All matching entries, newest first. */
  find(filter: EventLogFilter): AsyncIterable<EventLogEntry> {
    return this.#options.store.find(filter);
  }

  #added(id: number): void {
    this.#newest = id;
    this.#emitter.emit({ type: 'added', newest: id });
  }
}
