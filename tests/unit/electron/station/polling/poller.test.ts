import { afterEach, beforeEach, describe, expect, it } from 'vitest';
import { ControllerClient } from '#station/connections/controller-client.ts';
import { Poller, type PollResult } from '#station/connections/poller.ts';
import { FakeController, STARTED } from '#support/fake-controller.ts';
import { ManualClock } from '#support/manual-clock.ts';

let controller: FakeController;
let client: ControllerClient;
let clock: ManualClock;
let poller: Poller;
let results: PollResult[];
let faults: unknown[];
let epoch: number;
let away: string | undefined;
let failure: Error | undefined;

beforeEach(async () => {
  controller = await new FakeController('one').start();
  client = new ControllerClient(controller.url);
  clock = new ManualClock();
  results = [];
  faults = [];
  epoch = 1;
  away = undefined;
  failure = undefined;
  poller = begin(60_000);
});

/** Starts a poller whose polls may take `limit` milliseconds of real time. */
function begin(limit: number): Poller {
  const begun = new Poller({
    clock,
    interval: 1_000,
    limit,
    phase: 0.25,
    printer: 'Line 1',
    client: () => (away === undefined ? { client } : { reason: away }),
    epoch: () => epoch,
    onResult: (result) => {
      results.push(result);
      if (failure) throw failure;
    },
    report: (error) => faults.push(error),
  });
  begun.start();
  return begun;
}

afterEach(async () => {
  poller.stop();
  client.stop();
  await controller.kill();
});

/** Advances to the next poll and waits for its result. */
async function poll(): Promise<PollResult | undefined> {
  const before = results.length;
  clock.advance(clock.next ?? 0);
  await expect.poll(() => results.length).toBe(before + 1);
  return results.at(-1);
}

describe('a poller', () => {
  it('starts at its phase of the interval', () => {
    expect(clock.next).toBe(250);
  });

  it('reports status and counters', async () => {
    await expect(poll()).resolves.toEqual({
      kind: 'answered',
      status: STARTED,
      counters: { triggers: 0, triggerBounces: 0, printedLabels: 0 },
    });
  });

  it('reports only changes since the last poll', async () => {
    await poll();
    await expect(poll()).resolves.toEqual({ kind: 'answered' });
    controller.counters = { triggers: 1, triggerBounces: 0, printedLabels: 1 };
    await expect(poll()).resolves.toEqual({ kind: 'answered', counters: controller.counters });
  });

  it('never has two polls of a printer in flight', async () => {
    const held: (() => void)[] = [];
    controller.behaviour = (_request, response) => {
      held.push(() => response.writeHead(200, { 'content-type': 'application/json' }).end('{"state":"STARTED"}'));
      return true;
    };
    clock.advance(250);
    await expect.poll(() => held.length).toBe(2);
    clock.advance(10_000);
    expect([held.length, clock.waiting]).toEqual([2, 0]);
    for (const answer of held) answer();
    await expect.poll(() => results.length).toBe(1);
    expect(clock.next).toBe(1_000);
  });

  it('polls at once on request, and keeps its schedule', async () => {
    await poll();
    clock.advance(300);
    poller.pollNow();
    await expect.poll(() => results.length).toBe(2);
    expect(clock.next).toBe(700);
  });

  it('polls again after a poll that was running at the request', async () => {
    const held: (() => void)[] = [];
    controller.behaviour = (_request, response) => {
      held.push(() => response.writeHead(200, { 'content-type': 'application/json' }).end('{"state":"STARTED"}'));
      return true;
    };
    clock.advance(250);
    await expect.poll(() => held.length).toBe(2);
    poller.pollNow();
    poller.pollNow();
    expect(held.length).toBe(2);
    for (const answer of held.splice(0)) answer();
    await expect.poll(() => held.length).toBe(2);
    expect([results.length, clock.waiting]).toEqual([1, 0]);
    for (const answer of held) answer();
    await expect.poll(() => results.length).toBe(2);
    expect(clock.next).toBe(1_000);
  });

  it('A15 does not make up for polls that were missed during sleep', async () => {
    await poll();
    clock.sleep(8 * 60 * 60 * 1_000 + 300);
    await expect.poll(() => results.length).toBe(2);
    expect(clock.next).toBe(700);
  });

  it('D1 stops waiting for a printer after the limit', async () => {
    controller.behaviour = () => true;
    poller.stop();
    poller = begin(500);
    await expect(poll()).resolves.toEqual({
      kind: 'missed',
      reason: `${controller.url} does not answer: no answer within 0.5 s.`,
      isUnreachable: true,
    });
  });

  it.each([
    ['HTML', '<html>', 'text/html'],
    ['an array', '[]', 'application/json'],
    ['an empty body', '', 'application/json'],
    ['wrong types', '{"state":5}', 'application/json'],
  ])('D7 treats %s as a missed poll', async (_name, body, type) => {
    controller.answers.set('GET /api/v3/printers/Line%201/status', { status: 200, body, type });
    await expect(poll()).resolves.toMatchObject({ kind: 'missed', isUnreachable: false });
    expect(faults).toEqual([]);
  });

  it('logs an error of its listener, goes on polling, and reports status and counters again', async () => {
    failure = new Error('this listener is broken');
    await poll();
    await expect.poll(() => faults).toEqual([failure]);
    failure = undefined;
    expect(clock.next).toBe(1_000);
    await expect(poll()).resolves.toMatchObject({ kind: 'answered', status: STARTED });
  });

  it('reports status and counters again after a missed poll', async () => {
    await poll();
    away = 'The cable is out.';
    await expect(poll()).resolves.toEqual({ kind: 'missed', reason: 'The cable is out.', isUnreachable: false });
    away = undefined;
    await expect(poll()).resolves.toMatchObject({ kind: 'answered', status: STARTED });
  });

  it('D3 ignores an answer to a request of before the connection was lost', async () => {
    const held: (() => void)[] = [];
    controller.behaviour = (_request, response) => {
      held.push(() => response.writeHead(200, { 'content-type': 'application/json' }).end('{"state":"STARTED"}'));
      return true;
    };
    clock.advance(250);
    await expect.poll(() => held.length).toBe(2);
    epoch += 2;
    controller.answers.set('GET /api/v3/printers/Line%201/printCounters', { status: 200, body: controller.counters });
    for (const answer of held) answer();
    await expect.poll(() => clock.waiting).toBe(1);
    expect(results.filter(({ kind }) => kind === 'answered')).toEqual([]);
  });

  it('D7 refuses an answer that is too large', async () => {
    controller.status = { ...STARTED, errors: ['x'.repeat(300_000)] };
    await expect(poll()).resolves.toMatchObject({ kind: 'missed', reason: expect.stringContaining('the answer is too large') as string });
  });
});
