import { afterEach, describe, expect, it } from 'vitest';
import type { Connection as ConnectionView } from '#contract/station/connections.ts';
import { Connection } from '#station/connections/connection.ts';
import { FakeController } from '#support/fake-controller.ts';
import { ManualClock } from '#support/manual-clock.ts';

const opened: { stop(): unknown }[] = [];

afterEach(async () => {
  for (const one of opened.splice(0)) await one.stop();
});

async function controllerAt(id: string | undefined, port = 0): Promise<FakeController> {
  const controller = new FakeController(id);
  controller.port = port;
  await controller.start();
  opened.push({ stop: () => controller.kill() });
  return controller;
}

interface Setup {
  url: string;
  controllerId?: string;
  twin?: string;
  embedded?: boolean;
  /** Each of these makes the listener's next call throw. */
  failures?: Error[];
}

function connect({ url, controllerId, twin, embedded = false, failures = [] }: Setup) {
  const clock = new ManualClock();
  const seen: ConnectionView[] = [];
  const lists: string[][] = [];
  const identified: string[] = [];
  const faults: unknown[] = [];
  const failOnce = (): void => {
    const failure = failures.shift();
    if (failure) throw failure;
  };
  const connection = new Connection(
    { id: 'c', name: 'Hall 3', url, embedded, controllerId },
    { clock, random: () => 0.5, checkInterval: 3_000, limit: 1_000, report: (error) => faults.push(error) },
    {
      changed: (changed) => seen.push(changed.view()),
      listed: (_connection, printers) => {
        failOnce();
        lists.push(printers.map(([name]) => name));
      },
      twin: () => twin,
      identified: (_connection, id) => identified.push(id),
    },
  );
  opened.push(connection);
  connection.start();
  return { connection, clock, seen, lists, identified, faults };
}

/** Starts the next check of the connection and waits for its result. */
async function look({ clock, connection }: ReturnType<typeof connect>, state: string): Promise<void> {
  clock.advance(clock.next ?? 0);
  await expect.poll(() => [connection.state, clock.waiting]).toEqual([state, 1]);
}

describe('a connection', () => {
  it('comes online with the data of its controller', async () => {
    const controller = await controllerAt('one');
    const test = connect({ url: controller.url });
    await look(test, 'online');
    expect(test.connection.view()).toEqual({
      id: 'c',
      name: 'Hall 3',
      url: controller.url,
      embedded: false,
      state: 'online',
      reason: null,
      refusal: null,
      untrusted: null,
      trusted: null,
      hasKey: false,
      lastContact: 1_000_000,
      safeMode: false,
      version: '1.2.3',
      timeZone: 'Europe/Berlin',
      clock: null,
      isRestored: false,
      hasExtensions: true,
    });
    expect(test.identified).toEqual(['one']);
    expect(test.lists).toEqual([['Line 1']]);
  });

  it('logs an error of its listener, checks again, and lists the printers then', async () => {
    const controller = await controllerAt('one');
    const failure = new Error('this listener is broken');
    const test = connect({ url: controller.url, failures: [failure] });
    await look(test, 'online');
    expect([test.faults, test.lists]).toEqual([[failure], []]);
    await look(test, 'online');
    await expect.poll(() => test.lists).toEqual([['Line 1']]);
  });

  it('works with a controller that has no extensions', async () => {
    const controller = await controllerAt(undefined);
    const test = connect({ url: controller.url });
    await look(test, 'online');
    expect(test.connection.view()).toMatchObject({ state: 'online', hasExtensions: false, version: null, timeZone: null });
  });

  it('lists the printers again only when the list has changed', async () => {
    const controller = await controllerAt('one');
    const test = connect({ url: controller.url });
    await look(test, 'online');
    test.clock.advance(3_000);
    await expect.poll(() => controller.count('GET', '/api/v3/printers')).toBe(2);
    await expect.poll(() => test.clock.waiting).toBe(1);
    expect(test.lists).toEqual([['Line 1']]);
    controller.printers = { ...controller.printers, 'Line 2': { id: 'Line 2', type: 'Virtual' } };
    test.clock.advance(3_000);
    await expect.poll(() => test.lists).toEqual([['Line 1'], ['Line 1', 'Line 2']]);
  });

  it('is lost when its controller ends, and online again after its restart', async () => {
    const controller = await controllerAt('one');
    const test = connect({ url: controller.url });
    await look(test, 'online');
    await controller.kill();
    test.connection.checkNow();
    await look(test, 'lost');
    expect(test.connection.reason).toBe(`${controller.url} does not answer: the connection was refused.`);
    expect(() => test.connection.getClient()).toThrow(/The controller "Hall 3" is not connected\. http.* does not answer/);
    await controller.start();
    await look(test, 'online');
    expect(test.seen.map(({ state }) => state)).toEqual(['online', 'lost', 'online']);
  });

  it('stays connecting until the first answer', async () => {
    const controller = await controllerAt('one');
    await controller.kill();
    const test = connect({ url: controller.url });
    await look(test, 'connecting');
    expect(test.connection.reason).toContain('the connection was refused');
  });

  it('D10 backs off between attempts up to 5 s, with full jitter', async () => {
    const controller = await controllerAt('one');
    await controller.kill();
    const test = connect({ url: controller.url });
    const pauses: (number | undefined)[] = [];
    for (let n = 0; n < 7; n += 1) {
      await look(test, 'connecting');
      pauses.push(test.clock.next);
    }
    expect(pauses).toEqual([250, 500, 1_000, 2_000, 2_500, 2_500, 2_500]);
  });

  it('D5 refuses another controller at the same address, and accepts the first one again', async () => {
    const controller = await controllerAt('one');
    const test = connect({ url: controller.url });
    await look(test, 'online');
    controller.id = 'two';
    await look(test, 'refused');
    expect(test.connection.reason).toBe(
      'Another controller answers at this address than before. Remove the connection and add it again to accept it.',
    );
    expect(() => test.connection.getClient()).toThrow(/is not connected/);
    controller.id = 'one';
    await look(test, 'online');
  });

  it('D5 refuses a controller without an identity after one with an identity', async () => {
    const controller = await controllerAt(undefined);
    const test = connect({ url: controller.url, controllerId: 'one' });
    await look(test, 'refused');
    expect(test.connection.reason).toContain('A controller without an identity answers');
  });

  it('D12 refuses another web server after two GET requests', async () => {
    const controller = await controllerAt('one');
    controller.answers.set('GET /healthz', { status: 200, type: 'text/html', body: '<html>' });
    controller.answers.set('GET /api/v3/printers', { status: 200, type: 'text/html', body: '<html>' });
    const test = connect({ url: controller.url });
    await look(test, 'refused');
    expect(test.connection.reason).toBe('A web server that is not a controller answers at this address.');
    expect(controller.received.map(({ method, url }) => `${method} ${url}`).sort()).toEqual(['GET /api/v3/printers', 'GET /healthz']);
  });

  it.each([
    ['a redirect', { status: 301, body: '' }],
    ['a list that is none', { status: 200, body: ['Line 1'] }],
    ['no such path', { status: 404, body: 'nothing', type: 'text/plain' }],
    ['broken JSON', { status: 200, body: '{"Line 1":' }],
  ])('D12 refuses %s instead of a list of printers', async (_name, answer) => {
    const controller = await controllerAt('one');
    controller.answers.set('GET /api/v3/printers', answer);
    const test = connect({ url: controller.url });
    await look(test, 'refused');
    expect(test.faults).toEqual([]);
  });

  it('keeps the identity of a controller that answers with a server error', async () => {
    const controller = await controllerAt('one');
    const test = connect({ url: controller.url });
    await look(test, 'online');
    controller.answers.set('GET /healthz', { status: 503 });
    await look(test, 'lost');
    expect(test.connection.reason).toBe('The controller answered with status 503.');
  });

  it('D6 refuses the controller of another connection', async () => {
    const controller = await controllerAt('one');
    const test = connect({ url: controller.url, twin: 'Hall 1' });
    await look(test, 'refused');
    expect(test.connection.reason).toBe('This is the same controller as "Hall 1".');
  });

  it('reports safe mode', async () => {
    const controller = await controllerAt('one');
    controller.safeMode = true;
    const test = connect({ url: controller.url });
    await look(test, 'online');
    expect(test.connection.view().safeMode).toBe(true);
  });

  it('accepts any identity of the embedded controller at its new address', async () => {
    const first = await controllerAt('one');
    const second = await controllerAt('two');
    const test = connect({ url: first.url, embedded: true });
    await look(test, 'online');
    test.connection.moveTo(second.url);
    await look(test, 'online');
    expect(test.connection.view()).toMatchObject({ url: second.url, state: 'online' });
  });

  it('keeps the reason why the embedded controller ended until it listens again', async () => {
    const controller = await controllerAt('one');
    const test = connect({ url: controller.url, embedded: true });
    await look(test, 'online');
    test.connection.setUnavailable('It ended with exit code 1.');
    test.clock.advance(60_000);
    expect(test.connection.view()).toMatchObject({ state: 'lost', reason: 'It ended with exit code 1.' });
    test.connection.moveTo(controller.url);
    await look(test, 'online');
  });

  it('D3 ignores an answer of the old address after a move', async () => {
    const first = await controllerAt('one');
    const second = await controllerAt('two');
    const test = connect({ url: first.url, embedded: true });
    test.clock.advance(0);
    test.connection.moveTo(second.url);
    await look(test, 'online');
    expect(test.identified).toEqual(['two']);
  });
});
