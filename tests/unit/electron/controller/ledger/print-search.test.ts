import { afterEach, beforeEach, describe, expect, it } from 'vitest';
import type { PrintsQuery } from '#contract/api-v3/print.ts';
import { PrintingRig, textLabel } from '../printing/printing-rig.ts';

describe('the search for prints', () => {
  let rig: PrintingRig;

  beforeEach(async () => {
    rig = await PrintingRig.build();
    await rig.putCounter('serial', 998);
    await rig.controller.variables.put('batch', { value: 'Straße 7', description: '', userEdit: false, pinned: false });
    await rig.controller.labels.put('Serial', textLabel('No. {COUNTER;serial;WIDTH=6} of {VARIABLE;batch}'));
    await rig.controller.labels.put('Plain', textLabel('Tomato ketchup'));
    await rig.select({ labelName: 'Serial' }, 'Line 1');
    await rig.select({ labelName: 'Plain' }, 'Line 2');
    for (const line of ['Line 1', 'Line 2', 'Line 1', 'Line 1']) await rig.trigger(line);
  });
  afterEach(() => rig.close());

  async function find(query: Partial<PrintsQuery>): Promise<number[]> {
    const { prints } = await rig.controller.prints.page({ limit: 50, ...query });
    return prints.map(({ id }) => id);
  }

  it('finds exactly a printed serial, and no text that only contains it', async () => {
    expect([await find({ serial: '000999' }), await find({ serial: '99' }), await find({ serial: '00' })]).toEqual([[3], [], []]);
  });

  it('finds a serial by its number without the leading zeros, and not by another number of zeros', async () => {
    expect([await find({ serial: '999' }), await find({ serial: '0999' })]).toEqual([[3], []]);
  });

  it('finds a print that was made since the last search', async () => {
    await find({ serial: '000999' });
    await rig.trigger('Line 1');
    expect(await find({ serial: '001001' })).toEqual([5]);
  });

  it.each([
    ['a part of a text', '0998 of', [1]],
    ['small and capital letters alike', 'STRASSE', []],
    ['letters beyond ASCII', 'straße', [4, 3, 1]],
    ['the part that all prints of a label have', 'ketchup', [2]],
    ['what looks like a question of its own', '" OR "', []],
    ['nothing that is not there', 'mustard', []],
  ])('finds by content %s', async (_, content, ids) => {
    expect(await find({ content })).toEqual(ids);
  });

  it('finds by label, job, state and printer', async () => {
    await rig.finishPrints();
    await rig.db.updateTable('prints').set({ state: 'void' }).where('id', '=', 2).execute();
    const job = (await rig.prints())[0]!.job;
    expect([
      await find({ label: 'Serial' }),
      await find({ job }),
      await find({ state: 'void' }),
      await find({ state: 'printed', printer: 'Line 1' }),
      await find({ state: 'unknown' }),
      await find({ printer: 'Line 2', content: 'Straße' }),
    ]).toEqual([[4, 3, 1], [4, 3, 1], [2], [4, 3, 1], [], []]);
  });

  it('finds by the key of the row, and by any part of the name of the person', async () => {
    await rig.db.updateTable('prints').set({ key: '0042', operator: 'Anna_1 on packing-3' }).where('id', '=', 2).execute();
    await rig.db.updateTable('prints').set({ key: '42', operator: 'Anna 12' }).where('id', '=', 3).execute();
    expect([
      await find({ key: '0042' }),
      await find({ key: '42', label: 'Serial' }),
      await find({ operator: 'anna' }),
      await find({ operator: 'a_1' }),
      await find({ operator: '%' }),
    ]).toEqual([[2], [3], [3, 2], [2], []]);
  });

  it('finds by time, including the start and excluding the end', async () => {
    const moments = (await rig.prints()).map(({ reserved }) => Date.parse(reserved));
    expect([await find({ from: moments[1]!, to: moments[3]! }), await find({ from: moments[3]! + 1 }), await find({ to: 0 })]).toEqual([
      [3, 2],
      [],
      [],
    ]);
  });

  it('C1 finds by time what was printed after the clock was set back', async () => {
    const [before] = await rig.prints();
    rig.clock.set(Date.parse('2026-11-21T02:00:00Z'));
    await rig.controller.clock.confirm();
    await rig.trigger('Line 1');
    expect(await find({ to: Date.parse(before!.reserved) })).toEqual([5]);
  });

  it('pages through results', async () => {
    const first = await rig.controller.prints.page({ content: 'Straße', limit: 2 });
    const second = await rig.controller.prints.page({ content: 'Straße', limit: 2, before: first.next! });
    expect([first.prints.map(({ id }) => id), second.prints.map(({ id }) => id), second.next]).toEqual([[4, 3], [1], null]);
  });

  it('pages through results of a search by content', async () => {
    const first = await rig.controller.prints.page({ limit: 1, content: 'Straße' });
    const second = await rig.controller.prints.page({ limit: 1, content: 'Straße', before: first.next! });
    const last = await rig.controller.prints.page({ limit: 1, content: 'Straße', before: second.next! });
    expect([first, second, last].map(({ prints, next }) => [prints.map(({ id }) => id), next])).toEqual([
      [[4], 4],
      [[3], 3],
      [[1], null],
    ]);
  });

  it('combines a job with other criteria', async () => {
    const { job, printer } = (await rig.prints())[0]!;
    expect([await find({ job, label: 'Plain' }), await find({ job, label: 'Serial', printer })]).toEqual([[], [4, 3, 1]]);
  });

  it('indexes prints from before there was an index', async () => {
    for (const table of ['print_serials', 'print_texts', 'print_hours', 'static_documents', 'static_texts'] as const) {
      await rig.db.deleteFrom(table).execute();
    }
    await rig.db.deleteFrom('settings').where('key', '=', 'printIndex').execute();
    expect([await find({ serial: '000998' }), await find({ content: 'ketchup' })]).toEqual([[1], [2]]);
  });

  it('follows the ledger every minute, so that a search has little to wait for', async () => {
    rig.clock.advance(60_000);
    await rig.controller.prints.stop();
    const { value } = await rig.db.selectFrom('settings').select('value').where('key', '=', 'printIndex').executeTakeFirstOrThrow();
    expect(value).toBe('4');
  });
});

describe('a single print', () => {
  it('has its values, texts and state changes', async () => {
    const rig = await PrintingRig.build();
    await rig.putCounter('serial', 7);
    await rig.controller.labels.put('Serial', textLabel('No. {COUNTER;serial}'));
    await rig.select({ labelName: 'Serial' });
    await rig.trigger();
    await rig.finishPrints();
    const print = await rig.controller.prints.get(1);
    await rig.close();
    expect(print).toMatchObject({
      id: 1,
      state: 'printed',
      texts: [{ pointer: '/objs/1', text: 'No. 7' }],
      serials: ['7'],
      moment: { at: '2026-11-21T06:00:03.100Z', timeZone: 'Europe/Berlin' },
      variables: {},
      moves: [
        expect.objectContaining({ state: 'reserved' }),
        expect.objectContaining({ state: 'sent' }),
        expect.objectContaining({ state: 'printed' }),
      ],
      reprints: [],
    });
  });

  it('is not found when there is none', async () => {
    const rig = await PrintingRig.build();
    await expect(rig.controller.prints.get(9)).rejects.toMatchObject({ slug: 'not-found', message: 'There is no print 9.' });
    await rig.close();
  });
});
