import { fastify } from 'fastify';
import type { ZodTypeProvider } from 'fastify-type-provider-zod';
import { describe, expect, it, onTestFinished } from 'vitest';
import type { Ground } from '#controller/controller.ts';
import { tagAnswers } from '#controller/http/answer/etags.ts';
import { keepAnswers } from '#controller/http/kept-answers/keep-answers.ts';
import { KeptAnswers } from '#controller/http/kept-answers/kept-answers.ts';

const answer = (ground: () => Ground | undefined, etag = '"e"') => ({
  ...{ route: '/x', etag, body: '{}', headers: [], knownHeaders: [] },
  ...{ footing: { ground }, ground: ground() ?? [] },
});

describe('kept answers', () => {
  it('hold as long as their ground does', () => {
    const kept = new KeptAnswers();
    let ground: Ground | undefined = [1, 2];
    kept.keep(
      '/x',
      answer(() => ground),
    );
    const found = [];
    for (const next of [[1, 2], [1, 3], undefined, [1, 2]]) {
      ground = next;
      found.push(kept.find('/x') !== undefined);
    }
    expect([found, kept.find('/y')]).toEqual([[true, false, false, true], undefined]);
  });

  it('hold on when they were made anew and are the same, by their ETag', () => {
    const kept = new KeptAnswers();
    let ground = [1];
    kept.keep(
      '/x',
      answer(() => ground),
    );
    ground = [2];
    kept.renew('/x', '"other"', ground);
    const before = kept.find('/x');
    kept.renew('/x', '"e"', ground);
    expect([before, kept.find('/x')?.ground]).toEqual([undefined, [2]]);
  });

  it('are forgotten when they get too many, those of longest ago first', () => {
    const kept = new KeptAnswers();
    const long = { ...answer(() => [1]), body: 'x'.repeat(255 * 1_024) };
    for (const path of ['/a', '/b', '/a', ...Array.from({ length: 15 }, (_, index) => `/${index}`)]) kept.keep(path, long);
    expect(['/a', '/b', '/0', '/14'].map((path) => kept.find(path) !== undefined)).toEqual([true, false, true, true]);
  });

  it('are not kept when they are too long, and take the place of nobody', () => {
    const kept = new KeptAnswers();
    for (const path of ['/a', '/b'])
      kept.keep(
        path,
        answer(() => [1]),
      );
    kept.keep('/b', { ...answer(() => [1]), body: 'x'.repeat(256 * 1_024) });
    expect([kept.find('/a')?.body, kept.find('/b')]).toEqual(['{}', undefined]);
  });

  it('are given out no more once the door closes', () => {
    const kept = new KeptAnswers();
    kept.keep(
      '/x',
      answer(() => [1]),
    );
    kept.close();
    kept.keep(
      '/x',
      answer(() => [1]),
    );
    expect(kept.find('/x')).toBeUndefined();
  });
});

describe('an answer is kept', () => {
  async function openDoor({ make, bears = () => true }: { make: () => unknown; bears?: () => boolean }) {
    const door = fastify().withTypeProvider<ZodTypeProvider>();
    onTestFinished(() => door.close());
    const kept = new KeptAnswers();
    tagAnswers(door);
    keepAnswers(door, kept);
    door.get('/x', { config: { footing: () => ({ ground: () => [ground], bears }) } }, async () => make());
    await door.ready();
    return { kept, ask: (url = '/x', headers = {}) => door.inject({ url, headers }) };
  }
  let ground = 0;

  it('with the headers and bytes that were sent', async () => {
    const { kept, ask } = await openDoor({ make: () => ({ a: 'ü' }) });
    const sent = await ask();
    const { body, headers, knownHeaders } = kept.find('/x') ?? {};
    expect(body).toBe(sent.body);
    expect(headers).toEqual(expect.arrayContaining(['etag', String(sent.headers.etag), 'content-length', '10']));
    expect(knownHeaders).not.toContain('content-type');
  });

  it('not when something of it changed while it was made', async () => {
    const { kept, ask } = await openDoor({ make: () => ({ at: (ground += 1) }) });
    await ask();
    expect(kept.find('/x')).toBeUndefined();
  });

  it('not when its ground does not bear it', async () => {
    const { kept, ask } = await openDoor({ make: () => ({}), bears: () => false });
    await ask();
    expect(kept.find('/x')).toBeUndefined();
  });

  it.each([
    ['a key', '/x', { authorization: 'Bearer x' }],
    ['a query', '/x?v=1', {}],
  ])('not for who comes with %s', async (_what, url, headers) => {
    const { kept, ask } = await openDoor({ make: () => ({}) });
    expect([(await ask(url, headers)).statusCode, kept.find('/x'), kept.find(url)]).toEqual([200, undefined, undefined]);
  });

  it('not when it failed', async () => {
    const { kept, ask } = await openDoor({
      make: () => {
        throw new Error('no');
      },
    });
    expect([(await ask()).statusCode, kept.find('/x')]).toEqual([500, undefined]);
  });
});
