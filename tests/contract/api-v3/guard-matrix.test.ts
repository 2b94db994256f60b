import { createHash } from 'node:crypto';
import { sql } from 'kysely';
import { afterAll, beforeAll, expect, it } from 'vitest';
import { openService, textLabel, warm, type Answer, type OpenService } from '#support/open-service.ts';

/**
 * Every combination of what a request says about its sender with what it asks for. Each value states whether it may be admitted, so that
 * this table does not repeat the rule of the guard: a request is allowed when all three of its parts are.
 */
interface Part {
  value: (host: string) => string | undefined;
  isOurs: boolean;
}

const ours = (value: string | undefined | ((host: string) => string)): Part => ({ value: asFunction(value), isOurs: true });
const foreign = (value: string | ((host: string) => string)): Part => ({ value: asFunction(value), isOurs: false });

function asFunction(value: string | undefined | ((host: string) => string)): Part['value'] {
  return typeof value === 'function' ? value : () => value;
}

const hosts = (port: number): Part[] => [
  ours(`127.0.0.1:${port}`),
  ours(`localhost:${port}`),
  ours(`LocalHost:${port}`),
  ours(`[::1]:${port}`),
  foreign('evil.example'),
  foreign(`evil.example:${port}`),
  foreign('127.0.0.1'),
  foreign(`127.0.0.1:${port === 1 ? 2 : 1}`),
  foreign(`127.0.0.1.evil.example:${port}`),
  foreign(`localhost:${port}.evil.example`),
  foreign(`evil@127.0.0.1:${port}`),
  foreign('*'),
];

const ORIGINS: Part[] = [
  ours(undefined),
  ours((host) => `http://${host.toLowerCase()}`),
  foreign('null'),
  foreign('http://evil.example'),
  foreign((host) => `http://evil.example/?http://${host}`),
  foreign((host) => `http://${host}.evil.example`),
  foreign((host) => `http://evil-${host}`),
  foreign((host) => `https://${host}`),
  foreign('http://localhost'),
  foreign('file://'),
];

const SITES: Part[] = [
  ours(undefined),
  ours('none'),
  ours('same-origin'),
  foreign('same-site'),
  foreign('cross-site'),
  foreign('nonsense'),
];

/** What is requested, and the status when the sender is allowed. */
interface Request {
  method: string;
  path: string;
  type?: string;
  body?: string;
  headers?: Record<string, string>;
  answered: readonly number[];
}

const PRINTER = '/api/v3/printers/Line%201';
const JSON_TYPE = 'application/json';
const FORM_TYPE = 'application/x-www-form-urlencoded';
const UPGRADE = {
  connection: 'Upgrade',
  upgrade: 'websocket',
  'sec-websocket-version': '13',
  'sec-websocket-key': 'AAAAAAAAAAAAAAAAAAAAAA==',
};

const REQUESTS: Request[] = [
  { method: 'GET', path: '/api/v3/labels', answered: [200] },
  { method: 'HEAD', path: '/api/v3/variables', answered: [200] },
  { method: 'OPTIONS', path: '/api/v3/labels/Carton', headers: { 'access-control-request-method': 'PUT' }, answered: [405] },
  { method: 'GET', path: `${PRINTER}/status`, headers: UPGRADE, answered: [200] },
  { method: 'POST', path: `${PRINTER}/trigger`, answered: [202, 409] },
  { method: 'POST', path: `${PRINTER}/trigger`, type: 'text/plain', body: 'x', answered: [415] },
  { method: 'POST', path: `${PRINTER}/abortPrint`, type: JSON_TYPE, answered: [204] },
  { method: 'POST', path: `${PRINTER}/trigger`, type: 'text/plain', answered: [202, 409] },
  { method: 'POST', path: `${PRINTER}/abortPrint`, type: FORM_TYPE, answered: [204] },
  { method: 'POST', path: `${PRINTER}/abortPrint`, type: FORM_TYPE, body: 'a=b', answered: [415] },
  { method: 'POST', path: `${PRINTER}/printJob`, type: JSON_TYPE, body: '{"labelName":"Carton"}', answered: [200, 409] },
  { method: 'POST', path: `${PRINTER}/printJob`, type: 'multipart/form-data; boundary=x', body: '--x--', answered: [415] },
  { method: 'POST', path: `${PRINTER}/printJob`, type: 'multipart/form-data; boundary=x', answered: [204] },
  { method: 'PUT', path: '/api/v3/variables/Batch', type: JSON_TYPE, body: '{"value":"2"}', answered: [201, 204] },
  { method: 'PUT', path: '/api/v3/variables/Batch', type: 'text/plain', body: '{"value":"2"}', answered: [415] },
  { method: 'PUT', path: '/api/v3/variables/Batch', type: 'text/plain', answered: [400] },
  { method: 'DELETE', path: '/api/v3/variables/Batch', answered: [204, 404] },
  { method: 'DELETE', path: '/api/v3/variables/Batch', type: 'text/plain', answered: [204, 404] },
  { method: 'DELETE', path: '/api/v3/variables/Batch', type: 'text/plain', body: 'x', headers: { 'content-length': '1' }, answered: [415] },
];

interface Combination extends Request {
  host: string;
  origin: string | undefined;
  site: string | undefined;
  isAllowed: boolean;
}

function combinations(port: number): Combination[] {
  return hosts(port).flatMap((host) =>
    ORIGINS.flatMap((origin) =>
      SITES.flatMap((site) => {
        const name = host.value('') ?? '';
        const sender = { host: name, origin: origin.value(name), site: site.value(name) };
        const isAllowed = host.isOurs && origin.isOurs && site.isOurs;
        return REQUESTS.map((request) => ({ ...request, ...sender, isAllowed }));
      }),
    ),
  );
}

let service: OpenService;
let all: Combination[];
beforeAll(async () => {
  service = await openService({ virtualPrinters: 2 });
  await service.call('/api/v3/labels/Carton', { method: 'PUT', body: textLabel('x') });
  await service.call('/api/v3/variables/Batch', { method: 'PUT', body: { value: '1' } });
  await warm(service);
  await service.call(`${PRINTER}/printJob`, { method: 'POST', body: { labelName: 'Carton' } });
  all = combinations(service.port);
});
afterAll(() => service.close());

/** A digest of the database and the state of the printer. */
async function state(): Promise<string> {
  // The outcomes of earlier requests are recorded in the background.
  await service.audit.idle();
  const tables = await service.db.introspection.getTables();
  const rows = await Promise.all(tables.map(({ name }) => sql`SELECT * FROM ${sql.table(name)}`.execute(service.db)));
  const status = (await service.call(`${PRINTER}/status`)).text;
  return createHash('sha256')
    .update(JSON.stringify([rows.map((one) => one.rows), status]))
    .digest('hex');
}

function send({ method, path, type, body, headers, host, origin, site }: Combination): Promise<Answer> {
  const sender = { host, ...(origin !== undefined && { origin }), ...(site !== undefined && { 'sec-fetch-site': site }) };
  return service.call(path, { method, headers: { ...sender, ...(type !== undefined && { 'content-type': type }), ...headers }, body });
}

const AT_A_TIME = 16;

/** The requests with an unexpected status, as text. */
async function wrong(asked: readonly Combination[], isRight: (combination: Combination, answer: Answer) => boolean): Promise<string[]> {
  const found: string[] = [];
  const left = [...asked];
  const client = async () => {
    for (let next = left.pop(); next; next = left.pop()) {
      const answer = await send(next);
      if (!isRight(next, answer)) {
        found.push(`${next.method} ${next.path} ${next.type} from ${next.host} ${next.origin} ${next.site}: ${answer.status}`);
      }
    }
  };
  await Promise.all(Array.from({ length: AT_A_TIME }, client));
  return found;
}

/** Milliseconds for thousands of requests, also while other programs use the processor. */
const LIMIT = 240_000;

it(
  'E1 E2 E3 E5 E6 refuses every request whose host, origin or site is foreign, and none of them changes anything',
  async () => {
    const refused = all.filter(({ isAllowed }) => !isAllowed);
    const before = await state();
    const isRefusal = ({ method }: Combination, { status, headers, text }: Answer) =>
      status === 403 &&
      !Object.keys(headers).some((name) => name.startsWith('access-control')) &&
      headers.upgrade === undefined &&
      (method === 'HEAD' || text.includes('urn:strobe:problem:foreign-origin'));
    expect(await wrong(refused, isRefusal)).toEqual([]);
    expect(await state()).toBe(before);
    expect(refused.length).toBeGreaterThan(2_000);
  },
  LIMIT,
);

it(
  'E1 E4 E6 admits every allowed sender: a command line, a machine controller, a page of its own',
  async () => {
    const allowed = all.filter(({ isAllowed }) => isAllowed);
    expect(await wrong(allowed, ({ answered }, { status }) => answered.includes(status))).toEqual([]);
    expect(allowed.length).toBeGreaterThan(200);
  },
  LIMIT,
);
