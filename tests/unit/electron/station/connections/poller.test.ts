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

beforeEach(async () => {
  controller = await new FakeController('one').start();
  client = new ControllerClient(controller.url);
  clock = new ManualClock();
  results = [];
  faults = [];
  epoch = 1;
  away = undefined;
  poller = begin(60_000);
});

/** A poller that gives each poll `limit` milliseconds: by the real clock, so it is long wherever no test is about it. */
function begin(limit: number): Poller {
  const begun = new Poller({
    clock,
    interval: 1_000,
    limit,
    phase: 0.25,
    printer: 'Line 1',
    reach: () => (away === undefined ? { client } : { reason: away }),
    epoch: () => epoch,
    report: (result) => results.push(result),
    fault: (error) => faults.push(error),
  });
  begun.start();
  return begun;
}

afterEach(async () => {
  poller.stop();
  client.stop();
  await controller.kill();
});

/** Moves to the next poll and waits until its result is there. */
async function poll(): Promise<PollResult | undefined> {
  const before = results.length;
  clock.advance(clock.next ?? 0);
  await expect.poll(() => results.length).toBe(before + 1);
  return results.at(-1);
}

describe('a poller', () => {
  it('begins at its own place in the interval', () => {
    expect(clock.next).toBe(250);
  });

  it('tells status and counters', async () => {
    await expect(poll()).resolves.toEqual({
      kind: 'answered',
      status: STARTED,
      counters: { triggers: 0, triggerBounces: 0, printedLabels: 0 },
    });
  });

  it('tells only what changed since the poll before', async () => {
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

  it('asks out of turn after something was done, and keeps its rhythm', async () => {
    await poll();
    clock.advance(300);
    poller.soon();
    await expect.poll(() => results.length).toBe(2);
    expect(clock.next).toBe(700);
  });

  it('asks once more after a poll that may not have seen what was done', async () => {
    const held: (() => void)[] = [];
    controller.behaviour = (_request, response) => {
      held.push(() => response.writeHead(200, { 'content-type': 'application/json' }).end('{"state":"STARTED"}'));
      return true;
    };
    clock.advance(250);
    await expect.poll(() => held.length).toBe(2);
    poller.soon();
    poller.soon();
    expect(held.length).toBe(2);
    for (const answer of held.splice(0)) answer();
    await expect.poll(() => held.length).toBe(2);
    expect([results.length, clock.waiting]).toEqual([1, 0]);
    for (const answer of held) answer();
    await expect.poll(() => results.length).toBe(2);
    expect(clock.next).toBe(1_000);
  });

  it('A15 catches nothing up after the machine slept', async () => {
    await poll();
    clock.sleep(8 * 60 * 60 * 1_000 + 300);
    await expect.poll(() => results.length).toBe(2);
    expect(clock.next).toBe(700);
  });

  it('D1 gives a printer that hangs no more than its time', async () => {
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
  ])('D7 takes %s for a missed poll', async (_name, body, type) => {
    controller.answers.set('GET /api/v3/printers/Line%201/status', { status: 200, body, type });
    await expect(poll()).resolves.toMatchObject({ kind: 'missed', isUnreachable: false });
    expect(faults).toEqual([]);
  });

  it('reads everything anew after a missed poll', async () => {
    await poll();
    away = 'The cable is out.';
    await expect(poll()).resolves.toEqual({ kind: 'missed', reason: 'The cable is out.', isUnreachable: false });
    away = undefined;
    await expect(poll()).resolves.toMatchObject({ kind: 'answered', status: STARTED });
  });

  it('D3 drops an answer to a question that was asked before the connection was lost', async () => {
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

  it('D7 does not take an answer that is larger than any status', async () => {
    controller.status = { ...STARTED, errors: ['x'.repeat(300_000)] };
    await expect(poll()).resolves.toMatchObject({ kind: 'missed', reason: expect.stringContaining('its answer is too large') as string });
  });
});
