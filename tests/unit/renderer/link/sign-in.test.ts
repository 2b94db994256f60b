import { afterEach, beforeEach, describe, expect, it, vi } from 'vitest';
import { exchangeToken, isRefused, takeToken } from '#renderer/link/sign-in.ts';
import { resetPageAddress } from '#support/page-address.ts';

beforeEach(resetPageAddress);
afterEach(() => {
  vi.unstubAllGlobals();
  resetPageAddress();
});

describe('the token of the start address', () => {
  it('is taken once; an address without it does not change', () => {
    history.replaceState({ kept: 1 }, '', '/labels/a?tab=text#token=abc');
    expect([takeToken(), takeToken(), location.pathname + location.search + location.hash, history.state]).toEqual([
      'abc',
      undefined,
      '/labels/a?tab=text',
      { kept: 1 },
    ]);
  });

  it('is not any other fragment, which stays', () => {
    history.replaceState(null, '', '/alarms#part');
    expect([takeToken(), location.hash]).toEqual([undefined, '#part']);
  });
});

const { signal } = new AbortController();
const answering = (status: number) => vi.stubGlobal('fetch', async () => new Response(null, { status }));

describe('the exchange', () => {
  it.each([[204], [401]])('is over when the station answers %i', async (status) => {
    answering(status);
    await expect(exchangeToken('abc', signal)).resolves.toBeUndefined();
  });

  it.each([[429], [500]])('is tried again when the station answers %i', async (status) => {
    answering(status);
    await expect(exchangeToken('abc', signal)).rejects.toThrow(String(status));
  });
});

describe('a browser', () => {
  it.each([
    [401, true],
    [204, false],
    [404, false],
    [500, false],
  ])('with the response %i is refused: %s', async (status, refused) => {
    answering(status);
    await expect(isRefused(signal)).resolves.toBe(refused);
  });

  it('is not refused if the station cannot be reached', async () => {
    vi.stubGlobal('fetch', () => Promise.reject(new TypeError('failed')));
    await expect(isRefused(signal)).resolves.toBe(false);
  });
});
