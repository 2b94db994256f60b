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
});
