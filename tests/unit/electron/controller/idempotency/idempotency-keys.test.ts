import { beforeEach, describe, expect, it } from 'vitest';
import { IdempotencyKeys } from '#controller/idempotency/idempotency-keys.ts';
import { openControllerDatabase } from '#storage/database/controller-database.ts';
import type { ControllerDatabase } from '#storage/database/controller-schema.ts';

const HOUR = 3_600_000;
const answer = { status: 200, body: '{"id":"1"}' };

let db: ControllerDatabase;
let now: number;
let keys: IdempotencyKeys;

beforeEach(() => {
  db = openControllerDatabase(':memory:');
  now = 1_000_000;
  keys = new IdempotencyKeys({ db, now: () => now });
});

/** The controller after a crash, without its memory. */
const restarted = () => new IdempotencyKeys({ db, now: () => now });

const slugOf = (promise: Promise<unknown>) =>
  promise.then(
    () => 'none',
    (error: { slug: string }) => error.slug,
  );

const storeInTransaction = () => db.transaction().execute((trx) => keys.store('k', answer, trx));

describe('idempotency keys', () => {
  it('executes the first request with a key', async () => {
    expect(await keys.begin('k', 'hash')).toBeUndefined();
  });

  it('A3 answers a repeat with the first response, after a restart too', async () => {
    await keys.begin('k', 'hash');
    await keys.end('k', answer);
    expect(await keys.begin('k', 'hash')).toEqual(answer);
    expect(await restarted().begin('k', 'hash')).toEqual(answer);
  });

  it('A3 answers with the response stored with the effect when the controller ended before sending it', async () => {
    await keys.begin('k', 'hash');
    await storeInTransaction();
    expect(await restarted().begin('k', 'hash')).toEqual(answer);
  });

  it('executes a request again when the controller ended before its effect', async () => {
    await keys.begin('k', 'hash');
    expect(await restarted().begin('k', 'hash')).toBeUndefined();
  });

  it('rolls the key back with the transaction', async () => {
    await keys.begin('k', 'hash');
    const failing = db.transaction().execute(async (trx) => {
      await keys.store('k', answer, trx);
      throw new Error('taken back');
    });
    await expect(failing).rejects.toThrow('taken back');
    await keys.end('k', { status: 500, body: '' });
    expect(await keys.begin('k', 'hash')).toBeUndefined();
  });

  it('refuses a different request with the same key, in flight and answered', async () => {
    await keys.begin('k', 'hash');
    expect(await slugOf(keys.begin('k', 'other'))).toBe('idempotency-mismatch');
    await keys.end('k', answer);
    expect(await slugOf(keys.begin('k', 'other'))).toBe('idempotency-mismatch');
  });

  it('refuses a repeat while the first request is in flight', async () => {
    await keys.begin('k', 'hash');
    expect(await slugOf(keys.begin('k', 'hash'))).toBe('idempotency-in-flight');
    await storeInTransaction();
    expect(await slugOf(keys.begin('k', 'hash'))).toBe('idempotency-in-flight');
  });

  it.each([409, 500])('frees the key of a request that failed with %i and had no effect', async (status) => {
    await keys.begin('k', 'hash');
    await keys.end('k', { status, body: '{}' });
    expect(await keys.begin('k', 'other')).toBeUndefined();
  });

  it('reports an unknown outcome for a key that an earlier version stored before its effect', async () => {
    await db.insertInto('idempotency_keys').values({ key: 'k', request_hash: 'hash', status: 0, body: '', created: now }).execute();
    expect(await slugOf(keys.begin('k', 'hash'))).toBe('idempotency-unknown');
  });

  it('stores keys for a day', async () => {
    await keys.begin('k', 'hash');
    await keys.end('k', answer);
    now += 24 * HOUR;
    expect(await keys.begin('k', 'hash')).toEqual(answer);
    now += 1;
    expect(await keys.begin('k', 'other')).toBeUndefined();
  });

  it('deletes keys after a day', async () => {
    for (const key of ['a', 'b']) {
      await keys.begin(key, 'hash');
      await keys.end(key, answer);
      now += 24 * HOUR + 1;
    }
    expect(await db.selectFrom('idempotency_keys').select('key').execute()).toEqual([{ key: 'b' }]);
  });

  it('executes exactly one of many equal requests', async () => {
    const outcomes = await Promise.allSettled(Array.from({ length: 20 }, () => keys.begin('k', 'hash')));
    expect(outcomes.filter(({ status }) => status === 'fulfilled')).toHaveLength(1);
  });

  it('does not store long responses', async () => {
    await keys.begin('k', 'hash');
    await keys.end('k', { status: 200, body: 'x'.repeat(256 * 1024 + 1) });
    expect(await keys.begin('k', 'hash')).toBeUndefined();
    await expect(db.selectFrom('idempotency_keys').selectAll().execute()).resolves.toEqual([]);
  });
});
