import { beforeEach, describe, expect, it } from 'vitest';
import { ProblemError } from '#contract/problem.ts';
import { RestoreOrders } from '#station/backups/restore-orders.ts';
import { ManualClock } from '#support/manual-clock.ts';

const NAME = 'a.strobe-backup';
const LONG = 20_000;

let clock: ManualClock;
let order: PromiseWithResolvers<unknown>;
let isOnline: boolean;
let found: string | null;
let orders: RestoreOrders;

beforeEach(() => {
  clock = new ManualClock();
  order = Promise.withResolvers();
  isOnline = true;
  found = null;
  const recovery = () => found && { reason: 'backup', found, dataUntil: null, counters: [], endedJobs: 0 };
  orders = new RestoreOrders({
    controllers: {
      change: async () => ({ status: 202, etag: undefined, value: await order.promise }),
      read: (async () => ({ recovery: recovery() })) as never,
      isOnline: () => isOnline,
    },
    clock,
    report: (error) => expect.fail(String(error)),
  });
});

const phase = async () => (await orders.state('c1')).phase;

async function accept(): Promise<void> {
  order.resolve({});
  await orders.restore('c1', NAME);
}

describe('an order to restore a backup', () => {
  it('is done when the controller answers with other restored data than before', async () => {
    found = '2026-11-20T00:00:00.000Z';
    await accept();
    expect(await phase()).toBe('restarting');
    found = '2026-11-21T00:00:00.000Z';
    await expect(orders.state('c1')).resolves.toEqual({ phase: 'done', name: NAME, since: clock.now(), failure: null });
  });

  it('is done when the controller was away and is back, also if a person has confirmed the data meanwhile', async () => {
    await accept();
    isOnline = false;
    expect(await phase()).toBe('restarting');
    isOnline = true;
    expect(await phase()).toBe('done');
  });

  it('goes on after its caller has stopped to wait, and keeps why it failed', async () => {
    const restored = orders.restore('c1', NAME);
    await expect.poll(() => clock.waiting).toBe(1);
    clock.advance(LONG);
    await restored;
    expect(await phase()).toBe('preparing');
    await expect(orders.restore('c1', NAME)).rejects.toMatchObject({ slug: 'invalid-input' });
    order.reject(new ProblemError('disk-full'));
    await expect.poll(phase).toBe('failed');
    await expect(orders.state('c1')).resolves.toMatchObject({ failure: { type: 'urn:strobe:problem:disk-full' } });
  });

  it('is refused with the problem of the controller, and forgotten with the connection', async () => {
    order.reject(new ProblemError('not-found'));
    await expect(orders.restore('c1', NAME)).rejects.toMatchObject({ slug: 'not-found' });
    expect(await phase()).toBe('failed');
    orders.forget('c1');
    expect(await phase()).toBe('none');
  });
});
