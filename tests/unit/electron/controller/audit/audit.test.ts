import { sql } from 'kysely';
import { beforeEach, describe, expect, it, vi } from 'vitest';
import { Audit } from '#controller/audit/audit.ts';
import { openControllerDatabase } from '#storage/database/controller-database.ts';
import type { ControllerDatabase } from '#storage/database/controller-schema.ts';

const MOMENT = Date.UTC(2026, 10, 22);
const USE = { keyName: 'MES', operation: 'POST /api/v3/printers/:name/trigger', path: '/api/v3/printers/Line%201/trigger' };
const onFailure = vi.fn();

let db: ControllerDatabase;
let audit: Audit;
beforeEach(() => {
  onFailure.mockClear();
  db = openControllerDatabase(':memory:');
  audit = new Audit({ db, now: () => MOMENT, maxEntries: 3 });
});

/** Fails like a medium that became read-only. */
const refuseWrites = () => sql`PRAGMA query_only = 1`.execute(db);
const begin = (requestId: string) => audit.begin({ ...USE, requestId });
const requests = async (query = {}) => (await audit.page({ limit: 50, ...query })).entries.map(({ requestId }) => requestId);

describe('the audit', () => {
  it('stores an entry before the operation, and its status afterwards', async () => {
    const id = await begin('r-1');
    const entry = { id, at: '2026-11-22T00:00:00.000Z', key: 'MES', operation: USE.operation, path: USE.path, requestId: 'r-1' };
    expect(await audit.page({ limit: 50 })).toEqual({ entries: [entry], next: null });
    audit.end(id, 202, onFailure);
    await audit.idle();
    expect(await audit.page({ limit: 50 })).toEqual({ entries: [{ ...entry, status: 202 }], next: null });
    expect(onFailure).not.toHaveBeenCalled();
  });

  it('is read page by page, newest first', async () => {
    for (const request of ['r-1', 'r-2', 'r-3']) await begin(request);
    const page = await audit.page({ limit: 2 });
    expect(page.entries.map(({ requestId }) => requestId)).toEqual(['r-3', 'r-2']);
    expect(await requests({ before: page.next })).toEqual(['r-1']);
  });

  it('stores only the newest entries of each operation, so that triggers evict only triggers', async () => {
    await audit.begin({ ...USE, operation: 'DELETE /api/v3/labels/:name', requestId: 'removed' });
    await Promise.all(['r-1', 'r-2', 'r-3', 'r-4', 'r-5'].map(begin));
    expect(await requests()).toEqual(['r-5', 'r-4', 'r-3', 'removed']);
  });

  it('E9 limits the entries of wrong keys, whatever the number of addresses', async () => {
    for (const address of [1, 2, 3, 4, 5]) {
      await audit.begin({ ...USE, keyName: '', operation: `wrong keys from 192.0.2.${address}`, requestId: `r-${address}` });
    }
    expect(await requests()).toEqual(['r-5', 'r-4', 'r-3']);
  });

  it('cuts a path that is as long as all headers', async () => {
    await audit.begin({ ...USE, path: `/${'x'.repeat(10_000)}`, requestId: 'r-1' });
    expect((await audit.page({ limit: 1 })).entries[0]?.path).toHaveLength(500);
  });

  it('B13 rejects an operation that cannot be recorded', async () => {
    await refuseWrites();
    await expect(begin('r-1')).rejects.toThrow('read-only');
  });

  it('says when an outcome could not be written', async () => {
    const id = await begin('r-1');
    await refuseWrites();
    audit.end(id, 202, onFailure);
    await audit.idle();
    expect(onFailure).toHaveBeenCalledOnce();
  });
});
