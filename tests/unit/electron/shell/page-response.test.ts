import { mkdirSync, mkdtempSync, rmSync, writeFileSync } from 'node:fs';
import { tmpdir } from 'node:os';
import { join } from 'node:path';
import { Readable } from 'node:stream';
import { text } from 'node:stream/consumers';
import { afterAll, beforeAll, describe, expect, it, vi } from 'vitest';
import { ProblemError } from '#contract/problem.ts';
import { pageResponse, type PassBytes } from '#shell/page-response.ts';

const NO_BYTES: PassBytes = () => Promise.reject(new Error('no bytes were expected'));

describe('an answer to the page', () => {
  let folder = '';
  beforeAll(() => {
    folder = mkdtempSync(join(tmpdir(), 'strobe-page-'));
    mkdirSync(join(folder, 'page/assets'), { recursive: true });
    writeFileSync(join(folder, 'page/index.html'), 'index');
    writeFileSync(join(folder, 'page/assets/index-1.js'), 'script');
    writeFileSync(join(folder, 'page/.secret.js'), 'secret');
    writeFileSync(join(folder, 'secret.js'), 'secret');
  });
  afterAll(() => rmSync(folder, { recursive: true }));

  const ask = (path: string, init?: RequestInit, passBytes = NO_BYTES): Promise<Response> =>
    pageResponse({ root: join(folder, 'page'), passBytes, report: () => 'log-1' })(new Request(`app://strobe${path}`, init));
  const summary = async (answer: Response): Promise<unknown> => [answer.status, answer.headers.get('content-type'), await answer.text()];

  it.each(['/', '/index.html', '/printers/1/Line%201', '/labels/Cola%200.5%20l', '/tables/a%2Fb.csv', '/labels/..%2Fx'])(
    'is the page at %s',
    async (path) => {
      expect(await summary(await ask(path))).toEqual([200, 'text/html; charset=utf-8', 'index']);
    },
  );

  it('is a file of the page, in its media type', async () => {
    expect(await summary(await ask('/assets/index-1.js?v=1'))).toEqual([200, 'text/javascript; charset=utf-8', 'script']);
  });

  it.each([
    '/assets/gone.js',
    '/.secret.js',
    '/..%2Fsecret.js',
    '/%2e%2e%2fsecret.js',
    '/assets/..%5C..%5Csecret.js',
    '/C:%5Csecret.js',
    '/%00.js',
  ])('is not found at %s', async (path) => {
    const answer = await ask(path);
    expect([answer.status, answer.headers.get('content-type'), ((await answer.json()) as { type: string }).type]).toEqual([
      404,
      'application/problem+json',
      'urn:strobe:problem:not-found',
    ]);
  });

  it('is a problem for invalid percent-encoding and for an unsupported method', async () => {
    expect([(await ask('/%E0%A4%A')).status, (await ask('/index.html', { method: 'POST' })).status]).toEqual([400, 405]);
  });

  it('passes a table on, in both directions', async () => {
    const received: unknown[] = [];
    const passBytes: PassBytes = async ({ body, signal: _signal, ...rest }) => {
      received.push({ ...rest, body: body && (await text(body)) });
      return { status: 200, headers: { 'content-type': 'text/csv' }, body: Readable.from([Buffer.from('a,'), Buffer.from('b')]) };
    };
    const path = '/controllers/c1/api/v3/tables/Products%20A?v=1';
    const answer = await ask(path, { method: 'PUT', body: 'x,y', headers: { 'content-type': 'text/csv' } }, passBytes);
    expect([received, await summary(answer)]).toEqual([
      [{ method: 'PUT', url: path, contentType: 'text/csv', contentLength: undefined, body: 'x,y' }],
      [200, 'text/csv', 'a,b'],
    ]);
  });

  it.each(['/languages/it.json', '/event-log.csv?text=ink'])('is the file of the station at %s', async (path) => {
    const passBytes: PassBytes = ({ url }) => Promise.resolve({ status: 200, headers: {}, body: Readable.from([Buffer.from(url)]) });
    expect(await (await ask(path, {}, passBytes)).text()).toBe(path);
  });

  it('has no body when the controller sent none', async () => {
    const answer = await ask('/controllers/c1/x', {}, () => Promise.resolve({ status: 204, headers: {}, body: undefined }));
    expect([answer.status, answer.body]).toEqual([204, null]);
  });

  it('is the problem of a refusal', async () => {
    const refusal = new ProblemError('controller-unreachable', { detail: 'It is off.' });
    const answer = await ask('/controllers/c1/x', {}, () => Promise.reject(refusal));
    expect([answer.status, await answer.json()]).toEqual([502, refusal.toProblem()]);
  });

  it('has only the log entry of an unexpected error', async () => {
    const report = vi.fn(() => 'log-7');
    const fault = new Error('secret path /etc/x');
    const answer = await pageResponse({ root: folder, passBytes: () => Promise.reject(fault), report })(
      new Request('app://strobe/controllers/c1/x'),
    );
    expect([answer.status, await answer.text(), report.mock.calls]).toEqual([
      500,
      expect.stringMatching(/^(?!.*secret).*log-7/),
      [[fault]],
    ]);
  });
});
