import { afterEach, beforeEach, describe, expect, it } from 'vitest';
import { printsPageSchema } from '#contract/api-v3/print.ts';
import { PrintingRig, textLabel } from '../printing/printing-rig.ts';

describe('the prints', () => {
  let rig: PrintingRig;

  beforeEach(async () => {
    rig = await PrintingRig.build();
    await rig.putCounter('serial');
    await rig.controller.labels.put('Serial', textLabel('{COUNTER;serial}'));
    for (const line of ['Line 1', 'Line 2']) await rig.select({ labelName: 'Serial' }, line);
    for (const line of ['Line 1', 'Line 2', 'Line 1', 'Line 1']) await rig.trigger(line);
  });
  afterEach(() => rig.close());

  it('are read newest first, page by page', async () => {
    const { prints } = rig.controller;
    const first = await prints.page({ limit: 3 });
    const second = await prints.page({ limit: 3, before: first.next! });
    expect([first.prints.map(({ id }) => id), first.next, second.prints.map(({ id }) => id), second.next]).toEqual([
      [4, 3, 2],
      2,
      [1],
      null,
    ]);
  });

  it('are read for one printer', async () => {
    const { prints } = await rig.controller.prints.page({ printer: 'Line 1', limit: 50 });
    expect(prints.map(({ id }) => id)).toEqual([4, 3, 1]);
  });

  it('have all their attributes', async () => {
    const page = await rig.controller.prints.page({ limit: 1 });
    expect(printsPageSchema.parse(page).prints).toEqual([
      {
        id: 4,
        printer: 'Line 1',
        job: 'id-2',
        label: 'Serial',
        labelRevision: 1,
        state: 'sent',
        proof: 'id',
        reserved: '2026-11-21T06:00:03.400Z',
        settled: '2026-11-21T06:00:03.400Z',
        counters: [{ name: 'serial', value: 4 }],
        pictureHash: expect.stringMatching(/^[0-9a-f]{64}$/) as string,
      },
    ]);
  });

  it('store one document for all prints of a label', async () => {
    expect(await rig.db.selectFrom('label_documents').select('hash').execute()).toHaveLength(1);
  });

  it('refuse a printer that is not there', async () => {
    await expect(rig.controller.prints.page({ printer: 'Line 9', limit: 1 })).rejects.toMatchObject({ slug: 'not-found' });
  });

  it('refuse a print that is not there', async () => {
    await expect(rig.controller.prints.picture(99)).rejects.toMatchObject({ slug: 'not-found', message: 'There is no print 99.' });
  });
});
