import { z } from 'zod';
import { handoverNoteSchema, type HandoverNote, type HandoverNotesEvent } from '#contract/station/handover-notes.ts';
import { Emitter } from '../platform/emitter.ts';
import type { FeedSource } from '../platform/feed.ts';
import type { StoredSetting } from '../platform/stored-setting.ts';

/** Notes of each line by its id, newest first. */
export const storedNotesSchema = z.record(z.string(), z.array(handoverNoteSchema));
type StoredNotes = z.infer<typeof storedNotesSchema>;

export interface HandoverNotesOptions {
  store: Pick<StoredSetting<StoredNotes>, 'read' | 'save'>;
  now: () => number;
  newId: () => string;
  /** Logs an unexpected error. */
  report: (error: unknown) => void;
}

/** The oldest notes of a line beyond this number are deleted. */
const MAX_NOTES = 50;

/** What the leaving shift writes for the next one, by line. A note is stored before it is emitted. */
export class HandoverNotes {
  readonly #options: HandoverNotesOptions;
  /** Emits the id of the line whose notes have changed. */
  readonly #emitter: Emitter<string>;
  #notes: StoredNotes = {};
  #lastChange: Promise<void> = Promise.resolve();

  constructor(options: HandoverNotesOptions) {
    this.#options = options;
    this.#emitter = new Emitter(options.report);
  }

  async start(): Promise<void> {
    this.#notes = (await this.#options.store.read()) ?? {};
  }

  /** Resolves when all changes are stored. */
  async stop(): Promise<void> {
    await this.#lastChange;
  }

  /** The notes of one line. */
  feedOf(line: string): FeedSource<HandoverNotesEvent> {
    const snapshot = (): HandoverNotesEvent => ({ type: 'snapshot', notes: this.#notes[line] ?? [] });
    return {
      snapshot,
      subscribe: (listener) =>
        this.#emitter.subscribe((changed) => {
          if (changed === line) listener(snapshot());
        }),
    };
  }

  async add(line: string, { by, text }: Pick<HandoverNote, 'by' | 'text'>): Promise<HandoverNote> {
    const note = { id: this.#options.newId(), at: Math.round(this.#options.now()), by, text };
    await this.#change(line, (notes) => ({ ...notes, [line]: [note, ...(notes[line] ?? [])].slice(0, MAX_NOTES) }));
    return note;
  }

  /** Deletes the notes of a line that was removed. */
  async forgetLine(line: string): Promise<void> {
    await this.#change(line, ({ [line]: _deleted, ...others }) => others);
  }

  #change(line: string, update: (notes: StoredNotes) => StoredNotes): Promise<void> {
    const result = this.#lastChange.then(async () => {
      const next = update(this.#notes);
      await this.#options.store.save(next);
      this.#notes = next;
      this.#emitter.emit(line);
    });
    this.#lastChange = result.catch(() => undefined);
    return result;
  }
}
