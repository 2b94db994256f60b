import { join } from 'node:path';
import { afterEach, beforeEach, describe, expect, it } from 'vitest';
import { HighWater } from '#storage/high-water.ts';
import { temporaryFolder } from '#support/temporary-folder.ts';
import { PrintingRig, textLabel } from '../printing/printing-rig.ts';

const IN_USE = { slug: 'in-use' };

describe('a renaming', () => {
  let rig: PrintingRig;
  let marks: HighWater;
  let file: string;

  beforeEach(async () => {
    file = join(temporaryFolder(), 'high-water.json');
    marks = new HighWater(file);
    rig = await PrintingRig.build({ highWater: marks });
  });
  afterEach(() => rig.close());

  it('that is refused leaves no cached label for another one that gets the name', async () => {
    const { labels, renaming, simulation, prints } = rig.controller;
    await labels.put('Case', textLabel('old'));
    await rig.select({ labelName: 'Case' });
    await expect(renaming.rename('labels', { name: 'Case', to: 'Crate' })).rejects.toMatchObject(IN_USE);
    await labels.put('Crate', textLabel('new'));
    expect(JSON.stringify(await simulation.label('Crate', {}))).toContain('"new"');
    await rig.select({ labelName: 'Crate' });
    await rig.trigger();
    await rig.finishPrints();
    expect((await prints.get(1)).texts.map(({ text }) => text)).toEqual(['new']);
  });

  it('I2 that is refused keeps the high-water mark of a counter, which is never replaced by that of another one', async () => {
    await rig.putCounter('Serial');
    await rig.controller.labels.put('Serial', textLabel('{COUNTER;Serial}'));
    await expect(rig.controller.renaming.rename('counters', { name: 'Serial', to: 'Lot' })).rejects.toMatchObject(IN_USE);
    marks.raiseCounter('Serial', { value: 5_000, repeated: 0 });
    marks.raiseCounter('Lot', { value: 7, repeated: 0 });
    expect(new HighWater(file).markOf('Serial')).toEqual({ value: 5_000, repeated: 0 });
  });

  it('I2 renames the high-water mark of a counter', async () => {
    await rig.putCounter('Serial');
    marks.raiseCounter('Lot', { value: 5_000, repeated: 0 });
    await rig.controller.renaming.rename('counters', { name: 'Serial', to: 'Lot' });
    expect(new HighWater(file).markOf('Serial')).toEqual({ value: 5_000, repeated: 0 });
  });
});
