import { fastify } from 'fastify';
import type { ZodTypeProvider } from 'fastify-type-provider-zod';
import { describe, expect, it, onTestFinished } from 'vitest';
import type { DataVersion } from '#controller/controller.ts';
import { tagResponses } from '#controller/http/answer/etags.ts';
import { cacheResponses } from '#controller/http/response-cache/cache-responses.ts';
import { ResponseCache } from '#controller/http/response-cache/response-cache.ts';

const answer = (version: () => DataVersion | undefined, etag = '"e"') => ({
  ...{ route: '/x', etag, body: '{}', headers: [], notModifiedHeaders: [] },
  ...{ validator: { version }, version: version() ?? [] },
});

describe('cached responses', () => {
  it('are current while their version is', () => {
    const kept = new ResponseCache();
    let version: DataVersion | undefined = [1, 2];
    kept.put(
      '/x',
      answer(() => version),
    );
    const found = [];
    for (const next of [[1, 2], [1, 3], undefined, [1, 2]]) {
      version = next;
      found.push(kept.find('/x') !== undefined);
    }
    expect([found, kept.find('/y')]).toEqual([[true, false, false, true], undefined]);
  });

  it('are renewed when they were built again with the same ETag', () => {
    const kept = new ResponseCache();
    let version = [1];
    kept.put(
      '/x',
      answer(() => version),
    );
    version = [2];
    kept.renew('/x', '"other"', version);
    const before = kept.find('/x');
    kept.renew('/x', '"e"', version);
    expect([before, kept.find('/x')?.version]).toEqual([undefined, [2]]);
  });

  it('are evicted beyond the capacity, the oldest first', () => {
    const kept = new ResponseCache();
    const long = { ...answer(() => [1]), body: 'x'.repeat(255 * 1_024) };
    for (const path of ['/a', '/b', '/a', ...Array.from({ length: 15 }, (_, index) => `/${index}`)]) kept.put(path, long);
    expect(['/a', '/b', '/0', '/14'].map((path) => kept.find(path) !== undefined)).toEqual([true, false, true, true]);
  });

  it('are not stored when they are too long', () => {
    const kept = new ResponseCache();
    for (const path of ['/a', '/b'])
      kept.put(
        path,
        answer(() => [1]),
      );
    kept.put('/b', { ...answer(() => [1]), body: 'x'.repeat(256 * 1_024) });
    expect([kept.find('/a')?.body, kept.find('/b')]).toEqual(['{}', undefined]);
  });

  it('are not served after the server closes', () => {
    const kept = new ResponseCache();
    kept.put(
      '/x',
      answer(() => [1]),
    );
    kept.close();
    kept.put(
      '/x',
      answer(() => [1]),
    );
    expect(kept.find('/x')).toBeUndefined();
  });
});

describe('a response is stored', () => {
  async function openServer({ make, isCacheable = () => true }: { make: () => unknown; isCacheable?: () => boolean }) {
    const app = fastify().withTypeProvider<ZodTypeProvider>();
    onTestFinished(() => app.close());
    const kept = new ResponseCache();
    tagResponses(app);
    cacheResponses(app, kept);
    app.get('/x', { config: { validator: () => ({ version: () => [version], isCacheable }) } }, async () => make());
    await app.ready();
    return { kept, ask: (url = '/x', headers = {}) => app.inject({ url, headers }) };
  }
  let version = 0;

  it('with the headers and bytes that were sent', async () => {
    const { kept, ask } = await openServer({ make: () => ({ a: 'ü' }) });
    const sent = await ask();
    const { body, headers, notModifiedHeaders } = kept.find('/x') ?? {};
    expect(body).toBe(sent.body);
    expect(headers).toEqual(expect.arrayContaining(['etag', String(sent.headers.etag), 'content-length', '10']));
    expect(notModifiedHeaders).not.toContain('content-type');
  });

  it('not when its data changed while it was built', async () => {
    const { kept, ask } = await openServer({ make: () => ({ at: (version += 1) }) });
    await ask();
    expect(kept.find('/x')).toBeUndefined();
  });

  it('not when its version does not cover it', async () => {
    const { kept, ask } = await openServer({ make: () => ({}), isCacheable: () => false });
    await ask();
    expect(kept.find('/x')).toBeUndefined();
  });

  it.each([
    ['a key', '/x', { authorization: 'Bearer x' }],
    ['a query', '/x?v=1', {}],
  ])('not for a request with %s', async (_what, url, headers) => {
    const { kept, ask } = await openServer({ make: () => ({}) });
    expect([(await ask(url, headers)).statusCode, kept.find('/x'), kept.find(url)]).toEqual([200, undefined, undefined]);
  });

  it('not when it failed', async () => {
    const { kept, ask } = await openServer({
      make: () => {
        throw new Error('no');
      },
    });
    expect([(await ask()).statusCode, kept.find('/x')]).toEqual([500, undefined]);
  });
});
