import { expect, it } from 'vitest';
import { searchBackwards, SEARCHED_PER_REQUEST, type SearchRange } from '#storage/audit-chain/search-ranges.ts';

/** Searches a log whose matching records have these numbers, and says which ranges were read. */
async function search(matching: readonly number[], { end, before, limit }: { end: number; before?: number; limit: number }) {
  const ranges: SearchRange[] = [];
  const find = (range: SearchRange) => {
    ranges.push(range);
    return Promise.resolve(matching.filter((number) => number >= range.first && number < range.end));
  };
  const page = await searchBackwards({ bounds: { first: 1, end }, before, limit, find, numberOf: (number: number) => number });
  return { ...page, ranges };
}

it('reads only as much as the page needs', async () => {
  const { items, next, ranges } = await search([5_999, 5_998, 5_997], { end: 6_000, limit: 2 });
  expect([items, next, ranges]).toEqual([[5_999, 5_998], 5_998, [{ first: 4_000, end: 6_000 }]]);
});

it('continues below the number that the page before it named', async () => {
  expect(await search([5_997, 12], { end: 6_000, before: 5_998, limit: 2 })).toMatchObject({ items: [5_997, 12], next: null });
});

it('ends after its share of a long log, and says where to continue', async () => {
  const end = 3 * SEARCHED_PER_REQUEST;
  const { items, next, ranges } = await search([1], { end, limit: 10 });
  expect([items, next, ranges.at(-1)?.first]).toEqual([[], end - SEARCHED_PER_REQUEST, end - SEARCHED_PER_REQUEST]);
  const second = await search([1], { end, before: next ?? 0, limit: 10 });
  expect(await search([1], { end, before: second.next ?? 0, limit: 10 })).toMatchObject({ items: [1], next: null });
});

it('finds nothing where there is nothing', async () => {
  const find = () => Promise.reject(new Error('nothing is read'));
  expect(await searchBackwards({ bounds: undefined, limit: 10, find, numberOf: Number })).toEqual({ items: [], next: null });
});
