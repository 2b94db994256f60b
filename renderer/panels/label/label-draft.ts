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

/**
 * The drafts of one label on one connection. A page that goes takes back what has not reached the disk: the last draft is noted besides, in
 * the local storage, which reaches the next page at once and the disk seconds later. Earlier versions kept theirs there.
 */
export class LabelDrafts {
  private readonly texts: DraftTexts;
  private readonly notes: () => Storage;
  private readonly key: string;

  constructor(texts: DraftTexts, { connection, name }: LabelPlace, notes = () => localStorage) {
    this.texts = texts;
    this.notes = notes;
    this.key = `strobe.label-draft.${encodeURIComponent(connection)}.${encodeURIComponent(name)}`;
  }

  /** The newest one. Rejects when the browser keeps nothing, or does not tell. */
  async find(): Promise<LabelDraft | undefined> {
    const kept = draftIn(await this.texts.read(this.key));
    const noted = draftIn(this.atNotes((notes) => notes.getItem(this.key)));
    if (!noted || (kept && kept.keptAt > noted.keptAt)) return kept;
    void this.keep(noted);
    return noted;
  }

  /** False when it could not be kept: the browser is full, or keeps nothing. */
  async keep(draft: LabelDraft): Promise<boolean> {
    const hasKept = await isDone(this.texts.write(this.key, JSON.stringify(draft)));
    const noted = hasKept ? draftIn(this.atNotes((notes) => notes.getItem(this.key))) : undefined;
    if (noted && noted.keptAt <= draft.keptAt) this.atNotes((notes) => notes.removeItem(this.key));
    return hasKept;
  }

  /** The page goes while this draft is on its way to the disk. */
  note(draft: LabelDraft): void {
    this.atNotes((notes) => notes.setItem(this.key, JSON.stringify(draft)));
  }

  /** False when what was kept is still there. */
  drop(): Promise<boolean> {
    this.atNotes((notes) => notes.removeItem(this.key));
    return isDone(this.texts.remove(this.key));
  }

  /** Undefined in a browser whose local storage is full, or closed to this page: what is on its way to the disk is all that there is then. */
  private atNotes<Result>(act: (notes: Storage) => Result): Result | undefined {
    try {
      return act(this.notes());
    } catch {
      return undefined;
    }
  }

  close(): void {
    this.texts.close();
  }
}

/** Forgets what this browser keeps of a label whose draft was let go: it would be offered again. False when it is still there. */
export async function dropLabelDraft(place: LabelPlace): Promise<boolean> {
  const texts = new DraftTexts(indexedDB);
  const isDropped = await new LabelDrafts(texts, place).drop();
  texts.close();
  return isDropped;
}

function draftIn(text: unknown): LabelDraft | undefined {
  if (typeof text !== 'string') return undefined;
  try {
    return keptTextSchema.safeParse(JSON.parse(text)).data;
  } catch {
    return undefined;
  }
}

async function isDone(writing: Promise<void>): Promise<boolean> {
  return writing.then(
    () => true,
    () => false,
  );
}
