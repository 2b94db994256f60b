import axios, { AxiosError, AxiosHeaders, type AxiosResponse } from 'axios';
import { IDBFactory } from 'fake-indexeddb';
import { afterEach, beforeEach, describe, expect, it, vi } from 'vitest';
import { ProblemError } from '#contract/problem.ts';
import { loadFont } from '#renderer/domain/browser/load-font.ts';

const FONT = { family: 'Plant Sans', style: 'Regular' };
const BYTES = Uint8Array.of(0, 1, 0, 0);

let answer: (address: string) => Uint8Array;

beforeEach(() => {
  globalThis.indexedDB = new IDBFactory();
  vi.spyOn(axios, 'get').mockImplementation(async (address) => ({ data: answer(address).buffer }));
});

afterEach(() => vi.restoreAllMocks());

const give = (): Uint8Array => BYTES;

function fail(slug: 'controller-unreachable' | 'not-found') {
  return (address: string): never => {
    if (!address.includes('/fonts/')) throw new AxiosError('no such file');
    const config = { headers: new AxiosHeaders() };
    const data = JSON.stringify(new ProblemError(slug).toProblem());
    const response: AxiosResponse = { data, status: 502, statusText: '', headers: {}, config };
    throw new AxiosError('', undefined, config, undefined, response);
  };
}

describe('a font of a label', () => {
  it('is the file of its controller', async () => {
    answer = give;
    expect(await loadFont('c1', FONT)).toEqual({ font: FONT, file: { ...FONT, bytes: BYTES } });
  });

  it('is the cached file while its controller is unreachable', async () => {
    answer = give;
    await loadFont('c1', FONT);
    answer = fail('controller-unreachable');
    expect(await loadFont('c1', FONT)).toEqual({ font: FONT, file: { ...FONT, bytes: BYTES } });
    expect(await loadFont('c2', FONT)).toMatchObject({ problem: { slug: 'controller-unreachable' } });
  });

  it('is never the cached file if the controller says that it has none', async () => {
    answer = give;
    await loadFont('c1', FONT);
    answer = fail('not-found');
    expect(await loadFont('c1', FONT)).toMatchObject({ font: FONT, problem: { slug: 'not-found' } });
  });

  it("is the page's own file if nothing is cached", async () => {
    const away = fail('controller-unreachable');
    answer = (address) => (address.includes('Arimo_400Regular') ? BYTES : away(address));
    expect(await loadFont('c1', { family: 'Arimo', style: 'Regular' })).toMatchObject({ file: { bytes: BYTES } });
    expect(await loadFont('c1', { family: 'Arimo', style: 'Italic' })).toMatchObject({ problem: { slug: 'controller-unreachable' } });
  });

  it('is loaded from its controller in a browser that blocks storage', async () => {
    answer = give;
    vi.spyOn(indexedDB, 'open').mockImplementation(() => {
      throw new DOMException('denied', 'SecurityError');
    });
    expect(await loadFont('c1', FONT)).toMatchObject({ file: { bytes: BYTES } });
  });
});
