import { join } from 'node:path';
import { afterEach, beforeEach, describe, expect, it } from 'vitest';
import { HighWater } from '#storage/high-water.ts';
import { temporaryFolder } from '#support/temporary-folder.ts';
import { Plant, textLabel } from './plant.ts';

const IN_USE = { slug: 'in-use' };

describe('a renaming', () => {
  let plant: Plant;
  let marks: HighWater;
  let file: string;

  beforeEach(async () => {
    file = join(temporaryFolder(), 'high-water.json');
    marks = new HighWater(file);
    plant = await Plant.build({ highWater: marks });
  });
  afterEach(() => plant.close());

  it('that is refused leaves nothing of a label behind for another one that gets the name', async () => {
    const { labels, renaming, simulation, prints } = plant.controller;
    await labels.put('Case', textLabel('old'));
    await plant.select({ labelName: 'Case' });
    await expect(renaming.rename('labels', { name: 'Case', to: 'Crate' })).rejects.toMatchObject(IN_USE);
    await labels.put('Crate', textLabel('new'));
    expect(JSON.stringify(await simulation.label('Crate', {}))).toContain('"new"');
    await plant.select({ labelName: 'Crate' });
    await plant.trigger();
    await plant.finishPrints();
    expect((await prints.get(1)).texts.map(({ text }) => text)).toEqual(['new']);
  });

  it('I2 that is refused leaves the marks of a counter where they are: those of another one never stand for them', async () => {
    await plant.putCounter('Serial');
    await plant.controller.labels.put('Serial', textLabel('{COUNTER;Serial}'));
    await expect(plant.controller.renaming.rename('counters', { name: 'Serial', to: 'Lot' })).rejects.toMatchObject(IN_USE);
    marks.raiseCounter('Serial', { value: 5_000, repeated: 0 });
    marks.raiseCounter('Lot', { value: 7, repeated: 0 });
    expect(new HighWater(file).markOf('Serial')).toEqual({ value: 5_000, repeated: 0 });
  });

  it('I2 that nothing refuses takes the marks of a counter along', async () => {
    await plant.putCounter('Serial');
    marks.raiseCounter('Lot', { value: 5_000, repeated: 0 });
    await plant.controller.renaming.rename('counters', { name: 'Serial', to: 'Lot' });
    expect(new HighWater(file).markOf('Serial')).toEqual({ value: 5_000, repeated: 0 });
  });
});
