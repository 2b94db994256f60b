import type { JournalEntry, JournalEvent, JournalFeedEvent, JournalFilter } from '#contract/station/journal.ts';
import { Announcer } from '../announcer.ts';
import type { BackgroundWrites } from '../background-writes.ts';
import type { Clock } from '../clock.ts';
import type { FeedSource } from '../feed.ts';
import type { JournalStore } from './journal-store.ts';

export interface JournalOptions {
  clock: Clock;
  store: JournalStore;
  writes: BackgroundWrites;
  /** The name by which people know a connection; empty when it is gone. */
  controllerName: (connection: string) => string;
}

/** What happened, as whoever saw it tells it. */
export interface Happening {
  event: JournalEvent;
  subject?: string | undefined;
  connection?: string | undefined;
  printer?: string | null | undefined;
  detail?: string | undefined;
  reason?: string | undefined;
  person?: string | undefined;
}

export interface JournalPage {
  entries: JournalEntry[];
  next: number | null;
}

/** No text of a printer or a person makes an entry longer than this, in characters; names are shorter. */
const LONGEST = 2_000;
const LONGEST_NAME = 1_000;

/** What happened at this station, kept over restarts. Whoever notes something never waits for the disk. */
export class Journal implements FeedSource<JournalFeedEvent> {
  readonly #options: JournalOptions;
  readonly #announcer = new Announcer<JournalFeedEvent>();
  #newest = 0;

  constructor(options: JournalOptions) {
    this.#options = options;
  }

  async start(): Promise<void> {
    this.#newest = await this.#options.store.newest();
    this.note({ event: 'station-started' });
  }

  snapshot(): JournalFeedEvent {
    return { type: 'snapshot', newest: this.#newest };
  }

  subscribe(listener: (event: JournalFeedEvent) => void): () => void {
    return this.#announcer.subscribe(listener);
  }

  note({ event, subject = '', connection, printer = null, detail = '', reason = '', person = '' }: Happening): void {
    const { clock, store, writes, controllerName } = this.#options;
    const controller = connection === undefined ? '' : controllerName(connection);
    const texts = { detail: detail.slice(0, LONGEST), reason: reason.slice(0, LONGEST) };
    const [named, who] = [subject.slice(0, LONGEST_NAME), person.slice(0, LONGEST_NAME)];
    const place = { connection: connection?.slice(0, LONGEST_NAME) ?? null, controller, printer: printer?.slice(0, LONGEST_NAME) ?? null };
    const entry = { at: Math.round(clock.now()), event, subject: named, person: who, ...place, ...texts };
    writes.add(async (trx) => {
      this.#added(await store.add(entry, trx));
    });
  }

  async list(filter: JournalFilter, { before, limit }: { before?: number | undefined; limit: number }): Promise<JournalPage> {
    const entries: JournalEntry[] = [];
    for await (const entry of this.#options.store.find(filter, before)) {
      if (entries.length === limit) return { entries, next: entries.at(-1)?.id ?? null };
      entries.push(entry);
    }
    return { entries, next: null };
  }

  /** All of it, newest first. */
  find(filter: JournalFilter): AsyncIterable<JournalEntry> {
    return this.#options.store.find(filter);
  }

  #added(id: number): void {
    this.#newest = id;
    this.#announcer.announce({ type: 'added', newest: id });
  }
}
