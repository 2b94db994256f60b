import { Random } from '#support/random.ts';
import type { Document, Operation } from './open-api.ts';
import { CSV_BODIES, NAMES, RAW_BODIES, TEXTS } from './pools.ts';
import { Values } from './values.ts';

export interface FuzzRequest {
  number: number;
  operation: Operation;
  method: string;
  path: string;
  headers: Record<string, string>;
  body: string | undefined;
}

const METHODS = ['GET', 'POST', 'PUT', 'DELETE', 'PATCH', 'OPTIONS'];
const TYPES = ['application/json', 'text/csv', 'text/plain', 'font/ttf', 'application/json; charset=utf-8', 'x'];
const ACCEPTED = [
  '*/*',
  'application/json',
  'image/png',
  'text/csv',
  'text/html',
  '',
  'image/*;q=0.1,application/json;q=0',
  'x'.repeat(500),
];
const TAGS = ['*', '"x"', 'W/"x"', '"', 'x', '"a","b"'];
const PRINTERS = ['Line 1', 'Line 1', 'Line 2', 'Line 3'];

/** The request with this number; the same seed and number always give the same one. */
export function makeRequest(
  document: Document,
  operations: readonly Operation[],
  { seed, number }: { seed: number; number: number },
): FuzzRequest {
  const random = new Random(seed * 1_000_003 + number);
  const operation = random.pick(operations);
  const isWild = random.fraction() < 0.5;
  const values = new Values(random, document, isWild ? 0.06 : 0);
  const method = random.fraction() < 0.02 ? random.pick(METHODS) : operation.method;
  const body = method === 'GET' ? undefined : makeBody(operation, values, random);
  return {
    ...{ number, operation, method },
    path: makePath(operation, random) + makeQuery(operation, values, random),
    headers: { ...makeHeaders(operation, random), ...body?.headers },
    body: body?.text,
  };
}

function makePath({ path }: Operation, random: Random): string {
  const filled = path.replaceAll(/\{(\w+)\}/g, (_part, key: string) => encode(partFor(path, key, random)));
  return random.fraction() < 0.01 ? `${filled}${random.pick(['%zz', '/', '%00', '%ED%A0%80', '//', '/..', ';x'])}` : filled;
}

function partFor(path: string, key: string, random: Random): string {
  if (random.fraction() < 0.1) return random.pick(TEXTS).slice(0, 400);
  if (path.startsWith('/api/v3/printers/') && key === 'name') return random.pick(PRINTERS);
  if (['id', 'revision'].includes(key)) return String(random.pick([0, 1, 2, 3, 10, 50, -1, 1e15, 2 ** 53]));
  return random.pick(NAMES);
}

/** Percent-encodes a text; a lone surrogate, which has no encoding, becomes what careless clients send. */
function encode(text: string): string {
  return encodeURIComponent(text.toWellFormed());
}

function makeQuery({ query }: Operation, values: Values, random: Random): string {
  const given = query
    .filter(() => random.fraction() < 0.35)
    .map(({ name = '', schema = {} }) => [name, random.fraction() < 0.15 ? values.text(name) : String(values.make(schema, name))]);
  if (random.fraction() < 0.02) given.push([random.pick(TEXTS).slice(0, 50), 'x']);
  const text = given.map(([name = '', value = '']) => `${encode(name)}=${encode(value.slice(0, 2_000))}`).join('&');
  return text === '' ? '' : `?${text}`;
}

function makeHeaders({ headers }: Operation, random: Random): Record<string, string> {
  const made: Record<string, string> = {};
  for (const name of headers) {
    if (random.fraction() < 0.1)
      made[name] = name === 'Idempotency-Key' ? random.pick(['a', 'b', 'c d', 'é', 'x'.repeat(300)]) : random.pick(TAGS);
  }
  if (random.fraction() < 0.2) made['Accept'] = random.pick(ACCEPTED);
  if (random.fraction() < 0.05) made['Strobe-Author'] = random.pick(['Ann', '%', '%zz', '%00', '%F0%9F%92%A5', 'x'.repeat(2_000)]);
  if (random.fraction() < 0.01) made['Content-Encoding'] = random.pick(['gzip', 'identity', 'br']);
  return made;
}

function makeBody({ bodies }: Operation, values: Values, random: Random): { headers: Record<string, string>; text: string } | undefined {
  const [type, schema] = bodies.length > 0 ? random.pick(bodies) : ['application/json', undefined];
  if (random.fraction() < (schema ? 0.03 : 0.9)) return undefined;
  const headers = { 'Content-Type': random.fraction() < 0.03 ? random.pick(TYPES) : type };
  if (random.fraction() < 0.04) return { headers, text: random.pick(RAW_BODIES) };
  if (type === 'text/csv') return { headers, text: random.pick(CSV_BODIES) };
  const text = JSON.stringify(values.make(schema ?? {}));
  return { headers, text: random.fraction() < 0.03 ? damaged(text, random) : text };
}

function damaged(text: string, random: Random): string {
  const at = random.whole(0, text.length);
  return text.slice(0, at) + random.pick(['', '"', '{', ',', '\\', '\u0001', '1e999']) + text.slice(at + random.whole(0, 3));
}
