import { afterEach, beforeEach, describe, expect, it } from 'vitest';
import { EVENT_LOG_CSV_PATH, languageFileUrl, nextPrintUrl, tableCsvUrl } from '#contract/station/urls.ts';
import { openPageServer, UPGRADE, type PageServerRig } from '#support/page-server.ts';

let rig: PageServerRig;
let controller: PageServerRig['controller'];
let address: string;
let cookie: string;
let send: PageServerRig['send'];
let sendBare: PageServerRig['sendBare'];

beforeEach(async () => {
  rig = await openPageServer();
  ({ controller, address, cookie, send, sendBare } = rig);
});

afterEach(() => rig.close());

describe('a browser that is not signed in', () => {
  it.each([
    [tableCsvUrl('c', 't')],
    [nextPrintUrl('c', 'p', 'v')],
    [EVENT_LOG_CSV_PATH],
    [languageFileUrl('it')],
    ['/controllers/c/api/v3/labels'],
  ])('is refused %s', async (path) => {
    const { status, headers, text } = await sendBare(path);
    expect([status, headers['www-authenticate'], JSON.parse(text)]).toMatchObject([
      401,
      'Cookie realm="Strobe"',
      { type: 'urn:strobe:problem:sign-in-required' },
    ]);
    expect(controller.received).toEqual([]);
  });

  it('cannot put a table', async () => {
    const put = sendBare(tableCsvUrl('c', 't'), { method: 'PUT', headers: { 'content-type': 'text/csv', origin: address }, body: 'a' });
    await expect(put).resolves.toMatchObject({ status: 401 });
    expect(controller.received).toEqual([]);
  });

  it.each([
    ['with the own origin', (own: string) => ({ origin: own }), 401],
    ['without an origin', () => ({}), 403],
    ['of another origin', () => ({ origin: 'http://127.0.0.1:1' }), 403],
    ['with a session of its own making', (own: string) => ({ origin: own, cookie: cookie.replace('good', 'bad') }), 401],
    ['with the session of a station on another port', (own: string) => ({ origin: own, cookie: 'strobe-session-1=good' }), 401],
  ])('opens no WebSocket %s', async (_name, headersFor, status) => {
    await expect(sendBare('/rpc', { headers: { ...UPGRADE, ...headersFor(address) } })).resolves.toMatchObject({ status });
  });

  it.each([['/'], ['/labels/Food%20case'], ['/assets/app-1.js']])('gets the page itself, and nothing secret with it: %s', async (path) => {
    const { status, headers } = await sendBare(path);
    expect([status, headers['set-cookie']]).toEqual([200, undefined]);
  });

  it('gets the page by a link on another site, as a top-level document only', async () => {
    const from = { 'sec-fetch-site': 'cross-site', 'sec-fetch-mode': 'navigate' };
    const opened = await sendBare('/', { headers: { ...from, 'sec-fetch-dest': 'document' } });
    const framed = await sendBare('/', { headers: { ...from, 'sec-fetch-dest': 'iframe' } });
    const fetched = await sendBare(tableCsvUrl('c', 't'), { headers: { ...from, 'sec-fetch-dest': 'document', cookie } });
    expect([opened.status, framed.status, fetched.status]).toEqual([200, 403, 403]);
  });
});

describe('a WebSocket of a browser that is signed in', () => {
  it('is refused without an Origin header', async () => {
    await expect(send('/rpc', { headers: UPGRADE })).resolves.toMatchObject({ status: 403 });
  });

  it('is accepted also with a second cookie of the same name', async () => {
    const headers = { ...UPGRADE, origin: address, cookie: `${cookie.replace('good', 'bad')}; a=b; ${cookie}` };
    await expect(sendBare('/rpc', { headers })).resolves.toMatchObject({ status: 101 });
  });

  it('renews its cookie', async () => {
    const { headers } = await send('/rpc', { headers: { ...UPGRADE, origin: address } });
    expect(headers['set-cookie']).toEqual([`${cookie}; Path=/; Max-Age=34560000; HttpOnly; SameSite=Strict`]);
  });
});

describe('the sign-in', () => {
  const json = { 'content-type': 'application/json' };
  const exchange = (token: string, headers: Record<string, string> = { origin: address }) =>
    sendBare('/session', { method: 'POST', headers: { ...json, ...headers }, body: JSON.stringify({ token }) });

  it('sets a cookie for the right token that scripts cannot read', async () => {
    const { status, headers, text } = await exchange('right');
    expect([status, headers['set-cookie'], headers['cache-control'], text]).toEqual([
      204,
      [`${cookie}; Path=/; Max-Age=34560000; HttpOnly; SameSite=Strict`],
      'no-store',
      '',
    ]);
  });

  it('sets none for a wrong token, and limits the rate', async () => {
    const [wrong, often] = [await exchange('wrong'), await exchange('often')];
    expect([wrong.status, wrong.headers['set-cookie'], often.status, often.headers['retry-after']]).toEqual([401, undefined, 429, '1']);
  });

  it.each([
    ['no origin', {}],
    ['another origin', { origin: 'http://127.0.0.1:1' }],
    ['another site', { origin: 'own', 'sec-fetch-site': 'cross-site' }],
  ])('refuses a right token from a page with %s', async (_name, headers) => {
    const named = 'origin' in headers && headers.origin === 'own' ? { ...headers, origin: address } : headers;
    await expect(exchange('right', named)).resolves.toMatchObject({ status: 403 });
  });

  it.each([
    ['no JSON', 'token=right', 400],
    ['too long a body', JSON.stringify({ token: 'x'.repeat(2_000) }), 400],
    ['no token', '{}', 400],
  ])('refuses %s', async (_name, body, status) => {
    const answer = await sendBare('/session', { method: 'POST', headers: { ...json, origin: address }, body });
    expect([answer.status, answer.headers['set-cookie']]).toEqual([status, undefined]);
  });

  it('reports whether a browser is signed in', async () => {
    const [bare, signedIn] = [await sendBare('/session'), await send('/session')];
    expect([bare.status, signedIn.status]).toEqual([401, 204]);
  });
});
