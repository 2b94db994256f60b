import { flushPromises } from '@vue/test-utils';
import { afterEach, beforeEach, describe, expect, it, vi } from 'vitest';
import { ProblemError } from '#contract/problem.ts';
import { DraftTexts } from '#renderer/panels/label/draft-texts.ts';
import { useLabelEditing } from '#renderer/panels/label/use-label-editing.ts';
import { openPageRig, type PageRig } from '#support/page-rig.ts';

const PLACE = { connection: 'c1', name: 'Case' };
const KEY = 'strobe.label-draft.c1.Case';
const stored = { label: {} as Record<string, unknown>, revision: 1 };
let refusal: ProblemError | undefined;
let rig: PageRig;

beforeEach(async () => {
  vi.useFakeTimers({ toFake: ['setTimeout', 'clearTimeout', 'Date'] });
  stored.label = { format: 3, width: 10, height: 5, objs: [] };
  stored.revision = 1;
  refusal = undefined;
  rig = await openPageRig({
    labels: {
      list: async () => [{ name: 'Case', summary: { revision: stored.revision } }],
      get: async () => stored.label,
      put: async ({ label }) => {
        if (refusal) throw refusal;
        stored.label = label;
        stored.revision += 1;
        return { created: false };
      },
    },
  });
});

afterEach(() => {
  rig.end();
  vi.restoreAllMocks();
  vi.useRealTimers();
});

async function open() {
  const editing = rig.run(() => useLabelEditing(PLACE));
  while (!editing.saved.value) await flushPromises();
  return editing;
}

describe('editing a label', () => {
  it('saves the whole document', async () => {
    const editing = await open();
    editing.text.value = '{ "format": 3, "width": 20, "height": 5, "objs": [], "own": { "kept": true } }';
    await editing.saving.run(false);
    expect(stored.label).toEqual({ format: 3, width: 20, height: 5, objs: [], own: { kept: true } });
    expect(editing.isDirty.value).toBe(false);
  });

  it('keeps what was typed when the save is refused', async () => {
    const editing = await open();
    refusal = new ProblemError('invalid-input', { errors: [{ pointer: '/width', detail: 'must not be negative' }] });
    editing.text.value = '{ "width": -1 }';
    await editing.saving.run(false);
    expect(editing.text.value).toBe('{ "width": -1 }');
    expect(editing.saving.problem.value?.errors).toEqual([{ pointer: '/width', detail: 'must not be negative' }]);
  });

  it('asks before it replaces what somebody else saved meanwhile', async () => {
    const editing = await open();
    stored.revision = 4;
    editing.text.value = '{ "mine": true }';
    await editing.saving.run(false);
    expect(editing.conflict.value).toBe(4);
    expect(stored.label).not.toHaveProperty('mine');

    await editing.saving.run(true);
    expect(stored.label).toEqual({ mine: true });
  });
});

/** Types, and waits until it is kept, or until it is known that it is not. */
async function type(editing: Awaited<ReturnType<typeof open>>, text: string): Promise<void> {
  editing.text.value = text;
  await flushPromises();
  await vi.advanceTimersByTimeAsync(500);
  await allWritten();
}

/** What is asked for now is answered after all that was asked for before. */
async function allWritten(): Promise<unknown> {
  const texts = new DraftTexts(indexedDB, () => localStorage);
  const text = await texts.read(KEY);
  texts.close();
  await flushPromises();
  return text;
}

describe('the draft of a label', () => {
  it('H22 is kept within two seconds and offered by the next visit', async () => {
    await type(await open(), '{ "half": ');

    const later = await open();
    expect(later.offered.value?.text).toBe('{ "half": ');
    expect(later.isDirty.value).toBe(false);
    later.restore();
    expect(later.text.value).toBe('{ "half": ');
  });

  it('is gone once the label is saved', async () => {
    const editing = await open();
    await type(editing, '{ "new": 1 }');
    await editing.saving.run(false);
    expect((await open()).offered.value).toBeUndefined();
    expect(await allWritten()).toBeUndefined();
  });

  it('is gone once it is discarded', async () => {
    await type(await open(), '{ "new": 1 }');
    const later = await open();
    later.discard();
    expect((await open()).offered.value).toBeUndefined();
  });

  it('is not offered when the power was cut between the save and its end', async () => {
    await type(await open(), '{"format":3,"width":10,"height":5,"objs":[]}');
    expect((await open()).offered.value).toBeUndefined();
  });

  it('belongs to its connection and label', async () => {
    await type(await open(), '{}');
    const other = rig.run(() => useLabelEditing({ connection: 'c2', name: 'Case' }));
    await vi.waitUntil(() => other.reading.value.value ?? other.reading.problem.value);
    expect(other.offered.value).toBeUndefined();
  });

  it('is kept by a page that is left before its turn comes', async () => {
    const editing = await open();
    editing.text.value = '{ "last": 1 }';
    editing.keepDraft();
    rig.end();
    expect((await open()).offered.value?.text).toBe('{ "last": 1 }');
  });

  it('of an earlier visit waits until it is restored or discarded', async () => {
    await type(await open(), '{ "mine": 1 }');
    const later = await open();
    later.keepDraft();
    await vi.advanceTimersByTimeAsync(2_000);
    rig.end();
    expect((await open()).offered.value?.text).toBe('{ "mine": 1 }');
  });

  it('of another window is not dropped by one where nothing was typed', async () => {
    const idle = await open();
    await type(await open(), '{ "there": 1 }');
    idle.keepDraft();
    expect((await open()).offered.value?.text).toBe('{ "there": 1 }');
  });

  it('of an earlier version is offered', async () => {
    localStorage.setItem(KEY, JSON.stringify({ text: '{ "old": 1 }', revision: 1, keptAt: 1 }));
    expect((await open()).offered.value?.text).toBe('{ "old": 1 }');
  });
});

describe('a browser that keeps no drafts', () => {
  it('is told of at once, and the label can be worked on', async () => {
    indexedDB.open = () => {
      throw new DOMException('blocked', 'SecurityError');
    };
    const editing = await open();
    expect(editing.isDraftLost.value).toBe(true);
    editing.text.value = '{ "mine": true }';
    await editing.saving.run(false);
    expect(stored.label).toEqual({ mine: true });
  });

  it('that says nothing at all is told of too', async () => {
    vi.spyOn(indexedDB, 'open').mockReturnValue({} as IDBOpenDBRequest);
    const editing = rig.run(() => useLabelEditing(PLACE));
    await flushPromises();
    expect(editing.saved.value).toBeUndefined();
    await vi.advanceTimersByTimeAsync(15_000);
    await flushPromises();
    expect(editing.saved.value).toBeDefined();
    expect(editing.isDraftLost.value).toBe(true);
  });

  it('is not written to where it did not say what an earlier visit left', async () => {
    await type(await open(), '{ "earlier": 1 }');
    const refused = vi.spyOn(indexedDB, 'open').mockImplementation(() => {
      throw new DOMException('blocked', 'SecurityError');
    });
    const blind = await open();
    refused.mockRestore();
    await type(blind, '{ "blind": 1 }');
    expect(blind.isDraftLost.value).toBe(true);
    blind.discard();
    expect((await open()).offered.value?.text).toBe('{ "earlier": 1 }');
  });

  it('is told of while it is full, and no longer once it keeps again', async () => {
    const editing = await open();
    const full = vi.spyOn(DraftTexts.prototype, 'write').mockRejectedValue(new DOMException('full', 'QuotaExceededError'));
    await type(editing, '{ "a": 1 }');
    expect(editing.isDraftLost.value).toBe(true);
    full.mockRestore();
    await type(editing, '{ "a": 2 }');
    expect(editing.isDraftLost.value).toBe(false);
    expect((await open()).offered.value?.text).toBe('{ "a": 2 }');
  });

  it('is told of while it takes too long, and the newest text waits for one write only', async () => {
    const editing = await open();
    const written: string[] = [];
    const ends: (() => void)[] = [];
    vi.spyOn(DraftTexts.prototype, 'write').mockImplementation((_, text) => {
      written.push((JSON.parse(text) as { text: string }).text);
      return new Promise((resolve) => ends.push(resolve));
    });
    for (const text of ['1', '2', '3', '4']) await type(editing, text);
    expect(written).toEqual(['1']);
    expect(editing.isDraftLost.value).toBe(true);

    ends[0]?.();
    await flushPromises();
    expect(written).toEqual(['1', '4']);
    ends[1]?.();
    await flushPromises();
    expect(editing.isDraftLost.value).toBe(false);
  });
});
