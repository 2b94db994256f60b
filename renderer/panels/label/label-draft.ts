import { z } from 'zod';

const keptTextSchema = z.object({
  text: z.string(),
  /** Revision of the label that the text was made from; null where the controller tells none. */
  revision: z.number().nullable(),
  /** When it was kept, milliseconds since the epoch. */
  keptAt: z.number(),
});
/** Unsaved work on a label: it survives a reload and a power cut. */
export type LabelDraft = z.infer<typeof keptTextSchema>;

/** The drafts of one label on one connection, in a storage that outlives the page. */
export class LabelDrafts {
  private readonly storage: Storage;
  private readonly key: string;

  constructor(storage: Storage, connection: string, label: string) {
    this.storage = storage;
    this.key = `strobe.label-draft.${encodeURIComponent(connection)}.${encodeURIComponent(label)}`;
  }

  find(): LabelDraft | undefined {
    const text = this.storage.getItem(this.key);
    if (text === null) return undefined;
    try {
      const parsed = keptTextSchema.safeParse(JSON.parse(text));
      return parsed.success ? parsed.data : undefined;
    } catch {
      return undefined;
    }
  }

  /** False when the storage is full or switched off: the page then says that nothing is kept. */
  keep(draft: LabelDraft): boolean {
    try {
      this.storage.setItem(this.key, JSON.stringify(draft));
      return true;
    } catch {
      return false;
    }
  }

  drop(): void {
    this.storage.removeItem(this.key);
  }
}
