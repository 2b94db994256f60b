import { flushPromises } from '@vue/test-utils';
import { afterEach, beforeEach, describe, expect, it, vi } from 'vitest';
import type { RowsPage, RowsQuery } from '#contract/api-v3/table.ts';
import { useRows } from '#renderer/panels/table/use-rows.ts';
import { openPageRig, type PageRig } from '#support/page-rig.ts';

interface Asked {
  query: Partial<RowsQuery>;
  answer: (total: number) => void;
}

let asked: Asked[];
let rig: PageRig;

beforeEach(async () => {
  vi.useFakeTimers({ toFake: ['setTimeout', 'clearTimeout'] });
  asked = [];
  rig = await openPageRig({
    tables: {
      list: async () => [],
      rows: ({ query: sent }) =>
        new Promise<RowsPage>((resolve) => {
          const query = sent as Partial<RowsQuery>;
          const answer = (total: number) => {
            const count = Math.min(total - (query.offset ?? 0), query.limit ?? 0);
            resolve({ columns: ['A'], rows: Array.from({ length: count }, (_, row) => ({ row, cells: ['x'] })), total });
          };
          asked.push({ query, answer });
        }),
    },
  });
});

afterEach(() => {
  rig.end();
  vi.useRealTimers();
});

async function open() {
  const rows = rig.run(() => useRows(() => ({ connection: 'c1', name: 'Products' }), 100));
  await flushPromises();
  asked[0]?.answer(250);
  await flushPromises();
  return rows;
}

async function type(rows: Awaited<ReturnType<typeof open>>, text: string): Promise<void> {
  rows.search.value = text;
  await flushPromises();
}

describe('the rows of a table', () => {
  it('are searched once typing pauses', async () => {
    const rows = await open();
    for (const text of ['k', 'ke', 'ket']) await type(rows, text);
    vi.advanceTimersByTime(200);
    await flushPromises();
    expect(asked.slice(1).map(({ query }) => query)).toEqual([{ search: 'ket', offset: 0, limit: 100 }]);
  });

  it('ignore the answer of an earlier search', async () => {
    const rows = await open();
    await type(rows, 'old');
    vi.advanceTimersByTime(200);
    await flushPromises();
    await type(rows, 'new');
    vi.advanceTimersByTime(200);
    await flushPromises();
    asked[2]?.answer(3);
    await flushPromises();
    asked[1]?.answer(99);
    await flushPromises();
    expect(rows.page.value).toMatchObject({ search: 'new', total: 3 });
  });

  it('are read page by page, up to the last', async () => {
    const rows = await open();
    rows.next();
    await flushPromises();
    asked[1]?.answer(250);
    await flushPromises();
    rows.next();
    await flushPromises();
    asked[2]?.answer(250);
    await flushPromises();
    expect(rows.page.value).toMatchObject({ offset: 200 });
    expect(rows.page.value?.rows).toHaveLength(50);
    rows.next();
    await flushPromises();
    expect(asked).toHaveLength(3);
  });

  it('start at the first page for another search', async () => {
    const rows = await open();
    rows.next();
    await flushPromises();
    await type(rows, 'a');
    vi.advanceTimersByTime(200);
    await flushPromises();
    expect(asked.at(-1)?.query).toEqual({ search: 'a', offset: 0, limit: 100 });
  });
});
