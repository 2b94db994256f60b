import { describe, expect, it } from 'vitest';
import { PAGE_SCHEME, servePage, type PageProtocolOptions } from '#shell/page-protocol.ts';

const HEADERS = { 'content-security-policy': "default-src 'self'" };

function served(answer: PageProtocolOptions['answer']): (url: string) => Promise<Response> {
  let handler: ((request: Request) => Promise<Response>) | undefined;
  servePage({ protocol: { handle: (_scheme, handle) => (handler = handle as typeof handler) }, answer, headers: HEADERS });
  return async (url) => {
    if (!handler) throw new Error('no handler was registered');
    return handler(new Request(url));
  };
}

describe('the page protocol', () => {
  it('gives the page an origin like that of https', () => {
    expect(PAGE_SCHEME).toEqual({ scheme: 'app', privileges: { standard: true, secure: true, supportFetchAPI: true, stream: true } });
  });

  it('replaces the headers of every response', async () => {
    const ask = served(() =>
      Promise.resolve(new Response('page', { headers: { 'content-security-policy': 'default-src *', etag: '"1"' } })),
    );
    const answer = await ask('app://strobe/');
    expect([Object.fromEntries(answer.headers), await answer.text()]).toEqual([
      { 'content-type': 'text/plain;charset=UTF-8', etag: '"1"', ...HEADERS },
      'page',
    ]);
  });

  it('keeps an answer without a body', async () => {
    const answer = await served(() => Promise.resolve(new Response(null, { status: 304 })))('app://strobe/index.html');
    expect([answer.status, answer.body]).toEqual([304, null]);
  });

  it('does not serve other hosts', async () => {
    const answer = await served(() => Promise.reject(new Error('asked')))('app://other/index.html');
    expect([answer.status, answer.headers.get('content-security-policy')]).toEqual([404, HEADERS['content-security-policy']]);
  });
});
