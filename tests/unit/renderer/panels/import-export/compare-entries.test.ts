import { expect, it } from 'vitest';
import { compareEntries } from '#renderer/panels/import-export/compare-entries.ts';

const variable = (value: string) => ({ value, description: '', userEdit: false, pinned: false });

it('lists new and equal resources, replacements with both values, and waiting edits', () => {
  const entries = ['New', 'Same', 'Lot', 'Kept'].map((name) => ({ name, document: variable('A1') }));
  const present = new Map([
    ['Same', variable('A1')],
    ['Lot', variable('B2')],
    ['Kept', variable('C3')],
  ]);
  expect(compareEntries(entries, { present, isWaiting: (name) => name === 'Kept' })).toEqual({
    made: [{ name: 'New', document: variable('A1') }],
    replaced: [
      { name: 'Lot', document: variable('A1'), present: variable('B2'), differences: [{ place: 'value', mine: 'A1', theirs: 'B2' }] },
    ],
    same: ['Same'],
    waiting: ['Kept'],
  });
});
