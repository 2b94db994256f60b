import { createHash } from 'node:crypto';
import type { WantedItem, WantedItems, WantedItemsQuery } from '#contract/plant/library.ts';
import { LIBRARY_KINDS } from '#contract/api-v3/library-item.ts';
import type { LibraryTarget } from '#contract/plant/library.ts';
import { isFor, NOWHERE, type ControllerPlace } from '#contract/plant/library-target.ts';
import { reportOf } from '../controllers/reports.ts';
import type { PlantDatabase } from '../database/plant-schema.ts';
import { readPublication } from './library.ts';

/** Milliseconds between looks at the revision of the library while lines wait for another one. */
const INTERVAL = 500;
/** How many lines are answered at a time, and the milliseconds between them: each then asks for contents, which must not hold up what others ask. */
const GROUP = 3;
const GROUP_INTERVAL = 40;

interface PublishedItem {
  target: LibraryTarget;
  item: WantedItem;
}

/** All published items at one revision of the library, and the lists that were made of them, by the place of the controller. */
interface Published {
  revision: number;
  items: readonly PublishedItem[];
  lists: Map<string, WantedItems>;
}

export interface WantedItemsOptions {
  db: PlantDatabase;
  log: { error: (details: object, message: string) => void };
}

export interface Waiting {
  signal: AbortSignal;
  /** Called when the answer begins to wait. */
  onWait?: () => void;
}

/**
 * The items that each line shall have. A line asks for its list and says which revision it has; the answer waits until there is another one. While lines
 * wait, this instance looks at the revision of the library twice a second: one small query, which needs no connection of its own, sees what other instances
 * publish, and goes on after a failover and behind a connection pooler.
 */
export class WantedItemLists {
  readonly #options: WantedItemsOptions;
  readonly #waiting = new Set<() => void>();
  #published: Published | undefined;
  #reading: Promise<void> | undefined;
  #timer: NodeJS.Timeout | undefined;
  #isStopped = false;

  constructor(options: WantedItemsOptions) {
    this.#options = options;
  }

  /** The list of a controller. Waits for another revision than the given one, until the time is over or the signal aborts: then it is undefined. */
  async find(controller: string, { revision, wait }: WantedItemsQuery, { signal, onWait }: Waiting): Promise<WantedItems | undefined> {
    const place = await this.#placeOf(controller);
    const end = performance.now() + wait * 1_000;
    await this.#refresh();
    for (;;) {
      const list = this.#listFor(place);
      if (list && list.revision !== revision) return list;
      const rest = end - performance.now();
      if (rest <= 0 || signal.aborted || this.#isStopped) return undefined;
      onWait?.();
      await this.#changed(rest, signal);
    }
  }

  /** Answers all who wait. */
  stop(): void {
    this.#isStopped = true;
    for (const wake of [...this.#waiting]) wake();
  }

  async #placeOf(controller: string): Promise<ControllerPlace> {
    const row = await this.#options.db.selectFrom('controllers').select('report').where('id', '=', controller).executeTakeFirst();
    return reportOf(row?.report ?? null) ?? NOWHERE;
  }

  #listFor({ site, line, tags }: ControllerPlace): WantedItems | undefined {
    if (!this.#published) return undefined;
    const { items, lists } = this.#published;
    const key = JSON.stringify([site, line, tags]);
    const known = lists.get(key);
    if (known) return known;
    const wanted = items.filter(({ target }) => isFor(target, { site, line, tags })).map(({ item }) => item);
    const list = { revision: createHash('sha256').update(JSON.stringify(wanted)).digest('hex').slice(0, 32), items: wanted };
    lists.set(key, list);
    return list;
  }

  /** Resolves when the library has changed, after so many milliseconds, or when the signal aborts. */
  async #changed(milliseconds: number, signal: AbortSignal): Promise<void> {
    await new Promise<void>((resolve) => {
      const done = (): void => {
        clearTimeout(timer);
        signal.removeEventListener('abort', done);
        this.#waiting.delete(done);
        if (this.#waiting.size === 0) this.#stopLooking();
        resolve();
      };
      const timer = setTimeout(done, milliseconds);
      signal.addEventListener('abort', done);
      this.#waiting.add(done);
      this.#timer ??= setInterval(() => void this.#look(), INTERVAL);
    });
  }

  /** A failure is that of the database, which the readiness reports: lines wait on, and what they send next gets the reason. */
  async #look(): Promise<void> {
    try {
      await this.#refresh();
    } catch (error) {
      this.#options.log.error({ err: error }, 'the revision of the library could not be read; it is tried again');
    }
  }

  #stopLooking(): void {
    clearInterval(this.#timer);
    this.#timer = undefined;
  }

  #wakeInGroups(waiting: readonly (() => void)[]): void {
    for (const wake of waiting.slice(0, GROUP)) wake();
    if (waiting.length > GROUP) setTimeout(() => this.#wakeInGroups(waiting.slice(GROUP)), GROUP_INTERVAL).unref();
  }

  /** Reads the library if it has changed since it was read last, and answers those who wait. Those who ask meanwhile share the answer. */
  #refresh(): Promise<void> {
    this.#reading ??= this.#read().finally(() => (this.#reading = undefined));
    return this.#reading;
  }

  async #read(): Promise<void> {
    const { db } = this.#options;
    const { revision } = await db.selectFrom('library_revision').select('revision').executeTakeFirstOrThrow();
    if (this.#published?.revision === revision) return;
    const rows = await db
      .selectFrom('library_items as item')
      .innerJoin('library_versions as version', (join) =>
        join
          .onRef('version.kind', '=', 'item.kind')
          .onRef('version.name', '=', 'item.name')
          .onRef('version.version', '=', 'item.published'),
      )
      .selectAll('version')
      .select('item.publication')
      .orderBy('item.name')
      .execute();
    const items = rows.flatMap((row): PublishedItem[] => {
      const publication = readPublication(row);
      if (!publication) return [];
      const { kind, name, version, hash, saved_by: savedBy, approved_by: approvedBy } = row;
      const { isChangeable, replacesOwn, target } = publication;
      const approval = approvedBy === null ? {} : { approvedBy };
      return [
        { target, item: { kind, name, version, hash: Buffer.from(hash).toString('hex'), isChangeable, replacesOwn, savedBy, ...approval } },
      ];
    });
    items.sort((a, b) => LIBRARY_KINDS.indexOf(a.item.kind) - LIBRARY_KINDS.indexOf(b.item.kind));
    this.#published = { revision, items, lists: new Map() };
    this.#wakeInGroups([...this.#waiting]);
  }
}
