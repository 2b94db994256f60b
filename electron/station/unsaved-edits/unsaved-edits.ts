import { ProblemError } from '#contract/problem.ts';
import type { ConnectionsEvent } from '#contract/station/connections.ts';
import type { UnsavedEdit, UnsavedEditPlace, UnsavedEditsEvent } from '#contract/station/unsaved-edits.ts';
import { Emitter } from '../platform/emitter.ts';
import type { Clock } from '../platform/system-clock.ts';
import type { Controllers } from '../connections/controllers.ts';
import { isSame, refuseIfChanged, type CurrentContent } from '../connections/current-content.ts';
import type { FeedSource } from '../platform/feed.ts';
import type { EventLog } from '../event-log/event-log.ts';
import type { TableRows } from '../whole-tables/table-rows.ts';
import { contentToStore, operationOf, readTarget, schemaOf, writeTarget } from './unsaved-edit-target.ts';
import type { UnsavedEditContent, UnsavedEditDocument, UnsavedEditStore } from './unsaved-edit-store.ts';
import { KeyedQueue } from '../platform/keyed-queue.ts';

/** Milliseconds between a failed attempt to send and the next one. */
const RETRY_DELAY = 10_000;
/** Limits: number of unsaved edits, and their bytes, beyond which no new one is stored. */
const MAX_UNSAVED_EDITS = 500;
const MAX_BYTES = 256 * 1024 * 1024;

export interface UnsavedEditsOptions {
  clock: Clock;
  store: UnsavedEditStore;
  controllers: Controllers;
  tableRows: TableRows;
  connections: FeedSource<ConnectionsEvent>;
  eventLog: EventLog;
  /** Logs an unexpected error. */
  report: (error: unknown) => void;
}

/**
 * Changes that wait until their controller is online. A change is stored before it is emitted. When the controller is back, a finished edit is
 * sent if the controller still has the document that the edit started from; otherwise a person decides. Operations on one edit run one after the
 * other, those on different edits concurrently.
 */
export class UnsavedEdits implements FeedSource<UnsavedEditsEvent> {
  readonly #options: UnsavedEditsOptions;
  readonly #emitter: Emitter<UnsavedEditsEvent>;
  readonly #edits = new Map<string, UnsavedEdit>();
  readonly #online = new Set<string>();
  readonly #queue = new KeyedQueue();
  #unsubscribe: (() => void) | undefined;
  #cancelNext: (() => void) | undefined;

  constructor(options: UnsavedEditsOptions) {
    this.#options = options;
    this.#emitter = new Emitter(options.report);
  }

  async start(): Promise<void> {
    for (const unsavedEdit of await this.#options.store.list()) this.#edits.set(keyOf(unsavedEdit), unsavedEdit);
    this.#unsubscribe = this.#options.connections.subscribe((event) => this.#connectionEvent(event));
    this.#connectionEvent(this.#options.connections.snapshot());
  }

  /** Resolves when all running operations have ended. */
  async stop(): Promise<void> {
    this.#unsubscribe?.();
    this.#online.clear();
    await this.#queue.idle();
    this.#cancelNext?.();
  }

  subscribe(listener: (event: UnsavedEditsEvent) => void): () => void {
    return this.#emitter.subscribe(listener);
  }

  snapshot(): UnsavedEditsEvent {
    return { type: 'snapshot', unsavedEdits: [...this.#edits.values()] };
  }

  /** Throws `not-found`, and `content-unusable` for content that this version cannot read. */
  async content(place: UnsavedEditPlace): Promise<UnsavedEditContent> {
    const content = await this.#options.store.content(place);
    if (content) return content;
    throw new ProblemError('not-found', { detail: `There is no unsaved edit of "${place.name}": it was sent or discarded.` });
  }

  /** Stores an edit; its base stays that of the first call. A finished one stays so until its content changes. Throws `too-many-requests` for a new edit beyond the limits. */
  keep(
    place: UnsavedEditPlace,
    edit: UnsavedEditContent,
    { isFinished, person }: { isFinished: boolean; person: string },
  ): Promise<UnsavedEdit> {
    return this.#queue.run(keyOf(place), async () => {
      await this.#refuseTooMany(place);
      const before = await this.#options.store.content(place);
      const stored = this.#edits.get(keyOf(place));
      // A page stores what is being typed every second, which may arrive after the person has saved it.
      if (!isFinished && stored && stored.state !== 'open' && before && isSame(schemaOf(place.kind), before.content, edit.content))
        return stored;
      const state = isFinished ? 'waiting' : 'open';
      const unsavedEdit: UnsavedEdit = { ...placeOf(place), state, reason: null, person, savedAt: Math.round(this.#options.clock.now()) };
      await this.#options.store.save(unsavedEdit, contentToStore(place.kind, before, edit));
      this.#put(unsavedEdit);
      if (isFinished && this.#online.has(place.connection)) this.#sendSoon(place.connection);
      return unsavedEdit;
    });
  }

  /** The edit, and the controller's document (null = none). Throws `not-found` and `controller-unreachable`. */
  async compare(place: UnsavedEditPlace): Promise<UnsavedEditContent & { theirs: UnsavedEditDocument | null }> {
    const edit = await this.content(place);
    const { document } = await readTarget(this.#options, place, edit.content);
    return { ...edit, theirs: document };
  }

  /** Sends an edit over the document that a person saw. Throws `changed-meanwhile` when the controller has another one, and its problems. */
  send(place: UnsavedEditPlace, expected: UnsavedEditDocument | null): Promise<void> {
    return this.#queue.run(keyOf(place), async () => {
      const { content } = await this.content(place);
      const unsavedEdit = this.#edits.get(keyOf(place));
      if (!unsavedEdit) return;
      await this.#options.store.save({ ...unsavedEdit, state: 'waiting', reason: null }, { content, base: expected });
      this.#put({ ...unsavedEdit, state: 'waiting', reason: null });
      await this.#try({ ...unsavedEdit, state: 'waiting' });
    });
  }

  discard(place: UnsavedEditPlace): Promise<void> {
    return this.#queue.run(keyOf(place), () => this.#remove(place, false));
  }

  /** Discards the edits of a connection that was removed. */
  forget(connection: string): void {
    this.#online.delete(connection);
    const edits = [...this.#edits.values()].filter((unsavedEdit) => unsavedEdit.connection === connection);
    for (const unsavedEdit of edits) this.discard(unsavedEdit).catch(this.#options.report);
  }

  /** An existing edit may always be continued, so that a person does not lose work. */
  async #refuseTooMany(place: UnsavedEditPlace): Promise<void> {
    if (this.#edits.has(keyOf(place))) return;
    const isTooMuch = this.#edits.size >= MAX_UNSAVED_EDITS || (await this.#options.store.bytes()) >= MAX_BYTES;
    if (!isTooMuch) return;
    const detail = `This station has ${this.#edits.size} unsaved edits already. Send or discard some of them first.`;
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

  /** Sends the waiting edits of a connection, one after the other. */
  #sendSoon(connection: string): void {
    const sending = this.#queue.run(connection, async () => {
      const keys = [...this.#edits].filter(([, unsavedEdit]) => unsavedEdit.connection === connection).map(([key]) => key);
      for (const key of keys) await this.#queue.run(key, () => this.#sendChange(key));
    });
    sending.catch(this.#options.report);
  }

  /** Sends an edit that is still waiting. A refusal becomes its state. */
  async #sendChange(key: string): Promise<void> {
    const unsavedEdit = this.#edits.get(key);
    if (unsavedEdit?.state !== 'waiting' || !this.#online.has(unsavedEdit.connection)) return;
    try {
      await this.#try(unsavedEdit);
    } catch (error) {
      if (!(error instanceof ProblemError)) throw error;
      if (error.slug === 'controller-unreachable') this.#scheduleRetry();
    }
  }

  async #try(unsavedEdit: UnsavedEdit): Promise<void> {
    try {
      const { content, base } = await this.content(unsavedEdit);
      const current = await readTarget(this.#options, unsavedEdit, content);
      // Equal when an earlier attempt succeeded and its answer was lost.
      if (!isSame(schemaOf(unsavedEdit.kind), current.document, content)) await this.#write(unsavedEdit, { content, base, current });
      await this.#remove(unsavedEdit, true);
      this.#log('command-done', unsavedEdit, '');
    } catch (error) {
      if (error instanceof ProblemError && error.slug !== 'controller-unreachable') {
        await this.#setState({ ...unsavedEdit, state: error.slug === 'changed-meanwhile' ? 'changed' : 'refused', reason: error.message });
        this.#log('command-failed', unsavedEdit, error.message);
      }
      throw error;
    }
  }

  async #write(unsavedEdit: UnsavedEdit, { content, base, current }: UnsavedEditContent & { current: CurrentContent }): Promise<void> {
    refuseIfChanged(current, base, { name: unsavedEdit.name, schema: schemaOf(unsavedEdit.kind) });
    await writeTarget(this.#options, unsavedEdit, { content, current, person: unsavedEdit.person });
  }

  #scheduleRetry(): void {
    this.#cancelNext?.();
    this.#cancelNext = this.#options.clock.after(RETRY_DELAY, () => {
      for (const connection of this.#online) this.#sendSoon(connection);
    });
  }

  #log(event: 'command-done' | 'command-failed', { connection, kind, name, person }: UnsavedEdit, reason: string): void {
    this.#options.eventLog.add({ event, subject: operationOf(kind), connection, detail: name, reason, person });
  }

  async #setState(unsavedEdit: UnsavedEdit): Promise<void> {
    await this.#options.store.setState(unsavedEdit);
    this.#put(unsavedEdit);
  }

  async #remove(place: UnsavedEditPlace, isSent: boolean): Promise<void> {
    await this.#options.store.remove(place);
    if (this.#edits.delete(keyOf(place))) this.#emitter.emit({ type: 'removed', place: placeOf(place), isSent });
  }

  #put(unsavedEdit: UnsavedEdit): void {
    this.#edits.set(keyOf(unsavedEdit), unsavedEdit);
    this.#emitter.emit({ type: 'changed', unsavedEdit });
  }
}

function keyOf({ connection, kind, name }: UnsavedEditPlace): string {
  return JSON.stringify([connection, kind, name]);
}

function placeOf({ connection, kind, name }: UnsavedEditPlace): UnsavedEditPlace {
  return { connection, kind, name };
}
