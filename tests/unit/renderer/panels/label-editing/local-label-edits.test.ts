import { IDBFactory } from 'fake-indexeddb';
import { beforeEach, describe, expect, it } from 'vitest';
import { IndexedDbTexts } from '#renderer/domain/browser/indexed-db-texts.ts';
import { LocalLabelEdits, type LocalLabelEdit } from '#renderer/panels/label-editing/local-label-edits.ts';

const PLACE = { connection: 'c1', name: 'Pallet QR' };
const KEY = 'strobe.label-edit.c1.Pallet%20QR';
let factory: IDBFactory;

beforeEach(() => {
  factory = new IDBFactory();
  localStorage.clear();
});

const open = (notes?: () => Storage): LocalLabelEdits => new LocalLabelEdits(new IndexedDbTexts(() => factory), PLACE, notes);
const draft = (text: string, keptAt: number): LocalLabelEdit => ({ text, revision: 1, keptAt });

describe('the unsaved edit of a label', () => {
  it('is found by the next page when closing the page discarded its write', async () => {
    open().saveToLocalStorage(draft('{ "last": ', 2));
    expect(await open().find()).toEqual(draft('{ "last": ', 2));
    await expect.poll(() => localStorage.getItem(KEY)).toBeNull();
    expect(await open().find()).toEqual(draft('{ "last": ', 2));
  });

  it('is the newer one of IndexedDB and local storage', async () => {
    await open().save(draft('kept', 2));
    open().saveToLocalStorage(draft('noted before', 1));
    expect(await open().find()).toEqual(draft('kept', 2));
    open().saveToLocalStorage(draft('noted behind', 3));
    expect(await open().find()).toEqual(draft('noted behind', 3));
  });

  it('is removed from local storage once it is stored or discarded', async () => {
    const edits = open();
    edits.saveToLocalStorage(draft('first', 1));
    await edits.save(draft('second', 2));
    expect(localStorage.getItem(KEY)).toBeNull();
    edits.saveToLocalStorage(draft('third', 3));
    await edits.discard();
    expect([localStorage.getItem(KEY), await open().find()]).toEqual([null, undefined]);
  });

  it('stays in local storage while an older one is stored', async () => {
    const edits = open();
    edits.saveToLocalStorage(draft('newer', 2));
    await edits.save(draft('older', 1));
    expect(await open().find()).toEqual(draft('newer', 2));
  });

  it('is stored in a browser that blocks local storage', async () => {
    const closed = () => {
      throw new DOMException('denied', 'SecurityError');
    };
    const edits = open(closed);
    edits.saveToLocalStorage(draft('noted', 2));
    expect([await edits.save(draft('kept', 1)), await edits.find()]).toEqual([true, draft('kept', 1)]);
  });
});
