import { describe, expect, it } from 'vitest';
import { newPlantKeySchema } from '#contract/plant/plant-key.ts';
import { missingInputs, newKeyOf, newPlantKeyForm, type PlantKeyForm } from '#renderer/plant/keys/plant-key-form.ts';

const FORM: PlantKeyForm = { name: ' Filling 1 ', scopes: ['admin', 'report'], controller: 'c1', hasEnd: true, lastDay: '2027-01-31' };

describe('the form of a key', () => {
  it('makes a key that the plant understands, its scopes in their order', () => {
    const key = newKeyOf(FORM);
    expect(key).toEqual({ name: 'Filling 1', scopes: ['report', 'admin'], controller: 'c1', expires: '2027-01-31' });
    expect(newPlantKeySchema.safeParse(key).success).toBe(true);
  });

  it('leaves out a controller of a key that does not send, and a day that was entered before the key had no end', () => {
    expect(newKeyOf({ ...FORM, scopes: ['read'], hasEnd: false })).toEqual({ name: 'Filling 1', scopes: ['read'] });
  });

  it('names what is missing', () => {
    expect([missingInputs(newPlantKeyForm()), missingInputs({ ...FORM, scopes: [], lastDay: '' })]).toEqual([
      { name: true, scopes: false, lastDay: false },
      { name: false, scopes: true, lastDay: true },
    ]);
  });
});
