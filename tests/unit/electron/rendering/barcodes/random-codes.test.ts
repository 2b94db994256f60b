import { expect, it } from 'vitest';
import { readRandomCode } from '#support/read-random-code.ts';

it.each([1, 2, 3, 4, 5, 6])('P13 an independent decoder reads random labels, series %i', async (series) => {
  const misread = [];
  for (let seed = series * 1_000; seed < series * 1_000 + 10; seed += 1) misread.push(await readRandomCode(seed));
  expect(misread.filter((code) => code !== undefined).map(({ png: _, ...code }) => code)).toEqual([]);
});
