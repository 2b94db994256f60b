import { generateKeyPairSync } from 'node:crypto';
import { sql } from 'kysely';
import { afterEach, beforeEach, describe, expect, it } from 'vitest';
import { ProblemError } from '#contract/problem.ts';
import type { StationHandlers } from '#contract/station/index.ts';
import { StationAudit } from '#station/audit/station-audit.ts';
import { withAudit } from '#station/operations/with-audit.ts';
import { serveFor } from '#station/people/callers.ts';
import { checkExport } from '#storage/audit-chain/check-export.ts';
import { openStationDatabase } from '#storage/database/station-database.ts';
import type { StationDatabase } from '#storage/database/station-schema.ts';
import { collect } from '#support/collect.ts';
import { ManualClock } from '#support/manual-clock.ts';

const HOUR = 3_600_000;
const { privateKey } = generateKeyPairSync('ed25519');
const once = { idempotencyKey: '0b6e6ed4-5a4e-4f0a-9d3f-000000000000' };

let db: StationDatabase;
let clock: ManualClock;
let audit: StationAudit;
let faults: unknown[];
let person: string;

beforeEach(() => {
  db = openStationDatabase(':memory:');
  clock = new ManualClock(Date.UTC(2026, 10, 21, 6));
  faults = [];
  person = 'Ada';
  audit = new StationAudit({ db, clock, signingKey: () => privateKey, report: (error) => faults.push(error) });
});

afterEach(() => db.destroy());

function open(handlers: unknown): StationHandlers {
  const deps = { audit, person: () => person, controllerName: (id: string) => `Hall ${id}` };
  return withAudit(handlers as StationHandlers, deps);
}

const entries = async (filter = {}) => (await audit.list(filter, { limit: 50 })).entries;

describe('the audit log of the station', () => {
  it('has a command with its person, screen, place, input and outcome', async () => {
    const handlers = open({ variables: { put: async () => ({ created: true }) } });
    const variable = { value: '1', description: '', pinned: false, userEdit: false };
    const screen = 'a1b2c3d4e5f6a7b8c9';
    await serveFor({ screen, place: 'network', address: '192.0.2.7' }, () =>
      handlers.variables.put({ connection: '1', name: 'Batch', variable, expected: null }),
    );
    expect(await entries()).toEqual([
      {
        ...{ kind: 'command', number: 1, hash: expect.stringMatching(/^[\da-f]{64}$/) as string, at: '2026-11-21T06:00:00.000Z' },
        ...{
          operation: 'variables.put',
          person: 'Ada',
          screen: 'a1b2c3d4e5f6',
          address: '192.0.2.7',
          connection: '1',
          controller: 'Hall 1',
          subject: 'Batch',
        },
        ...{
          outcome: 'done',
          input: { sha256: expect.any(String) as string, value: { connection: '1', name: 'Batch', variable, expected: null } },
        },
      },
    ]);
  });

  it('has a command that was refused, with the reason', async () => {
    const problem = new ProblemError('not-permitted', { detail: 'The role of Ada does not include it.' });
    const handlers = open({ printing: { trigger: () => Promise.reject(problem) } });
    await expect(handlers.printing.trigger({ connection: '1', printer: 'Line 1', ...once })).rejects.toBe(problem);
    expect(await entries()).toMatchObject([
      { operation: 'printing.trigger', subject: 'Line 1', outcome: 'failed', failure: 'The role of Ada does not include it.' },
    ]);
  });

  it('has the person who has signed in, and no PIN, badge or key', async () => {
    const handlers = open({
      people: { signIn: async () => ((person = 'Ben'), {}), signInWithBadge: () => Promise.reject(new ProblemError('wrong-sign-in')) },
      connections: { changeKey: async () => ({}) },
    });
    await handlers.people.signIn({ name: 'Ben', secret: '424242' });
    await expect(handlers.people.signInWithBadge({ badge: 'B-777' })).rejects.toThrow();
    await handlers.connections.changeKey({ id: '1', key: 'strobe_hush' });
    const found = await entries();
    expect(found.map(({ operation, outcome }) => [operation, outcome])).toEqual([
      ['connections.changeKey', 'done'],
      ['people.signInWithBadge', 'failed'],
      ['people.signIn', 'done'],
    ]);
    expect(found.at(-1)?.person).toBe('Ben');
    expect(JSON.stringify(found)).not.toMatch(/424242|B-777|hush/);
  });

  it('is found by period, person, operation and text, page by page', async () => {
    for (const [name, operation] of [
      ['Ada', 'labels.put'],
      ['Ben', 'labels.put'],
      ['Ben', 'labels.remove'],
    ] as const) {
      audit.add({ operation, person: name, screen: '', subject: `Label of ${name}` });
      clock.advance(HOUR / 10);
    }
    const numbers = async (filter: object) => (await entries(filter)).map(({ number }) => number);
    expect(await numbers({ person: 'Ben' })).toEqual([3, 2]);
    expect(await numbers({ operation: 'labels.put' })).toEqual([2, 1]);
    expect(await numbers({ text: 'label OF ada' })).toEqual([1]);
    expect(await numbers({ from: Date.UTC(2026, 10, 21, 6, 5), to: Date.UTC(2026, 10, 21, 6, 10) })).toEqual([2]);
    const page = await audit.list({}, { limit: 2 });
    expect([page.next, (await audit.list({}, { before: page.next ?? 0, limit: 2 })).entries.length]).toEqual([2, 1]);
  });

  it('is found by label, printer, outcome and operations, with the time of its signature', async () => {
    audit.add({ operation: 'labels.put', person: 'Ada', screen: '', subject: 'Case' });
    clock.advance(HOUR);
    audit.add({
      operation: 'printing.select',
      person: 'Ada',
      screen: '',
      subject: 'Line 1 · Case',
      input: { label: 'Case' },
      failure: 'no',
    });
    audit.add({ operation: 'tables.remove', person: 'Ada', screen: '', subject: 'Case' });
    const numbers = async (filter: object) => (await entries(filter)).map(({ number }) => number);
    expect(await numbers({ label: 'Case' })).toEqual([2, 1]);
    expect(await numbers({ printer: 'Line 1' })).toEqual([2]);
    expect(await numbers({ outcome: 'failed' })).toEqual([2]);
    expect(await numbers({ operations: { names: ['labels.put'], isExcluded: false } })).toEqual([1]);
    expect(await numbers({ operations: { names: ['labels.put'], isExcluded: true } })).toEqual([3, 2]);
    expect((await entries()).map(({ signedAt }) => signedAt)).toEqual([undefined, undefined, '2026-11-21T07:00:00.000Z']);
  });

  it('is exported so that it can be checked elsewhere, and removes whole hours that are too old', async () => {
    await audit.keepDays(1);
    expect(await audit.keptDays()).toBe(1);
    for (let count = 0; count < 3; count += 1) {
      audit.add({ operation: 'labels.put', person: 'Ada', screen: '', subject: `Label ${count}` });
      await audit.flush();
      clock.advance(20 * HOUR);
    }
    audit.add({ operation: 'labels.put', person: 'Ada', screen: '', subject: 'Newest' });
    await audit.flush();
    await audit.flush();
    const report = await checkExport(await collect(audit.exportLines()));
    expect(report).toMatchObject({ chain: 'station', removed: { at: '2026-11-23T18:00:00.000Z' }, fault: undefined });
    const [removal, newest, ...older] = await entries();
    expect([removal?.operation, newest?.subject, older.map(({ subject }) => subject)]).toEqual([
      'audit.removeOldest',
      'Newest',
      expect.not.arrayContaining(['Label 0']),
    ]);
    await audit.keepDays(null);
    expect(await audit.keptDays()).toBe(null);
  });

  it('B13 waits for a disk that accepts nothing, and delays no command', async () => {
    await sql`PRAGMA query_only = 1`.execute(db);
    const handlers = open({ printing: { abort: async () => ({}) } });
    await expect(handlers.printing.abort({ connection: '1', printer: 'Line 1', ...once })).resolves.toEqual({});
    await audit.flush();
    expect(faults).toHaveLength(1);
    await sql`PRAGMA query_only = 0`.execute(db);
    expect(await entries()).toMatchObject([{ operation: 'printing.abort', at: '2026-11-21T06:00:00.000Z' }]);
  });

  it('takes texts that have no canonical form', async () => {
    audit.add({ operation: 'labels.put', person: 'Ada\ud800', screen: '', input: { name: '\udc00', value: Infinity } });
    expect(await entries()).toMatchObject([{ person: 'Ada\ufffd', input: { value: { name: '\ufffd', value: 'Infinity' } } }]);
  });
});
