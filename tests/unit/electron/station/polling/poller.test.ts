import { afterEach, beforeEach, describe, expect, it } from 'vitest';
import { Poller, type PollResult } from '#station/polling/poller.ts';
import { PollSockets } from '#station/polling/poll-sockets.ts';
import { FakeController, STARTED } from '#support/fake-controller.ts';
import { ManualClock } from '#support/manual-clock.ts';

const INTERVAL = 1_000;
const LIMIT = 2_000;
const COUNTERS = { triggers: 0, triggerBounces: 0, printedLabels: 0 };
const JOB = { id: '1', description: '', label: 'Case', revision: 1, printed: 0, started: 0, nextPrint: 'x' };
const STATUS_PATH = '/api/v3/printers/Line%201/status';
const COUNTERS_PATH = '/api/v3/printers/Line%201/printCounters';

let controller: FakeController;
let sockets: PollSockets;
let clock: ManualClock;
let poller: Poller;
let results: PollResult[];
let faults: unknown[];
let epoch: number;
let away: string | undefined;
let failure: Error | undefined;
let hasExtensions: boolean;
/** The listener of the next result. */
let onResult: (() => void) | undefined;

beforeEach(async () => {
  controller = await new FakeController('one').start();
  sockets = openSockets();
  clock = new ManualClock();
  results = [];
  faults = [];
  epoch = 1;
  away = failure = onResult = undefined;
  hasExtensions = false;
  poller = new Poller({
    ...{ clock, interval: INTERVAL, limit: LIMIT, printer: 'Line 1' },
    source: () => (away === undefined ? { sockets, hasExtensions } : { reason: away }),
    epoch: () => epoch,
    onResult: (result) => {
      results.push(result);
      onResult?.();
      if (failure) throw failure;
    },
    report: (error) => faults.push(error),
  });
});

afterEach(async () => {
  poller.stop();
  sockets.close();
  await controller.kill();
});

const openSockets = () => new PollSockets({ url: controller.url, access: {}, limit: LIMIT });
/** Resolves when the poll has ended after its result. */
const nextResult = (): Promise<void> => new Promise((resolve) => (onResult = () => setImmediate(resolve)));

/** Waits for the result of the next visit, an interval later. */
async function poll(isFollowed = false): Promise<PollResult | undefined> {
  clock.advance(INTERVAL);
  const answered = nextResult();
  poller.visit(clock.elapsed(), isFollowed);
  await answered;
  return results.at(-1);
}

/** Makes the controller wait with its answers. */
function hold(): (() => void)[] {
  const held: (() => void)[] = [];
  controller.behaviour = ({ url }, response) => {
    const body = url === STATUS_PATH ? controller.status : controller.counters;
    held.push(() => response.writeHead(200, { 'content-type': 'application/json' }).end(JSON.stringify(body)));
    return true;
  };
  return held;
}

describe('a poller', () => {
  it('reports status and counters', async () => {
    await expect(poll()).resolves.toEqual({ kind: 'answered', status: STARTED, counters: COUNTERS });
  });

  it('reports only changes since the last poll', async () => {
    await poll();
    await expect(poll()).resolves.toEqual({ kind: 'answered' });
    controller.counters = { ...COUNTERS, triggers: 1, printedLabels: 1 };
    await expect(poll()).resolves.toEqual({ kind: 'answered', counters: controller.counters });
  });

  it('never has two polls of a printer in flight', async () => {
    const held = hold();
    poller.visit(clock.elapsed(), false);
    await expect.poll(() => held.length).toBe(2);
    poller.visit(clock.elapsed(), false);
    const answered = nextResult();
    for (const answer of held) answer();
    await answered;
    expect([held.length, results.length]).toEqual([2, 1]);
  });

  it('polls at once on request', async () => {
    await poll();
    const answered = nextResult();
    poller.pollNow();
    await answered;
    expect(results.length).toBe(2);
  });

  it('polls again after a poll that was running at the request', async () => {
    const held = hold();
    poller.visit(clock.elapsed(), false);
    await expect.poll(() => held.length).toBe(2);
    poller.pollNow();
    poller.pollNow();
    expect(held.length).toBe(2);
    for (const answer of held.splice(0)) answer();
    await expect.poll(() => held.length).toBe(2);
    expect(results.length).toBe(1);
    const answered = nextResult();
    for (const answer of held) answer();
    await answered;
    expect(results.length).toBe(2);
  });

  it('D1 stops waiting for a printer after the limit', async () => {
    const held = hold();
    poller.visit(clock.elapsed(), false);
    await expect.poll(() => held.length).toBe(2);
    const answered = nextResult();
    clock.advance(LIMIT);
    sockets.tick({ elapsed: clock.elapsed(), now: clock.now() });
    await answered;
    expect(results).toEqual([{ kind: 'missed', reason: `${controller.url} does not answer: no answer within 2 s.`, isUnreachable: true }]);
  });

  it.each([
    ['HTML', '<html>', 'text/html'],
    ['an array', '[]', 'application/json'],
    ['an empty body', '', 'application/json'],
    ['wrong types', '{"state":5}', 'application/json'],
  ])('D7 treats %s as a missed poll', async (_name, body, type) => {
    controller.answers.set(`GET ${STATUS_PATH}`, { status: 200, body, type });
    await expect(poll()).resolves.toMatchObject({ kind: 'missed', isUnreachable: false });
    expect(faults).toEqual([]);
  });

  it('D9 treats a redirect as a missed poll, and does not follow it', async () => {
    controller.answers.set(`GET ${STATUS_PATH}`, { status: 302, body: STARTED });
    await expect(poll()).resolves.toMatchObject({ kind: 'missed', reason: expect.stringContaining('redirect') as string });
    expect(controller.received.length).toBe(2);
  });

  it('D7 treats the last status as unknown when it comes with an error', async () => {
    await poll();
    controller.answers.set(`GET ${STATUS_PATH}`, { status: 500, body: STARTED });
    await expect(poll()).resolves.toMatchObject({ kind: 'missed', isUnreachable: false });
  });

  it('logs an error of its listener, goes on polling, and reports status and counters again', async () => {
    failure = new Error('this listener is broken');
    await poll();
    await expect.poll(() => faults).toEqual([failure]);
    failure = undefined;
    await expect(poll()).resolves.toEqual({ kind: 'answered', status: STARTED, counters: COUNTERS });
  });

  it('reports status and counters again after a missed poll', async () => {
    await poll();
    away = 'The cable is out.';
    await expect(poll()).resolves.toEqual({ kind: 'missed', reason: 'The cable is out.', isUnreachable: false });
    away = undefined;
    await expect(poll()).resolves.toMatchObject({ kind: 'answered', status: STARTED });
  });

  it('D3 ignores an answer to a request of before the connection was lost', async () => {
    const held = hold();
    poller.visit(clock.elapsed(), false);
    await expect.poll(() => held.length).toBe(2);
    epoch += 2;
    for (const answer of held.splice(0)) answer();
    controller.behaviour = undefined;
    await expect.poll(() => poller.visit(clock.elapsed(), false) ?? results.length).toBeGreaterThan(0);
    expect(results[0]).toMatchObject({ kind: 'answered', status: STARTED });
    expect(controller.count('GET', STATUS_PATH)).toBe(1);
  });

  it('reports nothing about requests that end because the key or the address was changed', async () => {
    const held = hold();
    poller.visit(clock.elapsed(), false);
    await expect.poll(() => held.length).toBe(2);
    const old = sockets;
    sockets = openSockets();
    old.close();
    controller.behaviour = undefined;
    await expect.poll(() => poller.visit(clock.elapsed(), false) ?? results.length).toBeGreaterThan(0);
    expect(results[0]).toMatchObject({ kind: 'answered', status: STARTED });
  });

  it('reports nothing after it was stopped', async () => {
    const held = hold();
    poller.visit(clock.elapsed(), false);
    await expect.poll(() => held.length).toBe(2);
    poller.stop();
    for (const answer of held) answer();
    await expect(sockets.get(STATUS_PATH, LIMIT).then(() => results)).rejects.toThrow('does not answer');
    expect(results).toEqual([]);
  });

  it('treats a name that cannot be in an address as a missed poll', async () => {
    const other = new Poller({
      ...{ clock, interval: INTERVAL, limit: LIMIT, printer: '..', epoch: () => 1, report: (error) => faults.push(error) },
      source: () => ({ sockets, hasExtensions }),
      onResult: (result) => {
        results.push(result);
        onResult?.();
      },
    });
    const answered = nextResult();
    other.visit(clock.elapsed(), false);
    await answered;
    expect(results).toMatchObject([{ kind: 'missed', isUnreachable: false }]);
  });
});

describe('counters', () => {
  const polls = async (count: number): Promise<number> => {
    const before = controller.count('GET', COUNTERS_PATH);
    for (let done = 0; done < count; done += 1) await poll();
    return controller.count('GET', COUNTERS_PATH) - before;
  };

  it('are read in every poll of a printer that may print', async () => {
    await polls(12);
    await expect(polls(10)).resolves.toBe(10);
  });

  it('are read in every fifth poll of a printer that does not print, once they have not changed for ten', async () => {
    controller.status = { ...STARTED, state: 'STOPPED' };
    await expect(polls(10)).resolves.toBe(10);
    await expect(polls(10)).resolves.toBe(2);
  });

  it('are read in every fifth poll of a Strobe printer without a job', async () => {
    hasExtensions = true;
    await polls(10);
    await expect(polls(10)).resolves.toBe(2);
  });

  it('are read with each change of the status', async () => {
    controller.status = { ...STARTED, state: 'STOPPED' };
    await polls(11);
    controller.counters = { ...COUNTERS, printedLabels: 5 };
    controller.status = STARTED;
    await expect(poll()).resolves.toEqual({ kind: 'answered', status: STARTED, counters: controller.counters });
  });
});

describe('a printer whose controller reports changes', () => {
  beforeEach(() => {
    hasExtensions = true;
  });
  const isPolledBy = (isFollowed: boolean): boolean => {
    const before = controller.received.length + results.length;
    clock.advance(INTERVAL);
    poller.visit(clock.elapsed(), isFollowed);
    poller.confirm();
    return controller.received.length + results.length === before;
  };

  it('is not polled while nothing changes, except as a check in every tenth interval', async () => {
    await poll(true);
    const polled = Array.from({ length: 10 }, () => isPolledBy(true));
    expect(polled).toEqual([...Array<boolean>(9).fill(false), true]);
  });

  it('has live values while the controller says that nothing has changed', async () => {
    await poll(true);
    poller.confirm();
    expect(results.slice(1)).toEqual([{ kind: 'answered' }]);
  });

  it('is polled after a reported change, with its counters, and not live before', async () => {
    await poll(true);
    poller.changed();
    poller.confirm();
    expect(results.length).toBe(1);
    controller.counters = { ...COUNTERS, triggerBounces: 1 };
    await expect(poll(true)).resolves.toEqual({ kind: 'answered', counters: controller.counters });
  });

  it('is polled again for a change that was reported during a poll', async () => {
    const held = hold();
    poller.visit(clock.elapsed(), true);
    await expect.poll(() => held.length).toBe(2);
    poller.changed();
    const answered = nextResult();
    for (const answer of held) answer();
    await answered;
    controller.behaviour = undefined;
    await poll(true);
    expect(results.length).toBe(2);
  });

  it.each([
    ['a job, whose next print depends on the clock', { ...STARTED, job: JOB }],
    ['a field that Strobe does not know', { ...STARTED, mode: 'x' }],
    ['an error', { ...STARTED, errors: ['No ink'] }],
    ['a queue', { ...STARTED, queue: 1 }],
  ])('is polled in every interval with %s', async (_name, status) => {
    controller.status = status;
    await poll(true);
    expect(isPolledBy(true)).toBe(true);
  });

  it('is polled in every interval when its last poll was missed', async () => {
    await poll(true);
    away = 'The cable is out.';
    poller.pollNow();
    await expect.poll(() => results.length).toBe(2);
    away = undefined;
    expect(isPolledBy(true)).toBe(true);
  });

  it('is polled in every interval when the controller stops reporting changes', async () => {
    await poll(true);
    expect(isPolledBy(false)).toBe(true);
  });
});
