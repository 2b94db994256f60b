import { describe, expect, it } from 'vitest';
import { counterSchema } from '#contract/api-v3/counter.ts';
import { shiftCodeSchema } from '#contract/api-v3/shift-code.ts';
import { variableSchema } from '#contract/api-v3/variable.ts';
import { checkEntries } from '#renderer/panels/import-export/check-entries.ts';

describe('checking the resources of a file', () => {
  it('fills in defaults as the controller does', () => {
    expect(checkEntries({ Lot: { value: 'A1' } }, variableSchema)).toEqual({
      entries: [{ name: 'Lot', document: { value: 'A1', description: '', userEdit: false, pinned: false } }],
      faults: [],
    });
  });

  it('reports every fault with the resource and its field, counted from 1', () => {
    const shifts = [
      { offset: 360, code: 'A' },
      { offset: 5_000, code: '' },
    ];
    const { entries, faults } = checkEntries({ Day: { shifts: [shifts[0]] }, Night: { shifts }, Week: 7 }, shiftCodeSchema);
    expect(entries.map(({ name }) => name)).toEqual(['Day']);
    expect(faults).toEqual([
      { name: 'Night', field: 'shifts / 2 / offset', detail: 'must be at most 1439, which is 23:59' },
      { name: 'Night', field: 'shifts / 2 / code', detail: 'must not be empty' },
      { name: 'Week', field: '', detail: 'must be an object' },
    ]);
  });

  it('rejects an unknown field and a value outside its range', () => {
    expect(checkEntries({ Serial: { value: 5, maxValue: 3, colour: 'red' } }, counterSchema).faults).toEqual([
      { name: 'Serial', field: 'colour', detail: 'is not known here' },
      { name: 'Serial', field: 'value', detail: 'must lie between minValue (0) and maxValue (3)' },
    ]);
  });

  it('rejects an invalid name, and one that occurs in two Unicode forms', () => {
    const { faults } = checkEntries({ '': {}, Café: {}, 'Cafe\u0301': {} }, variableSchema);
    expect(faults).toEqual([
      { name: '', field: '', detail: 'a name has 1 to 255 characters' },
      { name: 'Cafe\u0301', field: '', detail: 'is the same name as another one, written differently' },
    ]);
  });
});
