import { z } from 'zod';
import type { LabelPlace } from '../../stores/labels.ts';
import { DraftTexts } from './draft-texts.ts';

const keptTextSchema = z.object({
  text: z.string(),
  /** Revision of the label that the text was made from; null where the controller tells none. */
  revision: z.number().nullable(),
  /** When it was kept, milliseconds since the epoch. */
  keptAt: z.number(),
});
/** Unsaved work on a label: it survives a reload and a power cut. */
export type LabelDraft = z.infer<typeof keptTextSchema>;

/** The drafts of one label on one connection. */
export class LabelDrafts {
  private readonly texts: DraftTexts;
  private readonly key: string;

  constructor(texts: DraftTexts, connection: string, label: string) {
    this.texts = texts;
    this.key = `strobe.label-draft.${encodeURIComponent(connection)}.${encodeURIComponent(label)}`;
  }

  /** Rejects when the browser keeps nothing, or does not tell. */
  async find(): Promise<LabelDraft | undefined> {
    const text = await this.texts.read(this.key);
    if (typeof text !== 'string') return undefined;
    try {
      return keptTextSchema.safeParse(JSON.parse(text)).data;
    } catch {
      return undefined;
    }
  }

  /** False when it could not be kept: the browser is full, or keeps nothing. */
  keep(draft: LabelDraft): Promise<boolean> {
    return isDone(this.texts.write(this.key, JSON.stringify(draft)));
  }

  /** False when what was kept is still there. */
  drop(): Promise<boolean> {
    return isDone(this.texts.remove(this.key));
  }

  close(): void {
    this.texts.close();
  }
}

/** Forgets what this browser keeps of a label whose draft was let go: it would be offered again. False when it is still there. */
export async function dropLabelDraft({ connection, name }: LabelPlace): Promise<boolean> {
  const texts = new DraftTexts(indexedDB, () => localStorage);
  const isDropped = await new LabelDrafts(texts, connection, name).drop();
  texts.close();
  return isDropped;
}

async function isDone(writing: Promise<void>): Promise<boolean> {
  return writing.then(
    () => true,
    () => false,
  );
}
