import { describe, expect, it } from 'vitest';
import { plantCounterSchema } from '#contract/plant/serial-lease.ts';
import { counterOf, nameFault, newCounterForm, numbersLeft } from '#renderer/plant/numbers/counter-form.ts';

const CASE = { name: 'Case', next: 100, last: 999, description: 'Cartons' };

describe('the form of a counter', () => {
  it('keeps the next number as it is now, unless a person has raised it', () => {
    const now = { ...CASE, next: 250 };
    const form = { ...newCounterForm(CASE), last: 2_000 };
    expect(counterOf(form, CASE, now)).toEqual({ next: 250, last: 2_000, description: 'Cartons' });
    expect(counterOf({ ...form, next: 500 }, CASE, now)).toMatchObject({ next: 500 });
  });

  it('makes a counter that the plant understands', () => {
    const made = counterOf({ ...newCounterForm(undefined), name: 'Pallet', last: 10, description: ' Pallets ' }, undefined, undefined);
    expect(made).toEqual({ next: 1, last: 10, description: 'Pallets' });
    expect(plantCounterSchema.safeParse(made).success).toBe(true);
  });

  it('is incomplete without a number', () => {
    expect(counterOf(newCounterForm(undefined), undefined, undefined)).toBeUndefined();
  });

  it('names a fault of the name', () => {
    expect([nameFault(' ', []), nameFault(' Case ', [CASE]), nameFault('Pallet', [CASE])]).toEqual(['nameMissing', 'nameTaken', undefined]);
  });

  it('counts the numbers that are left', () => {
    expect([numbersLeft(CASE), numbersLeft({ ...CASE, next: 1_000 })]).toEqual([900, 0]);
  });
});
