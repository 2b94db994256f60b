import { afterEach, beforeEach, describe, expect, it } from 'vitest';
import { printerStatusSchema } from '#contract/api-v3/printer.ts';
import { PrintingRig, textLabel } from './printing-rig.ts';

describe('the status of a printer', () => {
  let rig: PrintingRig;

  beforeEach(async () => {
    rig = await PrintingRig.build();
  });
  afterEach(() => rig.close());

  const status = () => rig.controller.printing.status('Line 1');
  const token = async () => (await status()).job?.nextPrint;

  it('matches the schema of the contract', async () => {
    await rig.controller.labels.put('Plain', textLabel('plain'));
    await rig.select({ labelName: 'Plain' });
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
    await rig.restart({ isSafeMode: true });
    expect(await status()).toMatchObject({ state: 'STOPPED', errors: ['The controller is in safe mode: printing is off.'] });
  });

  it('says why the next print cannot be made', async () => {
    await rig.controller.labels.put('Plain', textLabel('plain'));
    await rig.select({ labelName: 'Plain' });
    await rig.changeLabel('Plain', textLabel('{COUNTER;gone}'));
    expect(await status()).toMatchObject({
      ragStatus: 'AMBER',
      errors: ['The next print cannot be made: Text (/objs/1): There is no counter "gone" (at character 1)'],
      errorDetails: [{ code: 'next-print-not-drawable' }],
      job: { label: 'Plain' },
    });
  });

  it('has the same next print token while nothing changes', async () => {
    await rig.controller.labels.put('Plain', textLabel('plain'));
    await rig.select({ labelName: 'Plain' });
    const before = await token();
    rig.clock.advance(3_600_000);
    expect(await token()).toBe(before);
  });

  const changes: [string, string, (rig: PrintingRig) => unknown][] = [
    ['a print moved a counter', '{COUNTER;serial}', (p) => p.trigger()],
    ['a person set a counter', '{COUNTER;serial}', (p) => p.putCounter('serial', 77)],
    [
      'a variable changed',
      '{VARIABLE;batch}',
      (p) => p.controller.variables.put('batch', { value: 'B', description: '', userEdit: false, pinned: false }),
    ],
    ['it prints another version of the label', 'plain', (p) => p.changeLabel('Label', textLabel('changed'))],
    ['another job was selected', 'plain', (p) => p.select({ labelName: 'Label' })],
    ['the minute changed', '{HOUR}:{MINUTE}', (p) => p.clock.advance(60_000)],
    ['the second changed', '{SECOND}', (p) => p.clock.advance(1_000)],
  ];
  it.each(changes)('has another next print token when %s', async (_change, text, change) => {
    await rig.putCounter('serial');
    await rig.controller.variables.put('batch', { value: 'A', description: '', userEdit: false, pinned: false });
    await rig.controller.labels.put('Label', textLabel(text));
    await rig.select({ labelName: 'Label' });
    const before = await token();
    await change(rig);
    expect(await token()).not.toBe(before);
  });

  it('has another next print token when the row changed', async () => {
    await rig.controller.labels.put('Label', textLabel('{TABLE;Name}'));
    const put = (name: string) => rig.controller.tables.put('Products', { columns: ['SKU', 'Name'], rows: [['K1', name]] });
    await put('Mustard');
    await rig.select({ labelName: 'Label', tableName: 'Products', keyColumn: 'SKU', key: 'K1' });
    const before = await token();
    await put('Ketchup');
    expect(await token()).not.toBe(before);
  });
});

describe('the picture of the next print', () => {
  let rig: PrintingRig;

  beforeEach(async () => {
    rig = await PrintingRig.build();
    await rig.putCounter('serial');
    await rig.controller.labels.put('Serial', textLabel('{COUNTER;serial}'));
  });
  afterEach(() => rig.close());

  it('has the dots of the print that follows, and advances no counter', async () => {
    await rig.select({ labelName: 'Serial' });
    const { printing, prints } = rig.controller;
    await printing.nextPicture('Line 1');
    const shown = await printing.nextPicture('Line 1');
    await rig.trigger();
    expect(await prints.picture(1)).toEqual(shown);
    expect(await rig.serials()).toEqual(['1 sent']);
  });

  it('is refused when nothing is selected', async () => {
    await expect(rig.controller.printing.nextPicture('Line 1')).rejects.toMatchObject({ slug: 'nothing-selected' });
  });
});
