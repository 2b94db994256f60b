import { beforeEach, describe, expect, it } from 'vitest';
import type { Backup } from '#contract/api-v3/backup.ts';
import { ProblemError } from '#contract/problem.ts';
import { BackupOrders } from '#station/backups/backup-orders.ts';
import type { ControllerRequest, JsonAnswer } from '#station/connections/controller-client.ts';
import { ManualClock } from '#support/manual-clock.ts';

const BACKUP: Backup = {
  name: '20261121T140300Z.strobe-backup',
  made: '2026-11-21T14:03:00.000Z',
  size: 4_096,
  version: '1.0.0',
  controller: 'c-1',
};
/** Longer than `make` waits. */
const LONG = 20_000;

let clock: ManualClock;
let asked: { connection: string; request: ControllerRequest; answer: PromiseWithResolvers<JsonAnswer> }[];
let faults: unknown[];
let orders: BackupOrders;

beforeEach(() => {
  clock = new ManualClock();
  asked = [];
  faults = [];
  const change = (connection: string, request: ControllerRequest): Promise<JsonAnswer> => {
    const answer = Promise.withResolvers<JsonAnswer>();
    asked.push({ connection, request, answer });
    return answer.promise;
  };
  orders = new BackupOrders({ controllers: { change }, clock, report: (error) => faults.push(error) });
});

const answer = (value: unknown): void => asked.at(-1)?.answer.resolve({ status: 201, etag: undefined, value });
const refuse = (error: unknown): void => asked.at(-1)?.answer.reject(error);

/** Lets all pending promises settle. */
async function settled(): Promise<void> {
  for (let turn = 0; turn < 10; turn += 1) await Promise.resolve();
}

async function makeLong(): Promise<void> {
  const made = orders.make('c1');
  clock.advance(LONG);
  await expect(made).resolves.toBeUndefined();
}

describe('an order for a backup', () => {
  it('resolves with the backup, and leaves no timer', async () => {
    const made = orders.make('c1');
    expect(asked.map(({ connection, request: { method, path } }) => [connection, method, path])).toEqual([
      ['c1', 'POST', '/api/v3/backups'],
    ]);
    answer(BACKUP);
    await expect(made).resolves.toEqual(BACKUP);
    expect(clock.waiting).toBe(0);
    expect(orders.state('c1')).toEqual({ makingSince: null, failure: null });
  });

  it('resolves without the backup when it takes long, and goes on', async () => {
    await makeLong();
    expect(orders.state('c1')).toEqual({ makingSince: 1_000_000, failure: null });
    expect(orders.state('c2')).toEqual({ makingSince: null, failure: null });
    answer(BACKUP);
    await settled();
    expect(orders.state('c1')).toEqual({ makingSince: null, failure: null });
  });

  it('that is repeated while it runs makes one backup', async () => {
    const both = [orders.make('c1'), orders.make('c1')];
    answer(BACKUP);
    await expect(Promise.all(both)).resolves.toEqual([BACKUP, BACKUP]);
    expect(asked).toHaveLength(1);
  });

  it('that fails at once rejects, and does not store the failure', async () => {
    const made = orders.make('c1');
    refuse(new ProblemError('disk-full'));
    await expect(made).rejects.toMatchObject({ slug: 'disk-full' });
    expect(orders.state('c1')).toEqual({ makingSince: null, failure: null });
  });

  it('that fails later stores the failure until the next order', async () => {
    await makeLong();
    refuse(new ProblemError('disk-full'));
    await settled();
    expect(orders.state('c1')).toMatchObject({ makingSince: null, failure: { title: 'The disk is full' } });
    const again = orders.make('c1');
    expect(orders.state('c1').failure).toBeNull();
    answer(BACKUP);
    await again;
  });

  it('that fails with an unexpected error stores `internal`, and logs the error', async () => {
    await makeLong();
    answer({ name: 'no backup' });
    await settled();
    expect(orders.state('c1').failure).toMatchObject({ status: 500 });
    expect(faults).toHaveLength(1);
  });
});
