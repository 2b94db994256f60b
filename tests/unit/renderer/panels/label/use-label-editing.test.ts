import { flushPromises } from '@vue/test-utils';
import { afterEach, beforeEach, describe, expect, it, vi } from 'vitest';
import { ProblemError } from '#contract/problem.ts';
import { useLabelEditing } from '#renderer/panels/label/use-label-editing.ts';
import { openPageRig, type PageRig } from '#support/page-rig.ts';

const PLACE = { connection: 'c1', name: 'Case' };
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
  vi.useRealTimers();
});

async function open() {
  const editing = rig.run(() => useLabelEditing(PLACE));
  await flushPromises();
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

describe('the draft of a label', () => {
  it('H22 is kept within two seconds and offered by the next visit', async () => {
    const editing = await open();
    editing.text.value = '{ "half": ';
    await flushPromises();
    vi.advanceTimersByTime(2_000);

    const later = await open();
    expect(later.offered.value?.text).toBe('{ "half": ');
    expect(later.isDirty.value).toBe(false);
    later.restore();
    expect(later.text.value).toBe('{ "half": ');
  });

  it('is gone once the label is saved', async () => {
    const editing = await open();
    editing.text.value = '{ "new": 1 }';
    await flushPromises();
    vi.advanceTimersByTime(2_000);
    await editing.saving.run(false);
    expect((await open()).offered.value).toBeUndefined();
  });

  it('is gone once it is discarded', async () => {
    const editing = await open();
    editing.text.value = '{ "new": 1 }';
    await flushPromises();
    vi.advanceTimersByTime(2_000);
    const later = await open();
    later.discard();
    expect((await open()).offered.value).toBeUndefined();
  });

  it('belongs to its connection and label', async () => {
    const editing = await open();
    editing.text.value = '{}';
    await flushPromises();
    vi.advanceTimersByTime(2_000);
    const other = rig.run(() => useLabelEditing({ connection: 'c2', name: 'Case' }));
    await flushPromises();
    expect(other.offered.value).toBeUndefined();
  });
});
