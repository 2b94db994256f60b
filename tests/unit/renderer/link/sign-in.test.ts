import { afterEach, beforeEach, describe, expect, it, vi } from 'vitest';
import { ProblemError, type ProblemSlug } from '#contract/problem.ts';
import { exchangeToken, openWallSession } from '#renderer/link/sessions.ts';
import { findSignInWay, takeToken } from '#renderer/link/sign-in.ts';
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
const answering = (status: number, headers: Record<string, string> = {}) =>
  vi.stubGlobal('fetch', async () => new Response(null, { status, headers }));
const refusing = (slug: ProblemSlug) => {
  const problem = new ProblemError(slug, { detail: 'Because.' }).toProblem();
  vi.stubGlobal('fetch', async () => Response.json(problem, { status: problem.status }));
};

describe('the exchange', () => {
  it('is over when the token is accepted, or was used before', async () => {
    answering(204);
    await expect(exchangeToken('abc', signal)).resolves.toBeUndefined();
    refusing('sign-in-required');
    await expect(exchangeToken('abc', signal)).resolves.toBeUndefined();
  });

  it('is tried again when the station cannot answer now', async () => {
    refusing('too-many-requests');
    await expect(exchangeToken('abc', signal)).rejects.toMatchObject({ slug: 'too-many-requests' });
    answering(500);
    await expect(exchangeToken('abc', signal)).rejects.toThrow('500');
  });
});

describe('a browser', () => {
  it.each([
    [401, 'person', 'person'],
    [401, 'start-address', 'start-address'],
    [401, 'unknown', 'start-address'],
    [204, 'person', undefined],
    [404, 'person', undefined],
    [500, 'person', undefined],
  ])('with the answer %i, "%s" signs in by: %s', async (status, header, way) => {
    answering(status, { 'strobe-sign-in': header });
    await expect(findSignInWay(signal)).resolves.toBe(way);
  });

  it('is not refused if the station cannot be reached', async () => {
    vi.stubGlobal('fetch', () => Promise.reject(new TypeError('failed')));
    await expect(findSignInWay(signal)).resolves.toBeUndefined();
  });
});

describe('a wall screen', () => {
  it('opens its session with the token of its address, which stays there', async () => {
    history.replaceState(null, '', '/wall/abc-_1');
    const sent = vi.fn(async (_path: string, _request: { body: string }) => new Response(null, { status: 204 }));
    vi.stubGlobal('fetch', sent);
    await expect(openWallSession(signal)).resolves.toBe(true);
    expect([sent.mock.calls[0]?.[1].body, location.pathname]).toEqual(['{"wall":"abc-_1"}', '/wall/abc-_1']);
    refusing('wrong-sign-in');
    await expect(openWallSession(signal)).resolves.toBe(false);
  });

  it('has none without a token', async () => {
    history.replaceState(null, '', '/wall');
    await expect(openWallSession(signal)).resolves.toBe(false);
  });
});
