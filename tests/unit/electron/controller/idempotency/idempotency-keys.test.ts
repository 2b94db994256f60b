import { beforeEach, describe, expect, it } from 'vitest';
import { IdempotencyKeys } from '#controller/idempotency/idempotency-keys.ts';
import { openControllerDatabase } from '#storage/controller-database.ts';
import type { ControllerDatabase } from '#storage/controller-schema.ts';

const HOUR = 3_600_000;
const answer = { status: 202, body: '{"result":"printing"}' };

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

describe('idempotency keys', () => {
  it('lets the first request with a key take effect', async () => {
    expect(await keys.begin('k', 'hash')).toBeUndefined();
  });

  it('A3 gives a repeat the first answer, after a restart too', async () => {
    await keys.begin('k', 'hash');
    await keys.keep('k', answer);
    expect(await keys.begin('k', 'hash')).toEqual(answer);
    expect(await restarted().begin('k', 'hash')).toEqual(answer);
  });

  it('refuses another request with the same key', async () => {
    await keys.begin('k', 'hash');
    await keys.keep('k', answer);
    expect(await slugOf(keys.begin('k', 'other'))).toBe('idempotency-mismatch');
  });

  it('refuses a repeat while the first request is under way', async () => {
    await keys.begin('k', 'hash');
    expect(await slugOf(keys.begin('k', 'hash'))).toBe('idempotency-in-flight');
  });

  it('says that the outcome is unknown when the controller ended under way', async () => {
    await keys.begin('k', 'hash');
    expect(await slugOf(restarted().begin('k', 'hash'))).toBe('idempotency-unknown');
  });

  it('frees the key of a request that had no effect', async () => {
    await keys.begin('k', 'hash');
    await keys.forget('k');
    expect(await keys.begin('k', 'other')).toBeUndefined();
  });

  it('remembers for a day', async () => {
    await keys.begin('k', 'hash');
    await keys.keep('k', answer);
    now += 24 * HOUR;
    expect(await keys.begin('k', 'hash')).toEqual(answer);
    now += 1;
    expect(await keys.begin('k', 'hash')).toBeUndefined();
  });

  it('lets exactly one of many equal requests through', async () => {
    const outcomes = await Promise.allSettled(Array.from({ length: 20 }, () => keys.begin('k', 'hash')));
    expect(outcomes.filter(({ status }) => status === 'fulfilled')).toHaveLength(1);
  });
});
