import { flushPromises } from '@vue/test-utils';
import { afterEach, beforeEach, describe, expect, it, vi } from 'vitest';
import type { Connection } from '#contract/station/connections.ts';
import type { Draft } from '#contract/station/drafts.ts';
import { ProblemError } from '#contract/problem.ts';
import { DraftTexts } from '#renderer/panels/label/draft-texts.ts';
import { dropLabelDraft } from '#renderer/panels/label/label-draft.ts';
import { useLabelEditing } from '#renderer/panels/label/use-label-editing.ts';
import { useConnectionsStore } from '#renderer/stores/connections.ts';
import { useDraftsStore } from '#renderer/stores/drafts.ts';
import { CONNECTION, openPageRig, type PageRig } from '#support/page-rig.ts';
import { untilHolds } from '#support/until-holds.ts';

const PLACE = { connection: 'c1', name: 'Case' };
const KEY = 'strobe.label-draft.c1.Case';
const stored = { label: {} as Record<string, unknown>, revision: 1 };
let refusal: ProblemError | undefined;
/** Answers that wait until a test lets them go. */
let held: (() => void)[] | undefined;
/** What the station keeps of the label. */
let station: { content: Record<string, unknown>; draft: Draft } | undefined;
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
        return { created: false };
      },
    },
    drafts: {
      get: async () => ({ content: station?.content ?? {}, base: stored.label }),
      keep: async ({ content, isFinished, ...place }) => {
        const draft: Draft = { ...place, state: isFinished ? 'waiting' : 'open', reason: null, person: '', savedAt: Date.now() };
        station = { content, draft };
        useDraftsStore().apply({ type: 'changed', draft });
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
  useDraftsStore().apply({ type: 'removed', place: { ...PLACE, kind: 'label' }, isSent });
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

  it('keeps what was typed when the save is refused', async () => {
    const editing = await open();
    refusal = new ProblemError('invalid-input', { errors: [{ pointer: '/width', detail: 'must not be negative' }] });
    editing.text.value = '{ "width": -1 }';
    await editing.saving.run(false);
    expect(editing.text.value).toBe('{ "width": -1 }');
    expect(editing.saving.problem.value?.errors).toEqual([{ pointer: '/width', detail: 'must not be negative' }]);
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
  const texts = new DraftTexts(indexedDB);
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

  it('is noted while the page goes before it is written, and only then', async () => {
    const editing = await open();
    editing.text.value = '{ "last": ';
    editing.keepLeft();
    expect(localStorage.getItem(KEY)).toContain('last');
    await allWritten();
    editing.keepLeft();
    expect(localStorage.getItem(KEY)).toBeNull();
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
    await untilHolds(() => expect(other.reading.value.value ?? other.reading.problem.value).toBeTruthy());
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

describe('a label whose controller is away', () => {
  it('is read by itself once the controller comes', async () => {
    setState('lost');
    const editing = rig.run(() => useLabelEditing(PLACE));
    await untilHolds(() => expect(editing.reading.problem.value).toBeTruthy());
    setState('online');
    await untilHolds(() => expect(editing.saved.value).toBeTruthy());
    expect(editing.saved.value).toEqual(stored.label);
  });

  it('keeps what is typed while it is read again after its draft was sent', async () => {
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

  it('does not lose the open draft of an earlier visit by being looked at', async () => {
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

  it.each(['saved', 'open'])('is not offered a draft again that was let go elsewhere: one that was %s', async (kind) => {
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
    expect(later.offered.value).toBeUndefined();
    expect(later.text.value).not.toContain('mine');
  });

  it('is not offered what was typed in the last moment before its draft was let go', async () => {
    const first = await open();
    setState('lost');
    first.text.value = '{ "last": 1 }';
    first.keepDraft();
    rig.end();
    expect(await allWritten()).toBeDefined();

    expect(await dropLabelDraft(PLACE)).toBe(true);
    setState('online');
    expect((await open()).offered.value).toBeUndefined();
  });
});
