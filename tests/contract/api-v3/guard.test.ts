import { connect } from 'node:net';
import { afterAll, beforeAll, describe, expect, it } from 'vitest';
import { openService, type OpenService } from '#support/open-service.ts';

/** Browsers reach loopback: a rebound DNS name is recognised by its Host, a foreign page by its Origin. */

let service: OpenService;
let own: string;
beforeAll(async () => {
  service = await openService({ virtualPrinters: 1 });
  own = `127.0.0.1:${service.port}`;
});
afterAll(() => service.close());

const REFUSED = { status: 403, json: { type: 'urn:strobe:problem:foreign-origin' } };

/** One request for every operation of the document. */
function operations(): [string, string][] {
  const { paths } = service.document as { paths: Record<string, object> };
  return Object.entries(paths).flatMap(([path, methods]) =>
    Object.keys(methods).map((method): [string, string] => [method.toUpperCase(), path.replaceAll(/\{\w+\}/g, '1')]),
  );
}

describe('the guard', () => {
  it('E1 E3 lets a request in only when host, origin and fetch site are all ours', async () => {
    const hosts = { ours: [own, `localhost:${service.port}`], foreign: ['evil.example', `evil.example:${service.port}`, '127.0.0.1:1'] };
    const origins = {
      ours: (host: string) => [undefined, `http://${host}`],
      foreign: [
        'null',
        'http://evil.example',
        `http://127.0.0.1:${service.port}.evil.example`,
        'http://localhost.evil.com',
        `https://${own}`,
      ],
    };
    const sites = { ours: [undefined, 'same-origin', 'none'], foreign: ['cross-site', 'same-site'] };
    const wrong: string[] = [];
    for (const host of [...hosts.ours, ...hosts.foreign]) {
      for (const origin of [...origins.ours(host), ...origins.foreign]) {
        for (const site of [...sites.ours, ...sites.foreign]) {
          const isOurs = hosts.ours.includes(host) && origins.ours(host).includes(origin) && sites.ours.includes(site);
          const headers = { host, ...(origin && { origin }), ...(site && { 'sec-fetch-site': site }) };
          const { status } = await service.call('/api/v3/labels', { headers });
          if (status !== (isOurs ? 200 : 403)) wrong.push(`${host} ${origin} ${site}: ${status}`);
        }
      }
    }
    expect(wrong).toEqual([]);
  });

  it('E1 E2 protects every operation', async () => {
    for (const [method, path] of operations()) {
      expect(await service.call(path, { method, headers: { host: 'evil.example' } })).toMatchObject(REFUSED);
      expect(await service.call(path, { method, headers: { 'sec-fetch-site': 'cross-site' } })).toMatchObject(REFUSED);
    }
  });

  it.each(['/docs', '/docs/static/swagger-ui.css', '/docs/json', '/nowhere', '/api/v3/labels/%zz', '/'])('E1 protects %s', async (path) => {
    expect(await service.call(path, { headers: { host: 'evil.example' } })).toMatchObject(REFUSED);
  });

  it('E2 refuses a cross-site POST without a body before it aborts or triggers anything', async () => {
    for (const path of ['trigger', 'abortPrint', 'printJob', 'printers/Line%201/trigger']) {
      const headers = { origin: 'http://evil.example', 'content-type': 'text/plain' };
      expect(await service.call(`/api/v3/${path}`, { method: 'POST', headers })).toMatchObject(REFUSED);
    }
  });

  it('E5 sends no CORS headers to a foreign preflight', async () => {
    const headers = { origin: 'http://evil.example', 'access-control-request-method': 'PUT' };
    const answer = await service.call('/api/v3/labels/a', { method: 'OPTIONS', headers });
    expect(answer).toMatchObject(REFUSED);
    expect(Object.keys(answer.headers).filter((name) => name.startsWith('access-control'))).toEqual([]);
  });

  it('E6 refuses a WebSocket upgrade of a foreign origin', async () => {
    const headers = {
      origin: 'http://evil.example',
      connection: 'Upgrade',
      upgrade: 'websocket',
      'sec-websocket-version': '13',
      'sec-websocket-key': 'AAAAAAAAAAAAAAAAAAAAAA==',
    };
    expect((await service.call('/api/v3/labels', { headers })).status).toBe(403);
  });

  it('refuses a request with two hosts', async () => {
    const answer = await raw(`GET /api/v3/labels HTTP/1.1\r\nHost: ${own}\r\nHost: evil.example\r\nConnection: close\r\n\r\n`);
    expect(answer).toMatch(/^HTTP\/1\.1 403 /);
  });

  it('E1 takes the host of a target that names one, whatever its header says', async () => {
    const asked = (authority: string) => raw(`GET http://${authority}/api/v3/labels HTTP/1.1\r\nHost: ${own}\r\nConnection: close\r\n\r\n`);
    expect([await asked(own), await asked('evil.example')]).toEqual([
      expect.stringMatching(/^HTTP\/1\.1 200 /),
      expect.stringMatching(/^HTTP\/1\.1 403 /),
    ]);
  });

  it('refuses a request without a host', async () => {
    expect(await raw('GET /api/v3/labels HTTP/1.0\r\n\r\n')).toMatch(/^HTTP\/1\.1 403 /);
  });
});

/** Sends bytes and returns everything received until the connection ends. */
function raw(text: string): Promise<string> {
  return new Promise((resolve, reject) => {
    let answer = '';
    const socket = connect(service.port, '127.0.0.1', () => socket.write(text));
    socket.on('data', (bytes) => (answer += bytes.toString()));
    socket.on('close', () => resolve(answer));
    socket.on('error', reject);
  });
}
