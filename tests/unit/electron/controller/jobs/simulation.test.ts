import { afterEach, beforeEach, describe, expect, it } from 'vitest';
import { Plant, textLabel } from './plant.ts';

const ROW = { tableName: 'Products', keyColumn: 'SKU', key: 'K1' };

describe('a simulation', () => {
  let plant: Plant;

  beforeEach(async () => {
    plant = await Plant.build();
    await plant.putCounter('serial', 12);
    await plant.controller.labels.put('Serial', textLabel('No {COUNTER;serial} at {HOUR}:{MINUTE}'));
    await plant.controller.labels.put('Product', textLabel('{TABLE;Name}'));
    await plant.controller.tables.put('Products', { columns: ['SKU', 'Name'], rows: [['K1', 'Ketchup']] });
  });
  afterEach(() => plant.close());

  const textOf = (label: { objs: unknown[] }) => (label.objs[1] as { text: string }).text;

  it('shows the label as it would print now, and moves no counter', async () => {
    const { simulation, counters } = plant.controller;
    await simulation.label('Serial', {});
    const label = await simulation.label('Serial', {});
    expect([textOf(label), (await counters.get('serial')).value]).toEqual(['No 12 at 07:00', 12]);
  });

  it('shows the label at another moment', async () => {
    expect(textOf(await plant.controller.simulation.label('Serial', { at: '2026-07-01T10:15:00Z' }))).toBe('No 12 at 12:15');
  });

  it('shows the label with a row', async () => {
    expect(textOf(await plant.controller.simulation.label('Product', ROW))).toBe('Ketchup');
  });

  it('is a picture in the resolution of a printer', async () => {
    await expect(plant.controller.simulation.picture('Product', { ...ROW, printer: 'Line 2' })).resolves.toMatchObject({
      hdpi: 300,
      planes: [{ width: 236, height: 118 }],
    });
  });

  it('is a picture in the resolution of the label where it has one', async () => {
    await plant.controller.labels.put('Fine', textLabel('fine', { hdpi: 600, vdpi: 150 }));
    await expect(plant.controller.simulation.picture('Fine', {})).resolves.toMatchObject({
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
    await expect(plant.controller.simulation.label(name, query)).rejects.toMatchObject(problem);
    await expect(plant.controller.simulation.picture(name, query)).rejects.toMatchObject(problem);
  });
});
