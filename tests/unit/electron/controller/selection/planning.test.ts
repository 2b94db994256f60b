import { afterEach, beforeEach, describe, expect, it } from 'vitest';
import type { z } from 'zod';
import { printJobSchema } from '#contract/api-v3/print-job.ts';
import { parseInput } from '#contract/parse-input.ts';
import { PrintingRig, textLabel } from '../printing/printing-rig.ts';

const LINE = 'Line 1';
type Job = z.input<typeof printJobSchema>;

describe('a plan', () => {
  let rig: PrintingRig;

  beforeEach(async () => {
    rig = await PrintingRig.build();
    const { labels, tables, variables } = rig.controller;
    await rig.putCounter('serial', 7);
    await labels.put('Plain', textLabel('plain'));
    await labels.put('Serial', textLabel('No. {COUNTER;serial} of {TABLE;Name}'));
    await labels.put('Asking', textLabel('Lot {VARIABLE;Lot}'));
    await labels.put('Dated', textLabel('{DAYOFMONTH}.{MONTH}. {HOUR}:{MINUTE}'));
    await variables.put('Lot', { value: 'L1', description: '', userEdit: true, pinned: false });
    await tables.put('Products', {
      columns: ['SKU', 'Name', 'Copies'],
      rows: [
        ['K1', 'Mustard', '2'],
        ['K2', 'Ketchup', ''],
        ['K3', 'Relish', '0'],
      ],
    });
  });
  afterEach(() => rig.close());

  const plan = (job: Job) => rig.controller.planning.plan(LINE, parseInput(printJobSchema, job));
  const ofRange: Job = { labelName: 'Serial', tableName: 'Products', copiesColumn: 'Copies' };
  const queue = async () => (await rig.controller.queue.list(LINE)).map(({ description }) => description);

  it('has rows, prints, counters, first and last print of a range', async () => {
    const { rows, prints, frozen, counters, first, last } = await plan(ofRange);
    expect({ rows, prints, frozen, counters, first: [first.row, first.texts], last: [last?.row, last?.texts] }).toEqual({
      rows: 2,
      prints: 3,
      frozen: false,
      counters: [
        {
          name: 'serial',
          first: { print: 1, value: 7, text: '7' },
          last: { print: 3, value: 9, text: '9' },
          wrap: null,
        },
      ],
      first: [0, [{ pointer: '/objs/1', text: 'No. 7 of Mustard' }]],
      last: [1, [{ pointer: '/objs/1', text: 'No. 9 of Ketchup' }]],
    });
  });

  it('takes a counter once for each row of a frozen job', async () => {
    const { counters, last } = await plan({ ...ofRange, freeze: true });
    expect([counters[0]?.last, last?.texts]).toEqual([
      { print: 2, value: 8, text: '8' },
      [{ pointer: '/objs/1', text: 'No. 8 of Ketchup' }],
    ]);
  });

  it('names the print with which a counter wraps within the job', async () => {
    await rig.controller.counters.put('serial', {
      ...{ value: 8, minValue: 1, maxValue: 9, repeat: 1, step: 1, width: 0, padding: '0', format: '', description: '' },
    });
    const { counters } = await plan(ofRange);
    expect(counters[0]?.wrap).toEqual({ print: 3, value: 1, text: '1' });
  });

  it('has no last print without a limit', async () => {
    const { prints, last, first } = await plan({ labelName: 'Plain' });
    expect([prints, last, first.label]).toEqual([null, null, 'Plain']);
  });

  it('draws the first print as the next trigger would print it', async () => {
    const { first } = await plan({ labelName: 'Serial', tableName: 'Products', keyColumn: 'SKU', key: 'K1' });
    await rig.select({ labelName: 'Serial', tableName: 'Products', keyColumn: 'SKU', key: 'K1' });
    expect(first.picture).toEqual(await rig.controller.printing.nextPicture(LINE));
  });

  it('has the variables that would be set, and draws their new values', async () => {
    const { variables, first } = await plan({ labelName: 'Asking', variables: { Lot: 'L2' } });
    expect([variables, first.texts]).toEqual([[{ name: 'Lot', from: 'L1', to: 'L2' }], [{ pointer: '/objs/1', text: 'Lot L2' }]]);
  });

  it('names the jobs that would be dropped', async () => {
    const old = await rig.select({ labelName: 'Plain', description: 'old' });
    const { position, dropped } = await plan({ labelName: 'Plain' });
    expect({ position, dropped }).toEqual({ position: 0, dropped: [{ id: old?.id, description: 'old', label: 'Plain' }] });
  });

  it('drops nothing where the job is appended', async () => {
    await rig.select({ labelName: 'Plain', description: 'old' });
    const { position, dropped } = await plan({ labelName: 'Plain', queue: true });
    expect({ position, dropped }).toEqual({ position: 1, dropped: [] });
  });

  it('changes nothing', async () => {
    await rig.select({ labelName: 'Plain', description: 'old' });
    await plan({ ...ofRange, freeze: true });
    await plan({ labelName: 'Asking', variables: { Lot: 'L2' } });
    const { counters, variables } = rig.controller;
    expect([await queue(), (await counters.get('serial')).value, (await variables.get('Lot')).value]).toEqual([['old'], 7, 'L1']);
  });

  it.each([
    ['invalid-input', {}],
    ['not-found', { labelName: 'Nowhere' }],
    ['invalid-input', { labelName: 'Plain', tableName: 'Products', firstRow: 3 }],
    ['invalid-input', { labelName: 'Asking', variables: { Other: 'x' } }],
  ] as const)('refuses with %s what a selection would refuse: %j', async (slug, job) => {
    await expect(plan(job)).rejects.toMatchObject({ slug });
  });

  it('E19 is not there for an unknown printer', async () => {
    const job = parseInput(printJobSchema, { labelName: 'Plain' });
    await expect(rig.controller.planning.plan('Nowhere', job)).rejects.toMatchObject({ slug: 'not-found' });
  });

  describe('given to its selection', () => {
    it('is accepted while nothing has changed', async () => {
      const token = (await plan(ofRange)).plan;
      await rig.select({ ...ofRange, plan: token });
      expect(await queue()).toHaveLength(1);
    });

    it.each<[string, Job, (rig: PrintingRig) => Promise<unknown>]>([
      ['the label', ofRange, ({ controller }) => controller.labels.put('Serial', textLabel('{COUNTER;serial} {TABLE;Name}'))],
      ['the table', ofRange, ({ controller }) => controller.tables.put('Products', { columns: ['Name', 'Copies'], rows: [['A', '1']] })],
      ['a counter', ofRange, (rig) => rig.putCounter('serial', 8)],
      [
        'a variable',
        { labelName: 'Asking' },
        ({ controller }) => controller.variables.put('Lot', { value: 'L9', description: '', userEdit: true, pinned: false }),
      ],
      ['the queue', { labelName: 'Plain' }, (rig) => rig.select({ labelName: 'Plain', description: 'new' })],
      ['the time zone', { labelName: 'Dated' }, ({ controller }) => controller.settings.putTimeZone('Asia/Tokyo')],
      ['the day', { labelName: 'Dated' }, async ({ clock }) => clock.advance(24 * 3_600_000)],
    ])('is stale when %s changed', async (_what, job, change) => {
      const token = (await plan(job)).plan;
      await change(rig);
      const before = await queue();
      await expect(rig.select({ ...job, plan: token })).rejects.toMatchObject({ slug: 'plan-stale' });
      expect(await queue()).toEqual(before);
    });

    it('is stale for another selection', async () => {
      const token = (await plan(ofRange)).plan;
      await expect(rig.select({ ...ofRange, repeatPrint: true, plan: token })).rejects.toMatchObject({ slug: 'plan-stale' });
    });

    it('holds while only time goes by', async () => {
      const token = (await plan({ labelName: 'Dated' })).plan;
      rig.clock.advance(3_600_000);
      await expect(rig.select({ labelName: 'Dated', plan: token })).resolves.toMatchObject({ position: 0 });
    });
  });
});
