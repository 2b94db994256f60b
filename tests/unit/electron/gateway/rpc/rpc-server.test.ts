import { afterEach, describe, expect, it } from 'vitest';
import { z } from 'zod';
import { ProblemError } from '#contract/problem.ts';
import { command, feed, query } from '#contract/station/operation.ts';
import type { PageLink } from '#gateway/rpc/page-link.ts';
import { RpcServer } from '#gateway/rpc/rpc-server.ts';
import { rpcClientOf, type FramePort } from '#support/rpc-client.ts';
import { untilHolds } from '#support/until-holds.ts';

const contract = {
  things: {
    get: query(z.object({ name: z.string() }), z.custom<Record<string, unknown>>()),
    put: command('screen', z.object({ count: z.number().int() }), z.object({ ok: z.boolean() })),
    watch: feed(z.object({ count: z.number() }), z.object({ type: z.string(), n: z.number() })),
  },
};

const reports: unknown[] = [];
const presses: (number | undefined)[] = [];
const confirmations: (string | undefined)[] = [];
let ended = 0;
const handlers = {
  things: {
    get: async ({ name }: { name: string }) => {
      if (name === 'missing') throw new ProblemError('not-found', { detail: 'There is no thing "missing".', instance: '/things/missing' });
      if (name === 'broken') throw new Error('the secret inside');
      return JSON.parse(`{"name":${JSON.stringify(name)},"__proto__":{"a":1}}`) as Record<string, unknown>;
    },
    put: async ({ count }: { count: number }, pressedAt?: number, confirmation?: string) => {
      presses.push(pressedAt);
      confirmations.push(confirmation);
      return count === 7 ? { wrong: true } : { ok: true };
    },
    watch: async function* ({ count }: { count: number }, signal: AbortSignal) {
      try {
        for (let n = 0; !signal.aborted; n += 1) {
          if (n === count) throw new ProblemError('not-found', { detail: 'The end.' });
          yield { type: n === 0 ? 'snapshot' : 'changed', n };
        }
      } finally {
        ended += 1;
      }
    },
  },
};

/** A link whose page reads when the test says so. */
function pipe(server: RpcServer) {
  const toStation: ((frame: unknown) => void)[] = [];
  const toPage: ((frame: string) => void)[] = [];
  const closed: (() => void)[] = [];
  const waiting: (() => void)[] = [];
  const sent: string[] = [];
  const state = { isSlow: false };
  const link: PageLink = {
    post: (frame) => {
      sent.push(frame);
      queueMicrotask(() => toPage.forEach((listener) => listener(frame)));
    },
    onFrame: (listener) => toStation.push(listener),
    onClose: (listener) => closed.push(listener),
    close: () => closed.forEach((listener) => listener()),
    ready: () => (state.isSlow ? new Promise((resolve) => waiting.push(resolve)) : Promise.resolve()),
  };
  server.attach(link, (call) => call());
  const frames: FramePort = {
    send: (frame) => queueMicrotask(() => toStation.forEach((listener) => listener(frame))),
    onFrame: (listener) => toPage.push(listener),
    onClose: (listener) => closed.push(listener),
  };
  return { frames, sent, state, waiting, link, send: (data: unknown) => toStation.forEach((listener) => listener(data)) };
}

function setup() {
  const server = new RpcServer({ contract, handlers, report: (error) => `E${reports.push(error)}` });
  const page = pipe(server);
  return { server, page, client: rpcClientOf(contract, page.frames) };
}

const turn = (): Promise<void> => new Promise((resolve) => setImmediate(resolve));

afterEach(() => {
  reports.length = 0;
  ended = 0;
});

describe('a call', () => {
  it('returns the value unchanged, with a key named __proto__', async () => {
    const { client } = setup();
    const answer = await client.things.get({ name: 'a' });
    expect(JSON.stringify(answer)).toBe('{"name":"a","__proto__":{"a":1}}');
  });

  it('rejects with the problem that the handler threw', async () => {
    const { client } = setup();
    const problem = await client.things.get({ name: 'missing' }).catch((error: ProblemError) => error.toProblem());
    expect(problem).toEqual({
      type: 'urn:strobe:problem:not-found',
      title: 'Not found',
      status: 404,
      detail: 'There is no thing "missing".',
      instance: '/things/missing',
    });
  });

  it('refuses input that does not fit the contract with a pointer per fault', async () => {
    const { client } = setup();
    await expect(client.things.put({ count: 1.5 })).rejects.toMatchObject({
      slug: 'invalid-input',
      context: { errors: [{ pointer: '/count' }] },
    });
  });

  it('gives an unexpected error an id, and logs its text', async () => {
    const { client } = setup();
    await expect(client.things.get({ name: 'broken' })).rejects.toMatchObject({
      slug: 'internal',
      message: 'Internal error of the station. See the log entry E1.',
    });
    expect(reports).toEqual([new Error('the secret inside')]);
  });

  it('never sends output that its contract does not allow', async () => {
    const { client } = setup();
    await expect(client.things.put({ count: 7 })).rejects.toMatchObject({ slug: 'internal' });
  });

  it('is refused when the page has too many open', async () => {
    const { client, page } = setup();
    page.state.isSlow = true;
    const stop = new AbortController();
    const feeds = Array.from({ length: 256 }, () => client.things.watch({ count: 9 }, stop.signal)[Symbol.asyncIterator]());
    await Promise.all(feeds.map((events) => events.next()));
    await expect(client.things.get({ name: 'a' })).rejects.toMatchObject({ slug: 'too-many-requests' });
    stop.abort();
  });

  it('is refused while the inputs of open calls are too large', async () => {
    const { client, page } = setup();
    page.state.isSlow = true;
    const stop = new AbortController();
    const padding = 'x'.repeat(30 * 1024 * 1024);
    const open = (id: string) => page.send(`{"i":"${id}","p":{"u":"/things/watch","b":{"json":{"count":9,"padding":"${padding}"}}}}`);
    for (const id of ['a', 'b', 'c', 'd', 'e']) open(id);
    await expect.poll(() => page.sent.filter((frame) => frame.includes('too-many-requests')).length).toBe(1);
    for (const id of ['a', 'b', 'c', 'd']) page.send(`{"i":"${id}","t":4}`);
    await turn();
    open('f');
    await expect.poll(() => page.sent.some((frame) => frame.startsWith('{"i":"f"'))).toBe(true);
    expect(page.sent.filter((frame) => frame.includes('too-many-requests'))).toHaveLength(1);
    stop.abort();
    await expect(client.things.put({ count: 1 })).resolves.toEqual({ ok: true });
  });
});

describe('pages', () => {
  it('are limited to 32 at the same time', async () => {
    const { server } = setup();
    const pages = Array.from({ length: 31 }, () => pipe(server));
    const late = pipe(server);
    const call = '{"i":"1","p":{"u":"/things/put","b":{"json":{"count":1}}}}';
    late.send(call);
    await turn();
    expect(late.sent).toEqual([]);
    pages[0]?.link.close();
    const next = pipe(server);
    next.send(call);
    await expect.poll(() => next.sent).toHaveLength(1);
  });
});

describe('a feed', () => {
  it('emits its events in order, and ends with its problem', async () => {
    const { client } = setup();
    const seen: unknown[] = [];
    const reading = (async () => {
      for await (const event of client.things.watch({ count: 3 }, new AbortController().signal)) seen.push(event);
    })();
    await expect(reading).rejects.toMatchObject({ slug: 'not-found' });
    expect(seen).toEqual([
      { type: 'snapshot', n: 0 },
      { type: 'changed', n: 1 },
      { type: 'changed', n: 2 },
    ]);
  });

  it('waits while its page is not ready', async () => {
    const { client, page } = setup();
    page.state.isSlow = true;
    const stop = new AbortController();
    const events = client.things.watch({ count: 1e9 }, stop.signal)[Symbol.asyncIterator]();
    await events.next();
    const before = page.sent.length;
    await turn();
    expect(page.sent.length).toBe(before);
    page.waiting.shift()?.();
    await expect(events.next()).resolves.toEqual({ done: false, value: { type: 'changed', n: 1 } });
    stop.abort();
  });

  it('ends on the station when the page stops reading it', async () => {
    const { client } = setup();
    const stop = new AbortController();
    for await (const event of client.things.watch({ count: 1e9 }, stop.signal)) if (event.n === 2) break;
    await expect.poll(() => ended).toBe(1);
  });
});

describe('the press of a command', () => {
  const call = (h?: unknown) =>
    JSON.stringify({ i: '1', p: { u: '/things/put', b: { json: { count: 1 } }, ...(h !== undefined && { h }) } });

  it.each([
    ['is passed on', { 'pressed-at': '12345' }, 12_345],
    ['may be before the start of the station', { 'pressed-at': '-5' }, -5],
    ['is unknown without the header', {}, undefined],
    ['is unknown without headers', undefined, undefined],
  ])('%s', async (_name, headers, expected) => {
    const { page } = setup();
    presses.length = 0;
    page.send(call(headers));
    await untilHolds(() => expect(page.sent.join('')).toContain('"ok":true'));
    expect(presses).toEqual([expected]);
  });

  it.each(['', 'now', '1e3', '1.5', 12, ['1', '2']])('is refused when it is %o', async (value) => {
    const { page } = setup();
    presses.length = 0;
    page.send(call({ 'pressed-at': value }));
    expect(page.sent.join('')).toContain('must be a whole number of milliseconds');
    expect(presses).toEqual([]);
  });
});

describe('the confirmation of a command', () => {
  const call = (h: unknown) => JSON.stringify({ i: '1', p: { u: '/things/put', b: { json: { count: 1 } }, h } });

  it.each([
    ['is passed on', { confirmation: 'aB3_-z' }, ['aB3_-z', undefined]],
    ['is passed on with the press', { confirmation: 'aB3_-z', 'pressed-at': '7' }, ['aB3_-z', 7]],
    ['is absent without the header', { other: 'aB3_-z' }, [undefined, undefined]],
  ])('%s', async (_name, headers, expected) => {
    const { page } = setup();
    presses.length = confirmations.length = 0;
    page.send(call(headers));
    await untilHolds(() => expect(page.sent.join('')).toContain('"ok":true'));
    expect([...confirmations, ...presses]).toEqual(expected);
  });

  it.each(['', 'two words', 'a'.repeat(101), 12, ['a', 'b']])('is refused when it is %o', async (value) => {
    const { page } = setup();
    confirmations.length = 0;
    page.send(call({ confirmation: value }));
    expect([page.sent.join(''), confirmations]).toEqual([expect.stringContaining('must be a token'), []]);
  });
});

describe('a malformed frame', () => {
  it.each([
    ['{"i":"7","p":{"u":5}}', '7'],
    ['{"i":"8"}', '8'],
    ['{"i":"9","t":17}', '9'],
    ['{"i":"10","p":{"u":"/things/get"', '10'],
    [`{"i":"11","p":{"u":"/things/get","b":${'['.repeat(200)}${']'.repeat(200)}}}`, '11'],
    ['{"i":"12","p":{"u":"//evil.example/x"}}', '12'],
    ['{"i":"13","p":{"u":"/things/unknown","b":{"json":{}}}}', '13'],
    ['{"i":"14","p":{"u":"/things/get","b":{"json":{"name":"2020-01-01"},"meta":[[1,"name"]]}}}', '14'],
    ['{"i":"15","p":{"u":"/things/get"}}', '15'],
    ['{"i":"16","p":{"u":"/things/get","b":5}}', '16'],
    ['{"i":"17","p":{"u":"/things/get","b":{"json":{"name":"a"},"meta":5}}}', '17'],
  ])('is answered with a problem when it names its call: %s', async (frame, id) => {
    const { page } = setup();
    page.send(frame);
    await turn();
    const answers = page.sent.map((text) => JSON.parse(text) as { i: string; p: { b: { json: { data: { problem: unknown } } } } });
    expect(answers).toMatchObject([{ i: id, p: { b: { json: { data: { problem: { status: expect.any(Number) as number } } } } } }]);
  });

  it.each([['nonsense'], [undefined], ['[]'], ['{"i":5}'], ['null'], [new Uint8Array(3)]])(
    'that names no call is ignored: %s',
    async (frame) => {
      const { page, client } = setup();
      page.send(frame);
      await turn();
      expect(page.sent).toEqual([]);
      await expect(client.things.put({ count: 1 })).resolves.toEqual({ ok: true });
    },
  );
});
