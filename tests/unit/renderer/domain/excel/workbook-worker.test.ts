import { flushPromises } from '@vue/test-utils';
import { afterEach, beforeEach, describe, expect, it, vi } from 'vitest';
import { Workbook } from '#renderer/domain/excel/workbook-import.ts';
import { lastWorker, stubWorkers, type FakeWorker } from '#support/fake-worker.ts';

beforeEach(() => {
  stubWorkers();
});

afterEach(() => {
  vi.unstubAllGlobals();
});

const row = (text: string) => ({ line: 1, cells: [text] });

async function open(): Promise<{ workbook: Workbook; worker: FakeWorker }> {
  const opening = Workbook.open(new Blob(['x']));
  const worker = lastWorker();
  worker.answer({ names: ['Bread', 'Cheese'] });
  return { workbook: await opening, worker };
}

describe('a workbook in a worker', () => {
  it('requests the rows of a sheet only after those of the previous one have arrived', async () => {
    const { workbook, worker } = await open();
    const [bread, cheese] = [workbook.rows(0).next(), workbook.rows(1).next()];
    await flushPromises();
    expect(worker.orders.slice(1)).toEqual([{ sheet: 0, from: 0 }]);
    worker.answer({ rows: [row('rye')], rowCount: 2 });
    await flushPromises();
    expect(worker.orders.slice(2)).toEqual([{ sheet: 1, from: 0 }]);
    worker.answer({ rows: [row('brie')], rowCount: 1 });
    expect((await bread).value).toEqual({ rows: [row('rye')], share: 0.5 });
    expect((await cheese).value).toEqual({ rows: [row('brie')], share: 1 });
  });

  it('answers after a request that failed', async () => {
    const { workbook, worker } = await open();
    const [bread, cheese] = [workbook.rows(0).next(), workbook.rows(1).next()];
    await flushPromises();
    worker.fail('out of memory');
    await expect(bread).rejects.toMatchObject({ kind: 'excelBroken' });
    await flushPromises();
    worker.answer({ rows: [], rowCount: 0 });
    expect((await cheese).value).toEqual({ rows: [], share: 1 });
  });

  it('ends the worker if the file is not a workbook', async () => {
    const opening = Workbook.open(new Blob(['x']));
    lastWorker().answer({ unreadable: 'excelOld' });
    await expect(opening).rejects.toMatchObject({ kind: 'excelOld' });
    expect(lastWorker().isTerminated).toBe(true);
  });
});
