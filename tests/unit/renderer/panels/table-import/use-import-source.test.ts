import { flushPromises } from '@vue/test-utils';
import { afterEach, beforeEach, describe, expect, it, vi } from 'vitest';
import { useImportSource } from '#renderer/panels/table-import/use-import-source.ts';
import { lastWorker, stubWorkers } from '#support/fake-worker.ts';
import { untilHolds } from '#support/until-holds.ts';

const ZIP_MARK = Uint8Array.of(0x50, 0x4b, 0x03, 0x04);

beforeEach(() => {
  stubWorkers();
});

afterEach(() => {
  vi.unstubAllGlobals();
});

/** A file whose bytes arrive when the test releases them. */
function slowFile(name: string, content: BlobPart): { file: File; arrive: () => void } {
  const file = new File([content], name);
  const { promise, resolve } = Promise.withResolvers<ArrayBuffer>();
  const start = new Blob([content]);
  file.slice = () => Object.assign(new Blob(), { arrayBuffer: () => promise });
  return { file, arrive: () => void start.arrayBuffer().then(resolve) };
}

describe('a chosen file', () => {
  it('is the one that was chosen last, even if an earlier one is read later', async () => {
    const source = useImportSource();
    const [slow, quick] = [slowFile('slow.csv', 'A;B\n'), slowFile('quick.csv', 'A,B\n')];
    const opened = [source.open(slow.file), source.open(quick.file)];
    quick.arrive();
    await flushPromises();
    slow.arrive();
    await Promise.all(opened);
    expect(source.file.value?.name).toBe('quick.csv');
    expect(source.delimiter.value).toBe(',');
  });

  it('is none if it was released before it was read', async () => {
    const source = useImportSource();
    const slow = slowFile('slow.csv', 'A;B\n');
    const opened = source.open(slow.file);
    source.forget();
    slow.arrive();
    await opened;
    expect(source.file.value).toBeUndefined();
  });

  it('has no rows and no sheets if its workbook is released while it is opened', async () => {
    const source = useImportSource();
    await source.open(new File([ZIP_MARK], 'Products.xlsx'));
    const first = source.batches().next();
    const worker = await untilHolds(lastWorker);
    source.forget();
    worker.answer({ names: ['Bread'] });
    expect(await first).toEqual({ done: true, value: undefined });
    expect(source.sheetNames.value).toEqual([]);
    expect(worker.isTerminated).toBe(true);
  });
});
