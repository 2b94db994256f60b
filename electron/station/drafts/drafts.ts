import { ProblemError } from '#contract/problem.ts';
import type { ConnectionsEvent } from '#contract/station/connections.ts';
import type { Draft, DraftPlace, DraftsEvent } from '#contract/station/drafts.ts';
import { Announcer } from '../announcer.ts';
import type { Clock } from '../clock.ts';
import type { Controllers } from '../connections/controllers.ts';
import { isSame, refuseUnseen, type Present } from '../connections/present.ts';
import type { FeedSource } from '../feed.ts';
import type { Journal } from '../journal/journal.ts';
import { keptOf, operationOf, readTarget, schemaOf, writeOver } from './draft-target.ts';
import type { DraftContent, DraftDocument, DraftStore } from './draft-store.ts';
import { Turns } from './turns.ts';

/** How long after a controller that is online did not answer it is tried again, in milliseconds. */
const PAUSE = 10_000;
/** Drafts at a time, and the bytes beyond which no further one begins. */
const MOST_DRAFTS = 500;
const MOST_BYTES = 256 * 1024 * 1024;

export interface DraftsOptions {
  clock: Clock;
  store: DraftStore;
  controllers: Controllers;
  connections: FeedSource<ConnectionsEvent>;
  journal: Journal;
  /** Tells the log of a fault in this program. */
  report: (error: unknown) => void;
}

/**
 * Changes that wait for their controller. What is told is stored already. Once the controller is back, a draft that was saved is sent
 * over exactly what the person began from; where the controller has something else, a person decides. A draft is never sent while it is written,
 * and whoever writes one waits for no other.
 */
export class Drafts implements FeedSource<DraftsEvent> {
  readonly #options: DraftsOptions;
  readonly #announcer = new Announcer<DraftsEvent>();
  readonly #drafts = new Map<string, Draft>();
  readonly #online = new Set<string>();
  readonly #turns = new Turns();
  #end: (() => void) | undefined;
  #cancelNext: (() => void) | undefined;

  constructor(options: DraftsOptions) {
    this.#options = options;
  }

  async start(): Promise<void> {
    for (const draft of await this.#options.store.list()) this.#drafts.set(keyOf(draft), draft);
    this.#end = this.#options.connections.subscribe((event) => this.#connectionEvent(event));
    this.#connectionEvent(this.#options.connections.snapshot());
  }

  /** Resolves when what was begun is done. */
  async stop(): Promise<void> {
    this.#end?.();
    this.#online.clear();
    await this.#turns.idle();
    this.#cancelNext?.();
  }

  subscribe(listener: (event: DraftsEvent) => void): () => void {
    return this.#announcer.subscribe(listener);
  }

  snapshot(): DraftsEvent {
    return { type: 'snapshot', drafts: [...this.#drafts.values()] };
  }

  /** Throws `not-found` when there is no such draft. */
  async content(place: DraftPlace): Promise<DraftContent> {
    const content = await this.#options.store.content(place);
    if (content) return content;
    throw new ProblemError('not-found', { detail: `There is no draft of "${place.name}": it is sent, or somebody let it go.` });
  }

  /** Keeps what a person wrote. What they began from stays that of the first time. Throws `too-many-requests` where too much is kept already. */
  keep(place: DraftPlace, work: DraftContent, { isFinished, person }: { isFinished: boolean; person: string }): Promise<Draft> {
    return this.#turns.run(keyOf(place), async () => {
      await this.#refuseTooMany(place);
      const before = await this.#options.store.content(place);
      const state = isFinished ? 'waiting' : 'open';
      const draft: Draft = { ...placeOf(place), state, reason: null, person, savedAt: Math.round(this.#options.clock.now()) };
      await this.#options.store.save(draft, keptOf(place.kind, before, work));
      this.#put(draft);
      if (isFinished && this.#online.has(place.connection)) this.#sendSoon(place.connection);
      return draft;
    });
  }

  async compare(place: DraftPlace): Promise<DraftContent & { theirs: DraftDocument | null }> {
    const work = await this.content(place);
    const { document } = await readTarget(this.#options.controllers, place, work.content);
    return { ...work, theirs: document };
  }

  /** Sends a draft over what a person saw. Throws what the controller answers, and `changed-meanwhile` when it has something else by now. */
  send(place: DraftPlace, over: DraftDocument | null): Promise<void> {
    return this.#turns.run(keyOf(place), async () => {
      const { content } = await this.content(place);
      const draft = this.#drafts.get(keyOf(place));
      if (!draft) return;
      await this.#options.store.save({ ...draft, state: 'waiting', reason: null }, { content, base: over });
      this.#put({ ...draft, state: 'waiting', reason: null });
      await this.#try({ ...draft, state: 'waiting' });
    });
  }

  discard(place: DraftPlace): Promise<void> {
    return this.#turns.run(keyOf(place), () => this.#remove(place, false));
  }

  /** A connection that is gone for good takes its drafts along. */
  forget(connection: string): void {
    this.#online.delete(connection);
    const gone = [...this.#drafts.values()].filter((draft) => draft.connection === connection);
    for (const draft of gone) this.discard(draft).catch(this.#options.report);
  }

  /** What is kept already may always be written on: whoever is in the middle of it loses nothing. */
  async #refuseTooMany(place: DraftPlace): Promise<void> {
    if (this.#drafts.has(keyOf(place))) return;
    const isTooMuch = this.#drafts.size >= MOST_DRAFTS || (await this.#options.store.bytes()) >= MOST_BYTES;
    if (!isTooMuch) return;
    const detail = `${this.#drafts.size} unsaved edits are kept already. Send or discard some of them first.`;
    throw new ProblemError('too-many-requests', { detail });
  }

  #connectionEvent(event: ConnectionsEvent): void {
    if (event.type === 'removed') return;
    for (const { id, state } of event.type === 'snapshot' ? event.connections : [event.connection]) {
      if (state !== 'online') this.#online.delete(id);
      else if (!this.#online.has(id)) {
        this.#online.add(id);
        this.#sendSoon(id);
      }
    }
  }

  /** One after the other at each controller. */
  #sendSoon(connection: string): void {
    const sending = this.#turns.run(connection, async () => {
      const keys = [...this.#drafts].filter(([, draft]) => draft.connection === connection).map(([key]) => key);
      for (const key of keys) await this.#turns.run(key, () => this.#tell(key));
    });
    sending.catch(this.#options.report);
  }

  /** Sends a draft that still waits; what comes of it stands in its state. */
  async #tell(key: string): Promise<void> {
    const draft = this.#drafts.get(key);
    if (draft?.state !== 'waiting' || !this.#online.has(draft.connection)) return;
    try {
      await this.#try(draft);
    } catch (error) {
      if (!(error instanceof ProblemError)) throw error;
      if (error.slug === 'controller-unreachable') this.#tryAgain();
    }
  }

  async #try(draft: Draft): Promise<void> {
    try {
      const { content, base } = await this.content(draft);
      const present = await readTarget(this.#options.controllers, draft, content);
      // Sent before, and the answer was lost: nothing is left to do.
      if (!isSame(schemaOf(draft.kind), present.document, content)) await this.#sendOver(draft, { content, base, present });
      await this.#remove(draft, true);
      this.#note('command-done', draft, '');
    } catch (error) {
      if (error instanceof ProblemError && error.slug !== 'controller-unreachable') {
        await this.#mark({ ...draft, state: error.slug === 'changed-meanwhile' ? 'changed' : 'refused', reason: error.message });
        this.#note('command-failed', draft, error.message);
      }
      throw error;
    }
  }

  async #sendOver(draft: Draft, { content, base, present }: DraftContent & { present: Present }): Promise<void> {
    const { controllers } = this.#options;
    refuseUnseen(present, base, { name: draft.name, schema: schemaOf(draft.kind) });
    await writeOver(controllers, draft, { content, present, person: draft.person });
  }

  #tryAgain(): void {
    this.#cancelNext?.();
    this.#cancelNext = this.#options.clock.after(PAUSE, () => {
      for (const connection of this.#online) this.#sendSoon(connection);
    });
  }

  #note(event: 'command-done' | 'command-failed', { connection, kind, name, person }: Draft, reason: string): void {
    this.#options.journal.note({ event, subject: operationOf(kind), connection, detail: name, reason, person });
  }

  async #mark(draft: Draft): Promise<void> {
    await this.#options.store.mark(draft);
    this.#put(draft);
  }

  async #remove(place: DraftPlace, isSent: boolean): Promise<void> {
    await this.#options.store.remove(place);
    if (this.#drafts.delete(keyOf(place))) this.#announcer.announce({ type: 'removed', place: placeOf(place), isSent });
  }

  #put(draft: Draft): void {
    this.#drafts.set(keyOf(draft), draft);
    this.#announcer.announce({ type: 'changed', draft });
  }
}

function keyOf({ connection, kind, name }: DraftPlace): string {
  return JSON.stringify([connection, kind, name]);
}

function placeOf({ connection, kind, name }: DraftPlace): DraftPlace {
  return { connection, kind, name };
}
