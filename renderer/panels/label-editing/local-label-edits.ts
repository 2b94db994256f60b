import { z } from 'zod';
import type { LabelPlace } from '../../stores/labels.ts';
import { IndexedDbTexts } from '../../domain/browser/indexed-db-texts.ts';

const localEditSchema = z.object({
  text: z.string(),
  /** The version number of the label that the edit started from; null if the controller reports none. */
  revision: z.number().nullable(),
  /** When the edit was stored, in milliseconds since the epoch. */
  keptAt: z.number(),
});
/** An unsaved edit of a label in this browser, which survives a reload and a power cut. */
export type LocalLabelEdit = z.infer<typeof localEditSchema>;

/**
 * The unsaved edits of one label in this browser. Closing a page discards IndexedDB writes that have not reached the disk, so the last edit
 * is also written to local storage, which the next page reads at once but which reaches the disk seconds later. Earlier versions stored
 * edits only there.
 */
export class LocalLabelEdits {
  private readonly texts: IndexedDbTexts;
  private readonly localStorageOf: () => Storage;
  private readonly key: string;

  constructor(texts: IndexedDbTexts, { connection, name }: LabelPlace, localStorageOf = () => localStorage) {
    this.texts = texts;
    this.localStorageOf = localStorageOf;
    this.key = `strobe.label-edit.${encodeURIComponent(connection)}.${encodeURIComponent(name)}`;
  }

  /** The newest edit. Rejects if the browser blocks storage or does not answer. */
  async find(): Promise<LocalLabelEdit | undefined> {
    const stored = parseEdit(await this.texts.read(this.key));
    const inStorage = parseEdit(this.inLocalStorage((storage) => storage.getItem(this.key)));
    if (!inStorage || (stored && stored.keptAt > inStorage.keptAt)) return stored;
    void this.save(inStorage);
    return inStorage;
  }

  /** Resolves with false if the edit could not be stored: the storage is full or blocked. */
  async save(edit: LocalLabelEdit): Promise<boolean> {
    const hasStored = await hasSucceeded(this.texts.write(this.key, JSON.stringify(edit)));
    const inStorage = hasStored ? parseEdit(this.inLocalStorage((storage) => storage.getItem(this.key))) : undefined;
    if (inStorage && inStorage.keptAt <= edit.keptAt) this.inLocalStorage((storage) => storage.removeItem(this.key));
    return hasStored;
  }

  /** Stores an edit in local storage when the page closes while it is being written. */
  saveToLocalStorage(edit: LocalLabelEdit): void {
    this.inLocalStorage((storage) => storage.setItem(this.key, JSON.stringify(edit)));
  }

  /** Resolves with false if the stored edit could not be removed. */
  discard(): Promise<boolean> {
    this.inLocalStorage((storage) => storage.removeItem(this.key));
    return hasSucceeded(this.texts.remove(this.key));
  }

  /** Undefined if local storage is full or blocked; IndexedDB is then the only copy. */
  private inLocalStorage<Result>(act: (storage: Storage) => Result): Result | undefined {
    try {
      return act(this.localStorageOf());
    } catch {
      return undefined;
    }
  }

  close(): void {
    this.texts.close();
  }
}

/**
 * Removes the stored edit of a label that was discarded elsewhere, so that it is not offered again. Resolves with false if it is still
 * there.
 */
export async function deleteLocalLabelEdit(place: LabelPlace): Promise<boolean> {
  const texts = new IndexedDbTexts();
  const isDiscarded = await new LocalLabelEdits(texts, place).discard();
  texts.close();
  return isDiscarded;
}

function parseEdit(text: unknown): LocalLabelEdit | undefined {
  if (typeof text !== 'string') return undefined;
  try {
    return localEditSchema.safeParse(JSON.parse(text)).data;
  } catch {
    return undefined;
  }
}

async function hasSucceeded(writing: Promise<void>): Promise<boolean> {
  return writing.then(
    () => true,
    () => false,
  );
}
