import { generateKeyPairSync } from 'node:crypto';
import { sql } from 'kysely';
import { beforeEach, describe, expect, it, vi } from 'vitest';
import { Audit } from '#controller/audit/audit.ts';
import { checkExport } from '#storage/audit-chain/check-export.ts';
import { openControllerDatabase } from '#storage/database/controller-database.ts';
import type { ControllerDatabase } from '#storage/database/controller-schema.ts';

const MOMENT = Date.UTC(2026, 10, 22);
const USE = { keyName: 'MES', operation: 'POST /api/v3/printers/:name/trigger', path: '/api/v3/printers/Line%201/trigger' };
const HOUR = 3_600_000;
const { privateKey } = generateKeyPairSync('ed25519');
const signingKey = () => privateKey;
const onFailure = vi.fn();

let db: ControllerDatabase;
let audit: Audit;
let now: number;
beforeEach(() => {
  onFailure.mockClear();
  db = openControllerDatabase(':memory:');
  now = MOMENT;
  audit = new Audit({ db, signingKey, now: () => now, minRecords: 3 });
});

/** Fails like a medium that became read-only. */
const refuseWrites = () => sql`PRAGMA query_only = 1`.execute(db);
const begin = (requestId: string) => audit.begin({ ...USE, requestId });
const requests = async (query = {}) => (await audit.page({ limit: 50, ...query })).entries.map(({ requestId }) => requestId);

describe('the audit', () => {
  it('stores an entry before the operation, and its status afterwards', async () => {
    const recorded = await begin('r-1');
    const who = { key: 'MES', from: '', person: '' };
    const place = { id: 1, chain: 'triggers', number: 1, hash: expect.stringMatching(/^[\da-f]{64}$/) as string };
    const entry = { ...place, ...who, at: '2026-11-22T00:00:00.000Z', operation: USE.operation, path: USE.path, requestId: 'r-1' };
    expect(await audit.page({ limit: 50 })).toEqual({ entries: [entry], next: null });
    audit.end(recorded, 202, onFailure);
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

  describe('is found', () => {
    beforeEach(async () => {
      const uses = [
        { operation: 'PUT /api/v3/labels/:name', path: '/api/v3/labels/Caf%C3%A9%20%22L%22', requestId: 'label' },
        { operation: 'POST /api/v3/printers/:name/printJob', path: '/api/v3/printers/Line%201/printJob', requestId: 'select' },
        { operation: 'TEXT trigger', path: String.raw`trigger {"printer":"Line \"1\""}`, requestId: 'line' },
      ];
      const input = { sha256: '', value: { labelName: 'Café "L"' } };
      for (const [index, use] of uses.entries()) {
        now = MOMENT + index * HOUR;
        const recorded = await audit.begin({ ...use, keyName: '', person: index === 0 ? 'Ada' : 'Ben', ...(index === 1 && { input }) });
        if (index < 2) audit.end(recorded, index === 0 ? 201 : 409, onFailure);
        await audit.idle();
      }
    });

    it.each([
      [{ label: 'Café "L"' }, ['select', 'label']],
      [{ label: 'Café' }, []],
      [{ printer: 'Line 1' }, ['select']],
      [{ printer: 'Line "1"' }, ['line']],
      [{ printer: 'Line 1', label: 'Café "L"' }, ['select']],
      [{ outcome: 'done' }, ['label']],
      [{ outcome: 'failed' }, ['select']],
      [{ outcome: 'unknown' }, ['line']],
      [{ chain: 'triggers' }, ['line']],
      [{ chain: 'changes', person: 'Ada' }, ['label']],
      [{ from: '2026-11-22T01:00:00.000Z', to: '2026-11-22T02:00:00.000Z' }, ['select']],
      [{ from: '2026-11-23T00:00:00.000Z' }, []],
    ])('by %j', async (query, found) => {
      expect(await requests(query)).toEqual(found);
    });

    it('with the time at which the records of its hour were signed', async () => {
      const { entries } = await audit.page({ limit: 50 });
      expect(entries.map(({ requestId, signedAt }) => [requestId, signedAt])).toEqual([
        ['line', undefined],
        ['select', undefined],
        ['label', '2026-11-22T01:00:00.000Z'],
      ]);
    });
  });

  /** An hour later for each, because whole hours are deleted. */
  async function beginHourly(requests: string[], use = USE): Promise<void> {
    for (const requestId of requests) {
      now += HOUR;
      await audit.begin({ ...use, requestId });
      await audit.idle();
    }
  }

  it('deletes the oldest hours of each chain, so that triggers evict only triggers', async () => {
    await audit.begin({ ...USE, operation: 'DELETE /api/v3/labels/:name', requestId: 'removed' });
    await beginHourly(['r-1', 'r-2', 'r-3', 'r-4', 'r-5']);
    const kept = (await requests()).filter((request) => request !== '');
    expect([kept[0], kept.at(-1), kept.includes('r-1')]).toEqual(['r-5', 'removed', false]);
    const lines: string[] = [];
    for await (const line of audit.exportLines('triggers')) lines.push(line);
    expect(await checkExport(lines)).toMatchObject({ removed: { at: expect.any(String) as string }, fault: undefined });
  });

  it('removes what is older than the days that are kept, and says so', async () => {
    audit = new Audit({ db, signingKey, now: () => now, keptDays: () => Promise.resolve(1) });
    await beginHourly(['r-1', 'r-2'], { ...USE, operation: 'PUT /api/v3/settings' });
    now += 25 * HOUR;
    await beginHourly(['r-3'], { ...USE, operation: 'PUT /api/v3/settings' });
    const { entries } = await audit.page({ limit: 50 });
    expect(entries).toMatchObject([
      { operation: 'RETENTION', status: 200, input: { value: { reason: 'age', days: 1, first: 1, last: 2 } } },
      { requestId: 'r-3' },
    ]);
  });

  it('removes what is too old also when an outcome is the first record of an hour', async () => {
    audit = new Audit({ db, signingKey, now: () => now, keptDays: () => Promise.resolve(1) });
    await beginHourly(['r-1']);
    now += 25 * HOUR;
    audit.end({ chain: 'triggers', number: 1 }, 202, onFailure);
    await audit.idle();
    await audit.idle();
    expect(await requests()).toEqual(['']);
  });

  it.each(['stepped', 'doubtful'] as const)('removes nothing by its age while the clock is %s', async (state) => {
    audit = new Audit({ db, signingKey, now: () => now, keptDays: () => Promise.resolve(1), clockState: () => state });
    await beginHourly(['r-1']);
    now += 25 * HOUR;
    await beginHourly(['r-2']);
    expect(await requests()).toEqual(['r-2', 'r-1']);
  });

  it('E9 limits the entries of wrong keys, whatever the number of addresses', async () => {
    for (const address of [1, 2, 3, 4, 5]) {
      await beginHourly([`r-${address}`], { ...USE, keyName: '', operation: `wrong keys from 192.0.2.${address}` });
    }
    const kept = (await requests()).filter((request) => request !== '');
    expect([kept[0], kept.includes('r-1')]).toEqual(['r-5', false]);
  });

  it('is exported so that it can be checked elsewhere, with outcomes', async () => {
    await audit.begin({ ...USE, operation: 'DELETE /api/v3/labels/:name', requestId: 'removed' });
    audit.end(await audit.begin({ ...USE, operation: 'PUT /api/v3/labels/:name', requestId: 'put' }), 201, onFailure);
    await audit.idle();
    const lines: string[] = [];
    for await (const line of audit.exportLines('changes')) lines.push(line);
    expect(await checkExport(lines)).toMatchObject({ chain: 'changes', first: 1, last: 3, fault: undefined });
    expect(lines[3]).toContain('"kind":"outcome","number":3,"of":2,"status":201');
  });

  it('takes over the entries of a version without chains', async () => {
    const old = { ...{ at: MOMENT, key_name: 'MES', operation: USE.operation, path: '/old', request_id: 'old', status: 202 } };
    await db
      .insertInto('audit')
      .values({ ...old, family: 'f', place: 1 })
      .execute();
    await db
      .insertInto('audit')
      .values({ ...old, request_id: 'unended', status: null, family: 'f', place: 2 })
      .execute();
    await audit.start();
    await begin('r-1');
    const { entries } = await audit.page({ limit: 50 });
    expect(entries.map(({ requestId, status }) => [requestId, status])).toEqual([
      ['r-1', undefined],
      ['unended', undefined],
      ['old', 202],
    ]);
    expect(await db.selectFrom('audit').selectAll().execute()).toEqual([]);
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
    const recorded = await begin('r-1');
    await refuseWrites();
    audit.end(recorded, 202, onFailure);
    await audit.idle();
    expect(onFailure).toHaveBeenCalledOnce();
  });
});
