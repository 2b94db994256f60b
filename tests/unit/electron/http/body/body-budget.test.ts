import { once } from 'node:events';
import type { IncomingMessage } from 'node:http';
import { Agent, request, type ClientRequest } from 'node:http';
import type { AddressInfo } from 'node:net';
import fastify from 'fastify';
import type { ZodTypeProvider } from 'fastify-type-provider-zod';
import { afterEach, beforeEach, describe, expect, it } from 'vitest';
import { BodyBudget } from '#http/body/body-budget.ts';
import { acceptJson } from '#http/body/body-parsers.ts';
import { BodyCharges } from '#http/body/charge-bodies.ts';
import type { FastifyApp } from '#http/app/fastify-app.ts';
import { sendProblem } from '#http/answer/problems.ts';
import type { ProblemError } from '#contract/problem.ts';

/** A JSON body of 100 kB is charged eight times its size. */
const BODY = JSON.stringify('x'.repeat(100_000));
const CHARGED = 8 * BODY.length;
const LIMITS = { total: 3 * CHARGED, perClient: 2 * CHARGED, patience: 60_000 };

let app: FastifyApp;
let agent: Agent;
let budget: BodyBudget;
/** Resolvers of the waiting handlers, in the order in which they started. */
let handlers: { client: string; finish: () => void }[];
beforeEach(() => {
  handlers = [];
  agent = new Agent({ keepAlive: true });
});
afterEach(async () => {
  for (const { finish } of handlers) finish();
  agent.destroy();
  app.server.closeAllConnections();
  await app.close();
});

async function listen(limits = LIMITS): Promise<void> {
  app = fastify().withTypeProvider<ZodTypeProvider>() as unknown as FastifyApp;
  budget = new BodyBudget(limits);
  const charges = new BodyCharges(budget);
  charges.watch(app);
  acceptJson(app, charges);
  app.setErrorHandler((error, asked, reply) => sendProblem(asked, reply, error as unknown as ProblemError));
  app.put('/', async ({ raw }: { raw: IncomingMessage }) => {
    const { promise, resolve: finish } = Promise.withResolvers<undefined>();
    handlers.push({ client: raw.socket.remoteAddress ?? '', finish: () => finish(undefined) });
    await promise;
    return 'done';
  });
  app.put('/small', async () => 'small');
  await app.listen({ port: 0, host: '127.0.0.1' });
}

function begin(path = '/', { localAddress = '127.0.0.1', headers = {} } = {}): ClientRequest {
  const { port } = app.server.address() as AddressInfo;
  const asked = request({ port, path, method: 'PUT', agent, localAddress, headers: { 'content-type': 'application/json', ...headers } });
  return asked.on('error', () => undefined);
}

interface Answered {
  status: number | undefined;
  retryAfter: string | undefined;
}

function answerOf(asked: ClientRequest): Promise<Answered> {
  const answered = once(asked, 'response').then(([response]: IncomingMessage[]) => {
    response?.resume();
    return { status: response?.statusCode, retryAfter: response?.headers['retry-after'] };
  });
  // Closes requests that the test does not wait for.
  answered.catch(() => undefined);
  return answered;
}

const send = (path?: string, options?: Parameters<typeof begin>[1], body = BODY): Promise<Answered> => {
  const asked = begin(path, { ...options, headers: { 'content-length': String(body.length), ...options?.headers } });
  asked.end(body);
  return answerOf(asked);
};
const handling = (count: number) => expect.poll(() => handlers.length).toBe(count);
const held = (bytes: number) => expect.poll(() => budget.held).toBe(bytes);

describe('the memory of all request bodies', () => {
  it('is shared by clients: one that uses its share waits, and others are served meanwhile', async () => {
    await listen();
    const first = [send(), send(), send()];
    await handling(2);
    const other = send('/', { localAddress: '127.0.0.2' });
    await handling(3);
    expect(handlers.map(({ client }) => client)).toEqual(['127.0.0.1', '127.0.0.1', '127.0.0.2']);
    for (const { finish } of handlers) finish();
    await handling(4);
    handlers[3]?.finish();
    expect((await Promise.all([...first, other])).map(({ status }) => status)).toEqual([200, 200, 200, 200]);
    await held(0);
  });

  it('does not count small bodies, which never wait', async () => {
    await listen();
    void send();
    void send();
    await handling(2);
    expect((await send('/small', {}, '{}')).status).toBe(200);
  });

  it('refuses a body that waits too long, with a Retry-After', async () => {
    await listen({ ...LIMITS, perClient: CHARGED, patience: 1 });
    void send();
    await handling(1);
    expect(await send()).toEqual({ status: 429, retryAfter: '1' });
  });

  it('is charged with the limit for a body of undeclared length', async () => {
    await listen();
    void send();
    void send();
    await handling(2);
    const asked = begin('/', { headers: { 'transfer-encoding': 'chunked' } });
    const answer = answerOf(asked);
    asked.end(BODY);
    expect(budget.held).toBe(2 * CHARGED);
    for (const { finish } of handlers) finish();
    await handling(3);
    expect(budget.held).toBe(LIMITS.perClient);
    handlers[2]?.finish();
    expect((await answer).status).toBe(200);
    await held(0);
  });

  it('stays charged while a handler uses the body of a disconnected client', async () => {
    await listen();
    const asked = begin('/', { headers: { 'content-length': String(BODY.length) } });
    asked.end(BODY);
    await handling(1);
    const gone = once(app.server, 'connection').then(() => undefined);
    asked.destroy();
    void send('/small', {}, '{}');
    await gone;
    expect(budget.held).toBe(CHARGED);
    handlers[0]?.finish();
    await held(0);
  });

  it('is released when a waiting client disconnects, and after a body that is not JSON', async () => {
    await listen({ ...LIMITS, perClient: CHARGED });
    void send();
    await handling(1);
    const waiting = begin('/', { headers: { 'content-length': String(BODY.length) } });
    const arrived = once(app.server, 'request');
    waiting.flushHeaders();
    await arrived;
    waiting.destroy();
    handlers[0]?.finish();
    await held(0);
    expect((await send('/', {}, 'x'.repeat(BODY.length))).status).toBe(400);
    await held(0);
  });
});
