import { afterAll, beforeAll, describe, expect, it } from 'vitest';
import { openService, type Answer, type OpenService } from '#support/open-service.ts';

let service: OpenService;
beforeAll(async () => {
  service = await openService({ virtualPrinters: 1 });
});
afterAll(() => service.close());

/** Paths that attackers commonly request. */
const PATHS = [
  '/.env',
  '/.git/config',
  '/admin',
  '/api',
  '/api/v1/labels',
  '/api/v3',
  '/api/v3/',
  '/api/v3/labels/',
  '/api/v3/users',
  '/api/v3/labels/../../etc/passwd',
  '/api/v3/%2e%2e/%2e%2e/etc/passwd',
  '/wp-login.php',
  '/docs/../../package.json',
  '//evil.example/',
];
const METHODS = ['GET', 'POST', 'PUT', 'DELETE', 'PATCH', 'TRACE', 'PROPFIND', 'SEARCH'];

/** Texts that would reveal the program or the location of its files. */
function betrayed({ headers, text }: Answer): string[] {
  const names = Object.keys(headers).filter((name) => ['server', 'x-powered-by', 'via'].includes(name));
  const words = text.match(/node_modules|fastify|\bat \w+ \(|\.ts:\d|root:x:0|0\.0\.0/gi) ?? [];
  return [...names, ...words];
}

describe('E25 an attacker', () => {
  it.each(METHODS)('E25 is told with %s that there is nothing, always in the same way', async (method) => {
    for (const path of PATHS) {
      const answer = await service.call(path, { method });
      expect([400, 404, 405], `${method} ${path}`).toContain(answer.status);
      expect(answer.headers['content-type'], `${method} ${path}`).toMatch(/^application\/problem\+json/);
      expect(betrayed(answer), `${method} ${path}`).toEqual([]);
    }
  });

  it('E25 learns only the accepted methods of an existing path', async () => {
    for (const method of METHODS.filter((one) => !['GET', 'PUT', 'DELETE'].includes(one))) {
      const answer = await service.call('/api/v3/labels/Carton', { method });
      expect({ status: answer.status, allow: answer.headers.allow }).toEqual({ status: 405, allow: 'DELETE, GET, HEAD, PUT' });
      expect(betrayed(answer)).toEqual([]);
    }
  });
});
