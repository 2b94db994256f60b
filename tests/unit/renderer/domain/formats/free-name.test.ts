import { expect, it } from 'vitest';
import { freeName } from '#renderer/domain/formats/free-name.ts';

it.each([
  ['Lot copy', [], 'Lot copy'],
  ['Lot copy', ['Lot', 'Lot copy'], 'Lot copy 2'],
  ['Lot copy', ['Lot copy', 'Lot copy 2', 'Lot copy 4'], 'Lot copy 3'],
])('%s with %j taken becomes %s', (wanted, taken, free) => {
  expect(
    freeName(
      wanted,
      taken.map((name) => ({ name })),
    ),
  ).toBe(free);
});
