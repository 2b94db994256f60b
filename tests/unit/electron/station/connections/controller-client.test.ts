import { inspect } from 'node:util';
import { gzipSync } from 'node:zlib';
import { afterEach, beforeEach, describe, expect, it } from 'vitest';
import { z } from 'zod';
import { ProblemError } from '#contract/problem.ts';
import { ControllerClient } from '#station/connections/controller-client.ts';
import { FakeController, type Behaviour } from '#support/fake-controller.ts';

let controller: FakeController;
let client: ControllerClient;

beforeEach(async () => {
  controller = await new FakeController('one').start();
  client = new ControllerClient(controller.url);
});

afterEach(async () => {
  client.stop();
  await controller.kill();
});

const get = (path = '/api/v3/printers', limit = 2_000) => client.json({ method: 'GET', path, limit });
const problemOf = (call: Promise<unknown>): Promise<ProblemError> =>
  call.then(
    () => expect.fail('it was answered'),
    (error: ProblemError) => error,
  );
const answering =
  (status: number, headers: Record<string, string>, body: string | Buffer): Behaviour =>
  (_request, response) => {
    response.writeHead(status, headers).end(body);
    return true;
  };

describe('an answer', () => {
  it('is returned as a JSON value', async () => {
    await expect(get()).resolves.toEqual({ status: 200, value: controller.printers });
  });

  it('D7 that is not JSON is refused with its media type', async () => {
    controller.behaviour = answering(200, { 'content-type': 'text/html' }, '<html></html>');
    await expect(problemOf(get())).resolves.toMatchObject({
      slug: 'controller-answer-invalid',
      message: 'The controller answered "text/html" instead of JSON.',
    });
  });

  it.each([
    ['truncated', '{"a":'],
    ['100 000 levels deep', '['.repeat(100_000) + ']'.repeat(100_000)],
    ['with a number beyond all numbers', '{"level":1e400}'],
    ['with NaN', '{"level":NaN}'],
  ])('D7 %s is refused', async (_name, body) => {
    controller.behaviour = answering(200, { 'content-type': 'application/json' }, body);
    await expect(problemOf(get())).resolves.toMatchObject({ slug: 'controller-answer-invalid' });
  });

  it('D7 that does not match the schema is refused', async () => {
    const reading = client.read(z.array(z.string()), { method: 'GET', path: '/api/v3/printers' });
    await expect(problemOf(reading)).resolves.toMatchObject({
      slug: 'controller-answer-invalid',
      message: "The controller's answer to GET /api/v3/printers does not have the expected format.",
    });
  });

  it('D9 that redirects is not followed', async () => {
    controller.behaviour = answering(302, { location: 'http://169.254.169.254/latest' }, '');
    await expect(problemOf(get())).resolves.toMatchObject({
      slug: 'controller-answer-invalid',
      message: 'The controller answered with a redirect (302). Redirects are not followed.',
    });
  });

  it('D8 larger than 32 MiB is refused', async () => {
    let sent = 0;
    controller.behaviour = (_request, response) => {
      response.writeHead(200, { 'content-type': 'application/json' });
      const block = Buffer.alloc(1024 * 1024, ' ');
      const pour = (): void => {
        if (response.destroyed) return;
        sent += block.length;
        response.write(block, () => setImmediate(pour));
      };
      pour();
      return true;
    };
    await expect(problemOf(get('/api/v3/printers', 20_000))).resolves.toMatchObject({ slug: 'controller-unreachable' });
    expect(sent).toBeLessThan(64 * 1024 * 1024);
  });

  it('D8 that is compressed is not decompressed', async () => {
    controller.behaviour = answering(
      200,
      { 'content-type': 'application/json', 'content-encoding': 'gzip' },
      gzipSync(Buffer.alloc(1 << 24)),
    );
    await expect(problemOf(get())).resolves.toMatchObject({ slug: 'controller-answer-invalid' });
  });

  it('D8 that arrives slowly is refused after the time limit', async () => {
    controller.behaviour = (_request, response) => {
      response.writeHead(200, { 'content-type': 'application/json' });
      const drip = setInterval(() => response.write(' '), 20);
      response.on('close', () => clearInterval(drip));
      return true;
    };
    await expect(problemOf(get('/api/v3/printers', 150))).resolves.toMatchObject({
      slug: 'controller-unreachable',
      message: `${controller.url} does not answer: no answer within 0.15 s.`,
    });
  });
});

describe('a failure', () => {
  it('D1 of a controller that hangs ends in time', async () => {
    controller.behaviour = () => true;
    await expect(problemOf(get('/api/v3/printers', 100))).resolves.toMatchObject({ slug: 'controller-unreachable' });
  });

  it('of a controller that has ended says that the connection was refused', async () => {
    await controller.kill();
    await expect(problemOf(get())).resolves.toMatchObject({
      slug: 'controller-unreachable',
      message: `${controller.url} does not answer: the connection was refused.`,
    });
  });

  it('D1 of a closed connection says so', async () => {
    controller.behaviour = (request) => {
      request.socket.destroy();
      return true;
    };
    await expect(problemOf(get())).resolves.toMatchObject({ message: `${controller.url} does not answer: the connection was closed.` });
  });

  it('keeps the problem of a Strobe controller unchanged', async () => {
    const problem = new ProblemError('invalid-input', {
      detail: 'bad',
      instance: '/x',
      errors: [{ pointer: '/a', detail: 'b' }],
    }).toProblem();
    controller.answers.set('GET /x', { status: 400, type: 'application/problem+json', body: problem });
    expect((await problemOf(get('/x'))).toProblem()).toEqual(problem);
  });

  it.each([
    [400, 'invalid-input'],
    [404, 'not-found'],
    [409, 'controller-refused'],
    [500, 'printer-failed'],
  ])("keeps title and detail of another controller's %i", async (status, slug) => {
    controller.answers.set('GET /x', {
      status,
      type: 'application/problem+json',
      body: { type: 'about:blank', title: 'No ink', detail: 'Fill it', errors: 5 },
    });
    await expect(problemOf(get('/x'))).resolves.toMatchObject({ slug, message: 'No ink: Fill it' });
  });

  it('without a problem document has the status', async () => {
    controller.answers.set('GET /x', { status: 503, type: 'text/html', body: '<h1>Sorry</h1>' });
    await expect(problemOf(get('/x'))).resolves.toMatchObject({
      slug: 'printer-failed',
      message: 'The controller answered with status 503.',
    });
  });
});

it('repeats a read on a new socket when the server closed the kept-alive one', async () => {
  await get();
  let cut = 0;
  controller.behaviour = (request) => {
    if (cut > 0) return false;
    cut += 1;
    request.socket.destroy();
    return true;
  };
  await expect(get()).resolves.toMatchObject({ status: 200 });
});

describe('a change', () => {
  it('D2 is sent once even when its answer is lost', async () => {
    let count = 0;
    controller.behaviour = (request) => {
      count += 1;
      request.socket.destroy();
      return true;
    };
    await problemOf(client.json({ method: 'POST', path: '/api/v3/printers/a/trigger' }));
    expect(count).toBe(1);
  });

  it('uses its own socket', async () => {
    const ports = new Set<number | undefined>();
    controller.behaviour = (request) => {
      ports.add(request.socket.remotePort);
      return false;
    };
    await get();
    await get();
    expect(ports.size).toBe(1);
    controller.answers.set('POST /x', { status: 204 });
    await client.json({ method: 'POST', path: '/x' });
    expect(ports.size).toBe(2);
  });

  it('without a body has no content type', async () => {
    controller.answers.set('POST /x', { status: 204 });
    await client.json({ method: 'POST', path: '/x' });
    expect(controller.received.at(-1)?.headers['content-type']).toBeUndefined();
  });

  it('with an empty JSON body has the content type', async () => {
    controller.answers.set('POST /x', { status: 204 });
    await expect(client.json({ method: 'POST', path: '/x', isEmptyJson: true })).resolves.toEqual({ status: 204, value: undefined });
    expect(controller.received.at(-1)).toMatchObject({ body: '', headers: { 'content-type': 'application/json', 'content-length': '0' } });
  });
});

it('supports http and https only', () => {
  expect(() => new ControllerClient('file:///etc/passwd')).toThrow(ProblemError);
});

describe('a key', () => {
  it('E26 is sent with every request, and is not in logged errors', async () => {
    const locked = new ControllerClient(controller.url, { key: 'strobe_secret' });
    await locked.json({ method: 'GET', path: '/api/v3/printers' });
    expect(controller.received.at(-1)?.headers['authorization']).toBe('Bearer strobe_secret');
    controller.behaviour = (request) => Boolean(request.destroy());
    for (const method of ['GET', 'POST'] as const) {
      const problem = await problemOf(locked.json({ method, path: '/api/v3/printers' }));
      expect(problem.slug).toBe('controller-unreachable');
      expect(inspect(problem, { depth: 12, showHidden: true })).not.toContain('secret');
    }
    locked.stop();
  });
});

describe('a command that expires', () => {
  const trigger = { method: 'POST', path: '/api/v3/printers/Line%201/trigger' } as const;
  let elapsed = 0;
  const open = () => (client = new ControllerClient(controller.url, {}, { clock: { elapsed: () => elapsed } }));
  const time = () => ({ pressedAt: elapsed - 500, limit: 2_000, refusal: 'Not triggered' });
  const sent = () => controller.received.filter(({ method }) => method === 'POST');

  beforeEach(() => {
    elapsed = 50_000;
    controller.answers.set('POST /api/v3/printers/Line%201/trigger', { status: 202, body: { result: 'printing' } });
  });

  it('D18 says how much time is left, and what the clock of the controller shows', async () => {
    const reading = open();
    controller.behaviour = answering(200, { 'content-type': 'application/json', 'strobe-clock': '7000.5' }, '{}');
    await reading.request({ method: 'GET', path: '/healthz' });
    controller.behaviour = undefined;
    elapsed += 1_000;
    await reading.withAccess({ key: 'strobe_secret' }).json({ ...trigger, time: time() });
    // A drift of 0.1 % in one second is a millisecond.
    expect(sent()).toMatchObject([{ headers: { 'strobe-expires-in': '1500', 'strobe-sent-at': '7999' } }]);
  });

  it('D7 ignores a clock that is no number', async () => {
    const reading = open();
    controller.behaviour = answering(200, { 'content-type': 'application/json', 'strobe-clock': 'noon' }, '{}');
    await reading.request({ method: 'GET', path: '/healthz' });
    controller.behaviour = undefined;
    await reading.json({ ...trigger, time: time() });
    expect(sent()[0]?.headers).toMatchObject({ 'strobe-expires-in': '1500' });
    expect(sent()[0]?.headers).not.toHaveProperty('strobe-sent-at');
  });

  it('D18 is not sent when its time is over', async () => {
    const late = problemOf(open().json({ ...trigger, time: { ...time(), limit: 500 } }));
    await expect(late).resolves.toMatchObject({ slug: 'command-expired' });
    expect(sent()).toEqual([]);
  });
});
