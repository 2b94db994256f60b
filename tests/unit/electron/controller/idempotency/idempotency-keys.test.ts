import { beforeEach, describe, expect, it } from 'vitest';
import { IdempotencyKeys } from '#controller/idempotency/idempotency-keys.ts';
import { openControllerDatabase } from '#storage/controller-database.ts';
import type { ControllerDatabase } from '#storage/controller-schema.ts';

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

/** The controller after a crash: what it kept in memory is gone. */
const restarted = () => new IdempotencyKeys({ db, now: () => now });

const slugOf = (promise: Promise<unknown>) =>
  promise.then(
    () => 'none',
    (error: { slug: string }) => error.slug,
  );

const keptInTransaction = () => db.transaction().execute((trx) => keys.keep('k', answer, trx));

describe('idempotency keys', () => {
  it('lets the first request with a key take effect', async () => {
    expect(await keys.begin('k', 'hash')).toBeUndefined();
  });

  it('A3 gives a repeat the first answer, after a restart too', async () => {
    await keys.begin('k', 'hash');
    await keys.end('k', answer);
    expect(await keys.begin('k', 'hash')).toEqual(answer);
    expect(await restarted().begin('k', 'hash')).toEqual(answer);
  });

  it('A3 gives the answer that was kept with the effect when the controller ended before it was sent', async () => {
    await keys.begin('k', 'hash');
    await keptInTransaction();
    expect(await restarted().begin('k', 'hash')).toEqual(answer);
  });

  it('judges a request anew when the controller ended before its effect', async () => {
    await keys.begin('k', 'hash');
    expect(await restarted().begin('k', 'hash')).toBeUndefined();
  });

  it('forgets with its transaction what had no effect', async () => {
    await keys.begin('k', 'hash');
    const failing = db.transaction().execute(async (trx) => {
      await keys.keep('k', answer, trx);
      throw new Error('taken back');
    });
    await expect(failing).rejects.toThrow('taken back');
    await keys.end('k', { status: 500, body: '' });
    expect(await keys.begin('k', 'hash')).toBeUndefined();
  });

  it('refuses another request with the same key, under way and answered', async () => {
    await keys.begin('k', 'hash');
    expect(await slugOf(keys.begin('k', 'other'))).toBe('idempotency-mismatch');
    await keys.end('k', answer);
    expect(await slugOf(keys.begin('k', 'other'))).toBe('idempotency-mismatch');
  });

  it('refuses a repeat while the first request is under way, its effect stored or not', async () => {
    await keys.begin('k', 'hash');
    expect(await slugOf(keys.begin('k', 'hash'))).toBe('idempotency-in-flight');
    await keptInTransaction();
    expect(await slugOf(keys.begin('k', 'hash'))).toBe('idempotency-in-flight');
  });

  it.each([409, 500])('frees the key of a request that failed with %i and had no effect', async (status) => {
    await keys.begin('k', 'hash');
    await keys.end('k', { status, body: '{}' });
    expect(await keys.begin('k', 'other')).toBeUndefined();
  });

  it('says that the outcome is unknown of a key that a former version stored before its effect', async () => {
    await db.insertInto('idempotency_keys').values({ key: 'k', request_hash: 'hash', status: 0, body: '', created: now }).execute();
    expect(await slugOf(keys.begin('k', 'hash'))).toBe('idempotency-unknown');
  });

  it('remembers for a day', async () => {
    await keys.begin('k', 'hash');
    await keys.end('k', answer);
    now += 24 * HOUR;
    expect(await keys.begin('k', 'hash')).toEqual(answer);
    now += 1;
    expect(await keys.begin('k', 'other')).toBeUndefined();
  });

  it('keeps no more than the keys of a day', async () => {
    for (const key of ['a', 'b']) {
      await keys.begin(key, 'hash');
      await keys.end(key, answer);
      now += 24 * HOUR + 1;
    }
    expect(await db.selectFrom('idempotency_keys').select('key').execute()).toEqual([{ key: 'b' }]);
  });

  it('lets exactly one of many equal requests through', async () => {
    const outcomes = await Promise.allSettled(Array.from({ length: 20 }, () => keys.begin('k', 'hash')));
    expect(outcomes.filter(({ status }) => status === 'fulfilled')).toHaveLength(1);
  });

  it('keeps no answer that is longer than one of a request with an effect: it is made again', async () => {
    await keys.begin('k', 'hash');
    await keys.end('k', { status: 200, body: 'x'.repeat(256 * 1024 + 1) });
    expect(await keys.begin('k', 'hash')).toBeUndefined();
    await expect(db.selectFrom('idempotency_keys').selectAll().execute()).resolves.toEqual([]);
  });
});
