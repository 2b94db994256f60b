import { flushPromises } from '@vue/test-utils';
import { afterEach, beforeEach, describe, expect, it, vi } from 'vitest';
import type { Connection } from '#contract/station/connections.ts';
import type { UnsavedEdit } from '#contract/station/unsaved-edits.ts';
import { ProblemError } from '#contract/problem.ts';
import { IndexedDbTexts } from '#renderer/domain/browser/indexed-db-texts.ts';
import { deleteLocalLabelEdit } from '#renderer/panels/label-editing/local-label-edits.ts';
import { useLabelEditing } from '#renderer/panels/label-editing/use-label-editing.ts';
import { useConnectionsStore } from '#renderer/stores/connections.ts';
import { useUnsavedEditsStore } from '#renderer/stores/unsaved-edits.ts';
import { CONNECTION, openPageRig, type PageRig } from '#support/page-rig.ts';
import { untilHolds } from '#support/until-holds.ts';

const PLACE = { connection: 'c1', name: 'Case' };
const KEY = 'strobe.label-edit.c1.Case';
const stored = { label: {} as Record<string, unknown>, revision: 1 };
let refusal: ProblemError | undefined;
/** Answers that are held until the test releases them. */
let held: (() => void)[] | undefined;
/** What the station has stored of the label. */
let station: { content: Record<string, unknown>; draft: UnsavedEdit } | undefined;
let rig: PageRig;

beforeEach(async () => {
  vi.useFakeTimers({ toFake: ['setTimeout', 'clearTimeout', 'Date'] });
  stored.label = { format: 3, width: 10, height: 5, objs: [] };
  stored.revision = 1;
  refusal = station = held = undefined;
  rig = await openPageRig({
    labels: {
      list: async () => [{ name: 'Case', summary: { revision: stored.revision } }],
      get: async () => {
        const { label } = stored;
        if (isAway()) throw new ProblemError('controller-unreachable');
        const waiting = held;
        if (waiting) await new Promise((resolve) => waiting.push(() => void resolve(label)));
        return label;
      },
      put: async ({ label }) => {
        if (refusal) throw refusal;
        stored.label = label;
        stored.revision += 1;
        return { created: false, jobs: [] };
      },
    },
    unsavedEdits: {
      get: async () => ({ content: station?.content ?? {}, base: stored.label }),
      keep: async ({ content, isFinished, ...place }) => {
        const draft: UnsavedEdit = { ...place, state: isFinished ? 'waiting' : 'open', reason: null, person: '', savedAt: Date.now() };
        station = { content, draft };
        useUnsavedEditsStore().apply({ type: 'changed', unsavedEdit: draft });
        return draft;
      },
      discard: async () => {
        letGo();
        return {};
      },
    },
  });
});

const isAway = () => useConnectionsStore().current?.state !== 'online';

function setState(state: Connection['state']): void {
  useConnectionsStore().apply({ type: 'snapshot', connections: [{ ...CONNECTION, state }] });
}

function letGo(isSent = false): void {
  station = undefined;
  useUnsavedEditsStore().apply({ type: 'removed', place: { ...PLACE, kind: 'label' }, isSent });
}

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

  it('keeps the text when the save is refused', async () => {
    const editing = await open();
    refusal = new ProblemError('invalid-input', { errors: [{ pointer: '/width', detail: 'must not be negative' }] });
    editing.text.value = '{ "width": -1 }';
    await editing.saving.run(false);
    expect(editing.text.value).toBe('{ "width": -1 }');
    expect(editing.saving.problem.value?.errors).toEqual([{ pointer: '/width', detail: 'must not be negative' }]);
  });
});

/** Types a text and waits until it is stored, or until storing has failed. */
async function type(editing: Awaited<ReturnType<typeof open>>, text: string): Promise<void> {
  editing.text.value = text;
  await flushPromises();
  await vi.advanceTimersByTimeAsync(500);
  await allWritten();
}

/** Resolves after all earlier requests. */
async function allWritten(): Promise<unknown> {
  const texts = new IndexedDbTexts();
  const text = await texts.read(KEY);
  texts.close();
  await flushPromises();
  return text;
}

describe('the unsaved edit of a label', () => {
  it('H22 is stored within two seconds and offered by the next visit', async () => {
    await type(await open(), '{ "half": ');

    const later = await open();
    expect(later.recoverable.value?.text).toBe('{ "half": ');
    expect(later.isDirty.value).toBe(false);
    later.restore();
    expect(later.text.value).toBe('{ "half": ');
  });

  it('is written to local storage only if the page closes before it is stored', async () => {
    const editing = await open();
    editing.text.value = '{ "last": ';
    editing.saveOnLeave();
    expect(localStorage.getItem(KEY)).toContain('last');
    await allWritten();
    editing.saveOnLeave();
    expect(localStorage.getItem(KEY)).toBeNull();
  });

  it('is removed once the label is saved', async () => {
    const editing = await open();
    await type(editing, '{ "new": 1 }');
    await editing.saving.run(false);
    expect((await open()).recoverable.value).toBeUndefined();
    expect(await allWritten()).toBeUndefined();
  });

  it('is removed once it is discarded', async () => {
    await type(await open(), '{ "new": 1 }');
    const later = await open();
    later.discard();
    expect((await open()).recoverable.value).toBeUndefined();
  });

  it('is not offered when the power was cut between the save and its end', async () => {
    await type(await open(), '{"format":3,"width":10,"height":5,"objs":[]}');
    expect((await open()).recoverable.value).toBeUndefined();
  });

  it('belongs to its connection and label', async () => {
    await type(await open(), '{}');
    const other = rig.run(() => useLabelEditing({ connection: 'c2', name: 'Case' }));
    await untilHolds(() => expect(other.reading.value.value ?? other.reading.problem.value).toBeTruthy());
    expect(other.recoverable.value).toBeUndefined();
  });

  it('is stored when the page is closed before the next write', async () => {
    const editing = await open();
    editing.text.value = '{ "last": 1 }';
    editing.saveNow();
    rig.end();
    expect((await open()).recoverable.value?.text).toBe('{ "last": 1 }');
  });

  it('of an earlier visit waits until it is restored or discarded', async () => {
    await type(await open(), '{ "mine": 1 }');
    const later = await open();
    later.saveNow();
    await vi.advanceTimersByTimeAsync(2_000);
    rig.end();
    expect((await open()).recoverable.value?.text).toBe('{ "mine": 1 }');
  });

  it('of another window is not removed by one without changes', async () => {
    const idle = await open();
    await type(await open(), '{ "there": 1 }');
    idle.saveNow();
    expect((await open()).recoverable.value?.text).toBe('{ "there": 1 }');
  });

  it('of an earlier version is offered', async () => {
    localStorage.setItem(KEY, JSON.stringify({ text: '{ "old": 1 }', revision: 1, keptAt: 1 }));
    expect((await open()).recoverable.value?.text).toBe('{ "old": 1 }');
  });
});

describe('a browser without storage', () => {
  it('is reported at once, and the label can be edited', async () => {
    indexedDB.open = () => {
      throw new DOMException('blocked', 'SecurityError');
    };
    const editing = await open();
    expect(editing.isLocalEditLost.value).toBe(true);
    editing.text.value = '{ "mine": true }';
    await editing.saving.run(false);
    expect(stored.label).toEqual({ mine: true });
  });

  it('that does not answer is reported too', async () => {
    vi.spyOn(indexedDB, 'open').mockReturnValue({} as IDBOpenDBRequest);
    const editing = rig.run(() => useLabelEditing(PLACE));
    await flushPromises();
    expect(editing.saved.value).toBeUndefined();
    await vi.advanceTimersByTimeAsync(15_000);
    await flushPromises();
    expect(editing.saved.value).toBeDefined();
    expect(editing.isLocalEditLost.value).toBe(true);
  });

  it('is not written to if the earlier edit could not be read', async () => {
    await type(await open(), '{ "earlier": 1 }');
    const refused = vi.spyOn(indexedDB, 'open').mockImplementation(() => {
      throw new DOMException('blocked', 'SecurityError');
    });
    const blind = await open();
    refused.mockRestore();
    await type(blind, '{ "blind": 1 }');
    expect(blind.isLocalEditLost.value).toBe(true);
    blind.discard();
    expect((await open()).recoverable.value?.text).toBe('{ "earlier": 1 }');
  });

  it('is reported while it is full, and no longer once it stores again', async () => {
    const editing = await open();
    const full = vi.spyOn(IndexedDbTexts.prototype, 'write').mockRejectedValue(new DOMException('full', 'QuotaExceededError'));
    await type(editing, '{ "a": 1 }');
    expect(editing.isLocalEditLost.value).toBe(true);
    full.mockRestore();
    await type(editing, '{ "a": 2 }');
    expect(editing.isLocalEditLost.value).toBe(false);
    expect((await open()).recoverable.value?.text).toBe('{ "a": 2 }');
  });

  it('is reported while it is slow, and the newest text waits for one write only', async () => {
    const editing = await open();
    const written: string[] = [];
    const ends: (() => void)[] = [];
    vi.spyOn(IndexedDbTexts.prototype, 'write').mockImplementation((_, text) => {
      written.push((JSON.parse(text) as { text: string }).text);
      return new Promise((resolve) => ends.push(resolve));
    });
    for (const text of ['1', '2', '3', '4']) await type(editing, text);
    expect(written).toEqual(['1']);
    expect(editing.isLocalEditLost.value).toBe(true);

    ends[0]?.();
    await flushPromises();
    expect(written).toEqual(['1', '4']);
    ends[1]?.();
    await flushPromises();
    expect(editing.isLocalEditLost.value).toBe(false);
  });
});

describe('a label whose controller is unreachable', () => {
  it('is read once the controller is reachable', async () => {
    setState('lost');
    const editing = rig.run(() => useLabelEditing(PLACE));
    await untilHolds(() => expect(editing.reading.problem.value).toBeTruthy());
    setState('online');
    await untilHolds(() => expect(editing.saved.value).toBeTruthy());
    expect(editing.saved.value).toEqual(stored.label);
  });

  it('keeps typed text while it is read again after its unsaved edit was sent', async () => {
    const editing = await open();
    setState('lost');
    editing.text.value = '{ "sent": 1 }';
    await editing.saving.run(false);
    expect(station?.draft.state).toBe('waiting');

    setState('online');
    stored.label = { sent: 1 };
    held = [];
    letGo(true);
    await untilHolds(() => expect(held?.length).toBeTruthy());
    editing.text.value = '{ "sent": 1, "typed": 2 }';
    held[0]?.();
    await untilHolds(() => expect(!editing.reading.isLoading.value).toBeTruthy());
    await flushPromises();
    expect(editing.text.value).toBe('{ "sent": 1, "typed": 2 }');
    expect(editing.saved.value).toEqual({ sent: 1 });
    expect(editing.isDirty.value).toBe(true);
  });

  it('does not lose the unfinished edit of an earlier visit when it is opened', async () => {
    const first = await open();
    setState('lost');
    await type(first, '{ "half": 1 }');
    await vi.advanceTimersByTimeAsync(1_000);
    await flushPromises();
    expect(station?.draft.state).toBe('open');
    rig.end();

    const later = await open();
    expect(later.text.value).toContain('"half": 1');
    await vi.advanceTimersByTimeAsync(3_000);
    await flushPromises();
    expect(station?.draft.state).toBe('open');
  });

  it.each(['saved', 'open'])('does not offer an edit again that was discarded elsewhere: one that was %s', async (kind) => {
    const first = await open();
    setState('lost');
    await type(first, '{ "mine": 1 }');
    if (kind === 'saved') await first.saving.run(false);
    await vi.advanceTimersByTimeAsync(1_000);
    await allWritten();
    expect(station?.draft.state).toBe(kind === 'saved' ? 'waiting' : 'open');
    rig.end();
    await allWritten();

    letGo();
    setState('online');
    const later = await open();
    expect(later.recoverable.value).toBeUndefined();
    expect(later.text.value).not.toContain('mine');
  });

  it('is not offered the last changes before its unsaved edit was discarded', async () => {
    const first = await open();
    setState('lost');
    first.text.value = '{ "last": 1 }';
    first.saveNow();
    rig.end();
    expect(await allWritten()).toBeDefined();

    expect(await deleteLocalLabelEdit(PLACE)).toBe(true);
    setState('online');
    expect((await open()).recoverable.value).toBeUndefined();
  });
});
