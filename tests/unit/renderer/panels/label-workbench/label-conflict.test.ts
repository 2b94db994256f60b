import { isDeepStrictEqual } from 'node:util';
import { flushPromises } from '@vue/test-utils';
import { afterEach, beforeEach, describe, expect, it } from 'vitest';
import { ProblemError } from '#contract/problem.ts';
import { useLabelEditing } from '#renderer/panels/label-editing/use-label-editing.ts';
import { openPageRig, type PageRig } from '#support/page-rig.ts';

type Label = Record<string, unknown>;

const BASE: Label = { format: 3, width: 10, height: 5, objs: [] };
const MINE = '{ "mine": true }';
let there: { label: Label; revision: number | undefined } | undefined;
let rig: PageRig;

beforeEach(async () => {
  there = { label: BASE, revision: 1 };
  rig = await openPageRig({
    labels: {
      list: async () => (there ? [{ name: 'Case', summary: there.revision === undefined ? {} : { revision: there.revision } }] : []),
      get: async () => {
        if (!there) throw new ProblemError('not-found');
        return there.label;
      },
      put: async ({ label, expected }) => {
        if (!isDeepStrictEqual(expected, there?.label ?? null)) throw new ProblemError('changed-meanwhile');
        // A controller without version numbers stores a label in its own form.
        const revision = there && there.revision === undefined ? undefined : (there?.revision ?? 1) + 1;
        there = { label: revision === undefined ? { ...label, own: true } : label, revision };
        return { created: false, jobs: [] };
      },
    },
  });
});

afterEach(() => rig.end());

async function open() {
  const editing = rig.run(() => useLabelEditing({ connection: 'c1', name: 'Case' }));
  while (!editing.saved.value) await flushPromises();
  return editing;
}

describe('a label that was saved meanwhile', () => {
  it('E17 is replaced only once confirmed, and nothing typed is lost', async () => {
    const editing = await open();
    there = { label: { theirs: 1 }, revision: 4 };
    editing.text.value = MINE;
    expect(await editing.saving.run(false)).toBe('conflict');
    expect(editing.conflict.value).toEqual({ mine: { mine: true }, base: BASE, theirs: { theirs: 1 } });
    expect([editing.theirRevision.value, there.label, editing.text.value]).toEqual([4, { theirs: 1 }, MINE]);

    expect(await editing.saving.run(true)).toBe('saved');
    expect(there.label).toEqual({ mine: true });
  });

  it('E17 is confirmed again when it was saved once more before the confirmation', async () => {
    const editing = await open();
    there = { label: { theirs: 1 }, revision: 4 };
    editing.text.value = MINE;
    await editing.saving.run(false);
    there = { label: { theirs: 2 }, revision: 5 };
    expect(await editing.saving.run(true)).toBe('conflict');
    expect([editing.conflict.value?.theirs, editing.theirRevision.value, there.label]).toEqual([{ theirs: 2 }, 5, { theirs: 2 }]);
  });

  it('E17 is confirmed also if its controller has no version numbers', async () => {
    there = { label: BASE, revision: undefined };
    const editing = await open();
    there = { label: { theirs: 1 }, revision: undefined };
    editing.text.value = MINE;
    expect(await editing.saving.run(false)).toBe('conflict');
    expect([editing.theirRevision.value, there.label]).toEqual([null, { theirs: 1 }]);
  });

  it('is created again once confirmed if it was deleted', async () => {
    const editing = await open();
    there = undefined;
    editing.text.value = MINE;
    expect(await editing.saving.run(false)).toBe('conflict');
    expect(editing.conflict.value?.theirs).toBeNull();
    expect(await editing.saving.run(true)).toBe('saved');
    expect(await open().then(({ saved }) => saved.value)).toEqual({ mine: true });
  });
});

it.each([1, undefined])('a label is saved again over what was saved before, at revision %s', async (revision) => {
  there = { label: BASE, revision };
  const editing = await open();
  for (const text of ['{ "mine": 1 }', '{ "mine": 2 }']) {
    editing.text.value = text;
    expect(await editing.saving.run(false)).toBe('saved');
  }
  expect(there.label).toMatchObject({ mine: 2 });
});
