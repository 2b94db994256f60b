import { expect, it } from 'vitest';
import { memorySizeOf } from '#storage/database/memory-size.ts';

it.each([
  ['a text', 'x'.repeat(1_000), 2_000],
  ['a list of texts', ['x'.repeat(500), 'x'.repeat(500)], 2_000],
  ['cells of a row', { row: 1, cells: new Map([['Name', 'x'.repeat(1_000)]]) }, 2_000],
  ['a set', new Set(['x'.repeat(1_000)]), 2_000],
  ['bytes', new Uint8Array(2_000), 2_000],
])('estimates the size of %s', (_what, value, least) => {
  expect(memorySizeOf(value)).toBeGreaterThanOrEqual(least);
  expect(memorySizeOf(value)).toBeLessThan(least + 500);
});
