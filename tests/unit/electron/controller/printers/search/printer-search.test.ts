import { describe, expect, it } from 'vitest';
import { PrinterSearch } from '#controller/printers/search/printer-search.ts';

/** A search thread of this code. */
const threadOf = (code: string) =>
  new URL(`data:text/javascript,${encodeURIComponent(`import { parentPort, workerData } from 'node:worker_threads'; ${code}`)}`);
const search = (code: string) => new PrinterSearch({ entry: threadOf(code) }).search();

describe('a search for printers', () => {
  it('gives what its thread has found', async () => {
    const printer = { name: 'Printer', host: '10.0.0.9', port: 9_100 };
    await expect(search(`parentPort.postMessage({ printers: [${JSON.stringify(printer)}] })`)).resolves.toEqual([printer]);
  });

  it.each([
    ['fails', "throw new Error('bind EACCES 0.0.0.0:5353')", 'bind EACCES 0.0.0.0:5353'],
    ['ends without a result', 'process.exit(0)', 'it ended without a result'],
    ['takes all its memory', 'const all = []; for (;;) all.push(new Array(1e6).fill(all.length))', 'memory'],
  ])('fails alone when its thread %s', async (_, code, reason) => {
    await expect(search(code)).rejects.toMatchObject({ slug: 'search-failed', message: expect.stringContaining(reason) as string });
  });

  it('can be repeated after one that failed', async () => {
    const printers = new PrinterSearch({ entry: threadOf("throw new Error('no network')") });
    await expect(printers.search()).rejects.toMatchObject({ slug: 'search-failed' });
    await expect(printers.search()).rejects.toMatchObject({ slug: 'search-failed' });
  });

  it('finds nothing where no network interface is reached', async () => {
    await expect(new PrinterSearch({ duration: 50, networkInterface: '192.0.2.77' }).search()).resolves.toEqual([]);
  });
});
