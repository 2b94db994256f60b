import { IDBFactory } from 'fake-indexeddb';
import { beforeEach, describe, expect, it } from 'vitest';
import { DraftTexts } from '#renderer/panels/label/draft-texts.ts';
import { LabelDrafts, type LabelDraft } from '#renderer/panels/label/label-draft.ts';

const PLACE = { connection: 'c1', name: 'Pallet QR' };
const KEY = 'strobe.label-draft.c1.Pallet%20QR';
let factory: IDBFactory;

beforeEach(() => {
  factory = new IDBFactory();
  localStorage.clear();
});

const open = (notes?: () => Storage): LabelDrafts => new LabelDrafts(new DraftTexts(factory), PLACE, notes);
const draft = (text: string, keptAt: number): LabelDraft => ({ text, revision: 1, keptAt });

describe('the draft of a label', () => {
  it('is found by the next page when the one before took its write back as it went', async () => {
    open().note(draft('{ "last": ', 2));
    expect(await open().find()).toEqual(draft('{ "last": ', 2));
    await expect.poll(() => localStorage.getItem(KEY)).toBeNull();
    expect(await open().find()).toEqual(draft('{ "last": ', 2));
  });

  it('is the newest of what was kept and what was noted', async () => {
    await open().keep(draft('kept', 2));
    open().note(draft('noted before', 1));
    expect(await open().find()).toEqual(draft('kept', 2));
    open().note(draft('noted behind', 3));
    expect(await open().find()).toEqual(draft('noted behind', 3));
  });

  it('is noted no longer once it is kept or dropped', async () => {
    const drafts = open();
    drafts.note(draft('first', 1));
    await drafts.keep(draft('second', 2));
    expect(localStorage.getItem(KEY)).toBeNull();
    drafts.note(draft('third', 3));
    await drafts.drop();
    expect([localStorage.getItem(KEY), await open().find()]).toEqual([null, undefined]);
  });

  it('stays noted while an older one is kept', async () => {
    const drafts = open();
    drafts.note(draft('newer', 2));
    await drafts.keep(draft('older', 1));
    expect(await open().find()).toEqual(draft('newer', 2));
  });

  it('is kept in a browser whose local storage is closed to the page', async () => {
    const closed = () => {
      throw new DOMException('denied', 'SecurityError');
    };
    const drafts = open(closed);
    drafts.note(draft('noted', 2));
    expect([await drafts.keep(draft('kept', 1)), await drafts.find()]).toEqual([true, draft('kept', 1)]);
  });
});
