import type { ServerResponse } from 'node:http';
import { afterEach, beforeEach, describe, expect, it } from 'vitest';
import { ControllerClient } from '#station/connections/controller-client.ts';
import type { PolledConnection } from '#station/polling/polled-controller.ts';
import type { PollResult } from '#station/polling/poller.ts';
import { Pollers } from '#station/polling/pollers.ts';
import { FakeController } from '#support/fake-controller.ts';
import { ManualClock } from '#support/manual-clock.ts';

const SLOT = 50;
const SECOND = 1_000;
const LOST: PolledConnection = {
  ...{ id: 'hall', state: 'lost', reason: 'The cable is out.', epoch: 1, hasExtensions: false },
  getClient: () => {
    throw new Error('it is not online');
  },
  checkNow: () => undefined,
};
const STATUS = 'GET /api/v3/printers/Line%201/status';

let controller: FakeController;
let clock: ManualClock;
let pollers: Pollers;
let results: [connection: string, printer: string, result: PollResult][];
let faults: unknown[];
let checks: number;
let clients: ControllerClient[];
/** Open event streams of the controller, by the order in which they were opened. */
let streams: ServerResponse[];
let random: number;

beforeEach(async () => {
  controller = await new FakeController('one').start();
  clock = new ManualClock();
  [results, faults, clients, streams] = [[], [], [], []];
  [checks, random] = [0, 0];
  pollers = new Pollers({
    ...{ clock, random: () => random, interval: SECOND, limit: 2 * SECOND, report: (error) => faults.push(error) },
    onResult: (...result) => results.push(result),
  });
});

afterEach(async () => {
  pollers.stop();
  for (const client of clients) client.stop();
  await controller.kill();
  expect(faults).toEqual([]);
});

/** A connection to the controller that is online. */
function connectionTo(id: string, { url }: { url: string } = controller): PolledConnection {
  const client = new ControllerClient(url);
  clients.push(client);
  return {
    ...{ id, state: 'online', reason: null, epoch: 1, hasExtensions: true },
    getClient: () => client,
    checkNow: () => void (checks += 1),
  };
}

const statuses = () => controller.count('GET', '/api/v3/printers/Line%201/status');

/** Lets the requests of this slot be answered. */
async function answered(count: number): Promise<void> {
  await expect.poll(() => results.length).toBeGreaterThanOrEqual(count);
}

describe('the polls of many printers', () => {
  it('are spread over the slots of an interval, and need one timer', async () => {
    const names = Array.from({ length: 40 }, (_, number) => `Line ${number}`);
    pollers.poll(LOST, names);
    expect(clock.waiting).toBe(1);
    const perSlot: number[] = [];
    for (let slot = 0; slot < 20; slot += 1) {
      const before = results.length;
      clock.advance(SLOT);
      await new Promise((resolve) => void setImmediate(resolve));
      perSlot.push(results.length - before);
    }
    expect(Math.min(...perSlot)).toBeGreaterThanOrEqual(1);
    expect(Math.max(...perSlot)).toBeLessThanOrEqual(3);
    expect(new Set(results.map(([, printer]) => printer)).size).toBe(40);
    expect(clock.waiting).toBe(1);
  });

  it('end with their connection', async () => {
    pollers.poll(connectionTo('hall'), ['Line 1']);
    clock.advance(SECOND);
    await answered(1);
    pollers.remove('hall');
    expect(clock.waiting).toBe(0);
  });

  it('are those of the listed printers', async () => {
    const connection = connectionTo('hall');
    pollers.poll(connection, ['Line 1', 'Line 2']);
    pollers.poll(connection, ['Line 2', 'Line 3']);
    clock.advance(SECOND);
    await answered(2);
    expect(results.map(([, printer]) => printer).sort()).toEqual(['Line 2', 'Line 3']);
  });

  it('are missed with the reason while the controller is not online', () => {
    pollers.poll(LOST, ['Line 1']);
    clock.advance(SECOND);
    return expect.poll(() => results).toEqual([['hall', 'Line 1', { kind: 'missed', reason: 'The cable is out.', isUnreachable: false }]]);
  });

  it('D1 of a controller that hangs delay no other controller, and have it checked', async () => {
    const hanging = await new FakeController('two').start();
    hanging.behaviour = () => true;
    pollers.poll(connectionTo('hanging', hanging), ['Line 1']);
    pollers.poll(connectionTo('hall'), ['Line 1']);
    for (let second = 1; second <= 3; second += 1) {
      clock.advance(SECOND);
      await expect.poll(() => results.filter(([connection]) => connection === 'hall').length).toBe(second);
    }
    await expect.poll(() => checks).toBe(1);
    expect(results.find(([connection]) => connection === 'hanging')?.[2]).toMatchObject({ kind: 'missed', isUnreachable: true });
    await hanging.kill();
  });
});

describe('a controller with an event stream', () => {
  beforeEach(async () => {
    controller.behaviour = ({ url = '' }, response) => {
      if (!url.startsWith('/api/v3/events')) return false;
      streams.push(response.writeHead(200, { 'content-type': 'text/event-stream' }));
      return true;
    };
    pollers.poll(connectionTo('hall'), ['Line 1']);
    clock.advance(SECOND);
    await answered(1);
    await expect.poll(() => streams.length).toBe(1);
  });

  const send = (data: object): void => void streams.at(-1)?.write(`data: ${JSON.stringify(data)}\n\n`);
  const alive = (): void => send({ type: 'keep-alive', next: 1 });

  /** Advances slots, each with a keep-alive and real time for the bytes of the stream, until it holds. */
  async function slotsUntil(holds: () => boolean): Promise<void> {
    await expect
      .poll(() => {
        if (holds()) return true;
        alive();
        clock.advance(SLOT);
        return false;
      })
      .toBe(true);
  }

  /** The first keep-alive, and the poll after it: from now on only changes are polled. */
  async function follow(): Promise<void> {
    await slotsUntil(() => statuses() === 2);
    const before = results.length;
    await slotsUntil(() => results.length > before + 1);
  }

  /** Whether a whole interval with keep-alives passes without a poll. */
  async function isQuiet(): Promise<boolean> {
    const [before, end] = [statuses(), clock.elapsed() + SECOND];
    await slotsUntil(() => clock.elapsed() >= end);
    return statuses() === before;
  }

  it('is polled once after the first event, then only confirmed', async () => {
    await follow();
    await expect(isQuiet()).resolves.toBe(true);
    expect(results.at(-1)).toEqual(['hall', 'Line 1', { kind: 'answered' }]);
  });

  it('is polled after an event of a printer, and after one of all printers', async () => {
    await follow();
    for (const event of [{ type: 'queue:changed', printer: 'Line 1' }, { type: 'clock:changed' }]) {
      const before = statuses();
      send(event);
      await slotsUntil(() => statuses() === before + 1);
    }
  });

  it('is polled at once when the stream ends', async () => {
    await follow();
    const before = statuses();
    streams.at(-1)?.end();
    await expect.poll(() => statuses()).toBe(before + 1);
  });

  it('D1 is polled at once when the stream is silent for a second, as a poll would have been sent', async () => {
    await follow();
    const before = statuses();
    clock.advance(SECOND + 2 * SLOT);
    await expect.poll(() => statuses()).toBe(before + 1);
  });

  it('D7 is polled when the stream sends garbage', async () => {
    await follow();
    const before = statuses();
    streams.at(-1)?.write('data: {\n\n');
    await expect.poll(() => statuses()).toBe(before + 1);
  });

  it('D10 is followed again after a pause with full jitter', async () => {
    await follow();
    random = 0.5;
    streams.at(-1)?.end();
    const before = statuses();
    await expect.poll(() => statuses()).toBe(before + 1);
    const lostAt = clock.elapsed();
    await slotsUntil(() => streams.length === 2);
    // Half of two seconds, the pause after one failure.
    expect(clock.elapsed() - lostAt).toBeGreaterThanOrEqual(SECOND);
    await slotsUntil(() => statuses() > before + 2);
    await expect(isQuiet()).resolves.toBe(true);
  });
});

it('a controller without an event stream is polled in every interval', async () => {
  controller.answers.set(STATUS, { status: 200, body: { state: 'STARTED' } });
  pollers.poll(connectionTo('hall'), ['Line 1']);
  for (let second = 1; second <= 3; second += 1) {
    clock.advance(SECOND);
    await answered(second);
  }
  expect(statuses()).toBe(3);
  expect(controller.received.some(({ url }) => url.startsWith('/api/v3/events'))).toBe(true);
});
