import { afterEach, beforeEach, describe, expect, it } from 'vitest';
import { printerStatusSchema } from '#contract/api-v3/printer.ts';
import { Plant, textLabel } from './plant.ts';

describe('the status of a printer', () => {
  let plant: Plant;

  beforeEach(async () => {
    plant = await Plant.build();
  });
  afterEach(() => plant.close());

  const status = () => plant.controller.printing.status('Line 1');
  const token = async () => (await status()).job?.nextPrint;

  it('is of the shape of the contract', async () => {
    await plant.controller.labels.put('Plain', textLabel('plain'));
    await plant.select({ labelName: 'Plain' });
    const now = await status();
    expect(printerStatusSchema.strict().parse(now)).toEqual(now);
  });

  it('shows state, ink and conveyor of a printer that has nothing to do', async () => {
    expect(await status()).toMatchObject({
      state: 'STARTED',
      ragStatus: 'GREEN',
      errors: [],
      ink: [
        { supply: 'IS1', level: 'OK', percent: 100 },
        { supply: 'IS2', level: 'OK', percent: 100 },
      ],
      job: null,
      queue: 0,
      conveyor: { running: false, productsPerMinute: 60 },
    });
  });

  it('A8 is STOPPED in safe mode and says why', async () => {
    await plant.restart({ isSafeMode: true });
    expect(await status()).toMatchObject({ state: 'STOPPED', errors: ['The controller is in safe mode: printing is off.'] });
  });

  it('says why the next print cannot be made', async () => {
    await plant.controller.labels.put('Plain', textLabel('plain'));
    await plant.select({ labelName: 'Plain' });
    await plant.controller.labels.put('Plain', textLabel('{COUNTER;gone}'));
    expect(await status()).toMatchObject({
      ragStatus: 'AMBER',
      errors: ['The next print cannot be made: Text (/objs/1): There is no counter "gone" (at character 1)'],
      job: { label: 'Plain' },
    });
  });

  it('names the same next print as long as nothing changes', async () => {
    await plant.controller.labels.put('Plain', textLabel('plain'));
    await plant.select({ labelName: 'Plain' });
    const before = await token();
    plant.clock.advance(3_600_000);
    expect(await token()).toBe(before);
  });

  const changes: [string, string, (plant: Plant) => unknown][] = [
    ['a print moved a counter', '{COUNTER;serial}', (p) => p.trigger()],
    ['a person set a counter', '{COUNTER;serial}', (p) => p.putCounter('serial', 77)],
    [
      'a variable changed',
      '{VARIABLE;batch}',
      (p) => p.controller.variables.put('batch', { value: 'B', description: '', userEdit: false, pinned: false }),
    ],
    ['the label changed', 'plain', (p) => p.controller.labels.put('Label', textLabel('changed'))],
    ['another job was selected', 'plain', (p) => p.select({ labelName: 'Label' })],
    ['the minute changed', '{HOUR}:{MINUTE}', (p) => p.clock.advance(60_000)],
    ['the second changed', '{SECOND}', (p) => p.clock.advance(1_000)],
  ];
  it.each(changes)('names another next print when %s', async (_change, text, change) => {
    await plant.putCounter('serial');
    await plant.controller.variables.put('batch', { value: 'A', description: '', userEdit: false, pinned: false });
    await plant.controller.labels.put('Label', textLabel(text));
    await plant.select({ labelName: 'Label' });
    const before = await token();
    await change(plant);
    expect(await token()).not.toBe(before);
  });

  it('names another next print when the row changed', async () => {
    await plant.controller.labels.put('Label', textLabel('{TABLE;Name}'));
    const put = (name: string) => plant.controller.tables.put('Products', { columns: ['SKU', 'Name'], rows: [['K1', name]] });
    await put('Mustard');
    await plant.select({ labelName: 'Label', tableName: 'Products', keyColumn: 'SKU', key: 'K1' });
    const before = await token();
    await put('Ketchup');
    expect(await token()).not.toBe(before);
  });
});

describe('the picture of the next print', () => {
  let plant: Plant;

  beforeEach(async () => {
    plant = await Plant.build();
    await plant.putCounter('serial');
    await plant.controller.labels.put('Serial', textLabel('{COUNTER;serial}'));
  });
  afterEach(() => plant.close());

  it('has the very dots of the print that follows, and moves nothing', async () => {
    await plant.select({ labelName: 'Serial' });
    const { printing, prints } = plant.controller;
    await printing.nextPicture('Line 1');
    const shown = await printing.nextPicture('Line 1');
    await plant.trigger();
    expect(await prints.picture(1)).toEqual(shown);
    expect(await plant.serials()).toEqual(['1 sent']);
  });

  it('is refused when nothing is selected', async () => {
    await expect(plant.controller.printing.nextPicture('Line 1')).rejects.toMatchObject({ slug: 'nothing-selected' });
  });
});
