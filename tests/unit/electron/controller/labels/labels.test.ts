import { describe, expect, it } from 'vitest';
import { labelSchema, type Label } from '#contract/api-v3/label.ts';
import { LabelVersions } from '#controller/labels/label-versions.ts';
import { Labels } from '#controller/labels/labels.ts';
import { openControllerDatabase } from '#storage/database/controller-database.ts';

/** The labels of this test contain no tests. */
const NO_TESTS = { refuse: () => Promise.resolve() };

const MOMENT = Date.UTC(2026, 10, 21, 6);

describe('Labels', () => {
  it('returns a label unchanged, with unknown keys', async () => {
    const labels = newLabels();
    const label = labelOf({ future: { depth: [1, null] }, objs: [{ ...text('Tea'), glow: 'soft' }] });
    expect([await labels.put('Tea', label), await labels.get('Tea')]).toEqual(['created', { label, revision: 1, modified: MOMENT }]);
  });

  it('replaces a label as a whole', async () => {
    const labels = newLabels();
    await labels.put('Tea', labelOf({ objs: [text('old')], hdpi: 300 }));
    const label = labelOf({ objs: [text('new')] });
    expect([await labels.put('Tea', label), await labels.get('Tea')]).toEqual(['replaced', { label, revision: 2, modified: MOMENT }]);
  });

  it('lists labels by name', async () => {
    const labels = newLabels();
    await labels.put('Tea', labelOf({ width: 60 }));
    await labels.put('Coffee', labelOf({ height: 0 }));
    const modified = '2026-11-21T06:00:00.000Z';
    const draft = { approval: 'draft', approvedRevision: null };
    expect(await labels.list()).toEqual([
      ['Coffee', { width: 40, height: 0, modified, revision: 1, columns: [], ...draft }],
      ['Tea', { width: 60, height: 20, modified, revision: 1, columns: [], ...draft }],
    ]);
  });

  it('lists the columns that a label prints', async () => {
    const labels = newLabels();
    await labels.put('Tea', labelOf({ objs: [text('{TABLE;Name}'), text('{TABLE;GTIN} {TABLE;Name}')] }));
    const before = await labels.list();
    await labels.put('Tea', labelOf({ objs: [text('{TABLE;Batch}')] }));
    const columns = [before, await labels.list()].map(([label]) => label?.[1].columns);
    expect(columns).toEqual([['Name', 'GTIN'], ['Batch']]);
  });

  it('refuses a label with one error per fault, and keeps the old one', async () => {
    const labels = newLabels();
    const old = labelOf({ objs: [text('old')] });
    await labels.put('Tea', old);
    const faulty = labelOf({
      objs: [text('{NONSENSE}'), { type: 'EAN-13', x: 0, y: 0, text: '4006381333930' }, text('fine'), text('{VARIABLE')],
    });
    const putting = labels.put('Tea', faulty);
    await expect(putting).rejects.toMatchObject({
      slug: 'invalid-input',
      context: { errors: [{ pointer: '/objs/0/text' }, { pointer: '/objs/3/text' }, { pointer: '/objs/1/text' }] },
    });
    expect(await labels.get('Tea')).toMatchObject({ label: old, revision: 1 });
  });

  it('never uses a revision for two documents, even after a removal', async () => {
    const labels = newLabels();
    await labels.put('Tea', labelOf({}));
    await labels.put('Tea', labelOf({}));
    await labels.remove('Tea');
    expect(await labels.put('Tea', labelOf({}))).toBe('created');
    expect((await labels.get('Tea')).revision).toBe(3);
  });

  it.each([
    ['get', (labels: Labels) => labels.get('A/B')],
    ['remove', (labels: Labels) => labels.remove('A/B')],
  ])('%s names the label that is missing', async (_, ask) => {
    await expect(ask(newLabels())).rejects.toMatchObject({
      slug: 'not-found',
      context: { detail: 'There is no label "A/B".', instance: '/api/v3/labels/A%2FB' },
    });
  });

  it('returns undefined for an unknown label', async () => {
    expect(await newLabels().find('Tea')).toBeUndefined();
  });

  it.each(['__proto__', 'constructor', '../../etc/passwd', 'CON.', 'ﬀ 🏭 \u202e'])(
    'E14 E16 accepts %j as a name like any other',
    async (name) => {
      const labels = newLabels();
      await labels.put(name, labelOf({}));
      expect((await labels.list()).map(([listed]) => listed)).toEqual([name]);
    },
  );
});

function labelOf(parts: Record<string, unknown>): Label {
  return labelSchema.parse({ format: 3, width: 40, height: 20, objs: [], ...parts });
}

function text(content: string): Record<string, unknown> {
  return { type: 'Text', x: 1, y: 1, text: content, font: { family: 'Arimo', height: 4 } };
}

function newLabels(): Labels {
  const db = openControllerDatabase(':memory:');
  return new Labels({ db, now: () => MOMENT, versions: new LabelVersions({ db }), tests: NO_TESTS });
}
