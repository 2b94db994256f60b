import { describe, expect, it } from 'vitest';
import { CONTENT_SECURITY_POLICY } from '#shell/page-headers.ts';
import { PAGE_SCHEME, servePage, type AnswerPage } from '#shell/page-protocol.ts';

function served(answer: AnswerPage): (url: string) => Promise<Response> {
  let handler: ((request: Request) => Promise<Response>) | undefined;
  servePage({ handle: (_scheme, handle) => (handler = handle as typeof handler) }, answer);
  return async (url) => {
    if (!handler) throw new Error('no handler was registered');
    return handler({ url, headers: new Headers(), method: 'GET' } as unknown as Request);
  };
}

describe('the page protocol', () => {
  it('gives the page an origin like that of https', () => {
    expect(PAGE_SCHEME).toEqual({ scheme: 'app', privileges: { standard: true, secure: true, supportFetchAPI: true, stream: true } });
  });

  it('puts the policy on every answer, in place of one that it came with', async () => {
    const ask = served(() =>
      Promise.resolve(new Response('page', { headers: { 'content-security-policy': 'default-src *', etag: '"1"' } })),
    );
    const answer = await ask('app://strobe/');
    expect([answer.headers.get('content-security-policy'), answer.headers.get('etag'), await answer.text()]).toEqual([
      CONTENT_SECURITY_POLICY,
      '"1"',
      'page',
    ]);
  });

  it('keeps an answer without a body', async () => {
    const answer = await served(() => Promise.resolve(new Response(null, { status: 304 })))('app://strobe/index.html');
    expect([answer.status, answer.body]).toEqual([304, null]);
  });

  it('knows no other host', async () => {
    const answer = await served(() => Promise.reject(new Error('asked')))('app://other/index.html');
    expect([answer.status, answer.headers.get('content-security-policy')]).toEqual([404, CONTENT_SECURITY_POLICY]);
  });

  it('lets no script run that is not a file of the page', () => {
    expect(CONTENT_SECURITY_POLICY).toContain("default-src 'none'; script-src 'self';");
  });
});
