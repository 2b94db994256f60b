import { describe, expect, it } from 'vitest';
import { plantSettingsSchema } from '#contract/api-v3/plant.ts';
import { formOfPlant, plantOfForm } from '#renderer/panels/plant-connection/plant-form.ts';

const URL = 'https://plant.example';
const stored = plantSettingsSchema.parse({ isEnabled: false, url: URL, key: null, keySet: true, name: 'Filler', tags: ['cans', 'north'] });

describe('the form of the plant', () => {
  it('offers sending for a plant that is set up the first time only', () => {
    expect(formOfPlant(plantSettingsSchema.parse({})).isEnabled).toBe(true);
    expect(formOfPlant(stored).isEnabled).toBe(false);
  });

  it('keeps the stored key when none is typed', () => {
    expect(plantOfForm(formOfPlant(stored))).toEqual(stored);
  });

  it('has a typed key instead of the stored one, without spaces around it', () => {
    const settings = plantOfForm({ ...formOfPlant(stored), key: ' new-key ' });
    expect(settings.key).toBe('new-key');
    expect(settings.keySet).toBeUndefined();
  });

  it('separates tags at the commas of every language, and leaves out empty ones', () => {
    expect(plantOfForm({ ...formOfPlant(stored), tags: ' cans، north，line 1,, ' }).tags).toEqual(['cans', 'north', 'line 1']);
  });
});
