import { afterEach, beforeEach, describe, expect, it } from 'vitest';
import { PrintingRig, textLabel } from '../printing/printing-rig.ts';

const ROW = { tableName: 'Products', keyColumn: 'SKU', key: 'K1' };

describe('a simulation', () => {
  let rig: PrintingRig;

  beforeEach(async () => {
    rig = await PrintingRig.build();
    await rig.putCounter('serial', 12);
    await rig.controller.labels.put('Serial', textLabel('No {COUNTER;serial} at {HOUR}:{MINUTE}'));
    await rig.controller.labels.put('Product', textLabel('{TABLE;Name}'));
    await rig.controller.tables.put('Products', { columns: ['SKU', 'Name'], rows: [['K1', 'Ketchup']] });
  });
  afterEach(() => rig.close());

  const textOf = (label: { objs: unknown[] }) => (label.objs[1] as { text: string }).text;

  it('shows the current print of a label, and advances no counter', async () => {
    const { simulation, counters } = rig.controller;
    await simulation.label('Serial', {});
    const label = await simulation.label('Serial', {});
    expect([textOf(label), (await counters.get('serial')).value]).toEqual(['No 12 at 07:00', 12]);
  });

  it('shows the label at another moment', async () => {
    expect(textOf(await rig.controller.simulation.label('Serial', { at: '2026-07-01T10:15:00Z' }))).toBe('No 12 at 12:15');
  });

  it('shows the label with a row', async () => {
    expect(textOf(await rig.controller.simulation.label('Product', ROW))).toBe('Ketchup');
  });

  it('is a picture in the resolution of a printer', async () => {
    await expect(rig.controller.simulation.picture('Product', { ...ROW, printer: 'Line 2' })).resolves.toMatchObject({
      hdpi: 300,
      planes: [{ width: 236, height: 118 }],
    });
  });

  it('is a picture in the resolution of the label where it has one', async () => {
    await rig.controller.labels.put('Fine', textLabel('fine', { hdpi: 600, vdpi: 150 }));
    await expect(rig.controller.simulation.picture('Fine', {})).resolves.toMatchObject({
      hdpi: 600,
      vdpi: 150,
      planes: [{ width: 472, height: 59 }],
    });
  });

  it.each([
    { fault: 'an unknown label', name: 'Nowhere', query: {}, problem: { slug: 'not-found', message: 'There is no label "Nowhere".' } },
    {
      fault: 'an unknown key',
      name: 'Product',
      query: { ...ROW, key: 'K9' },
      problem: { slug: 'not-found', message: expect.stringContaining('"K9"') as string },
    },
    {
      fault: 'an unknown printer',
      name: 'Serial',
      query: { printer: 'Line 9' },
      problem: { slug: 'not-found', message: 'There is no printer "Line 9".' },
    },
    { fault: 'a missing row', name: 'Product', query: {}, problem: { slug: 'cannot-render' } },
    {
      fault: 'a table without a key',
      name: 'Product',
      query: { tableName: 'Products' },
      problem: { slug: 'invalid-input', context: { errors: [{ pointer: '?keyColumn' }, { pointer: '?key' }] } },
    },
  ])('refuses $fault', async ({ name, query, problem }) => {
    await expect(rig.controller.simulation.label(name, query)).rejects.toMatchObject(problem);
    await expect(rig.controller.simulation.picture(name, query)).rejects.toMatchObject(problem);
  });
});
