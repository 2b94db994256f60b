import { sql } from 'kysely';
import { describe, expect, it, onTestFinished } from 'vitest';
import { openControllerDatabase } from '#storage/database/controller-database.ts';
import type { ControllerDatabase } from '#storage/database/controller-schema.ts';
import { inTransaction } from '#storage/database/in-transaction.ts';
import { changedBy } from '#storage/database/table-versions.ts';
import { lendDatabase } from '#storage/database/lend-database.ts';
import { CheckpointThread } from '#storage/checkpoint/checkpoint-thread.ts';
import { tableVersionsOf } from '#storage/database/open-transactions.ts';

function open() {
  const db = openControllerDatabase(':memory:');
  onTestFinished(() => db.destroy());
  return { db, count: () => tableVersionsOf(db)?.allChanges ?? NaN };
}

const insert = (db: Pick<ControllerDatabase, 'insertInto'>) =>
  db.insertInto('settings').values({ key: 'k', value: 'v' }).executeTakeFirstOrThrow();

describe('the changes of a database are counted', () => {
  it.each<[string, (db: ControllerDatabase) => Promise<unknown>]>([
    ['a statement that writes', (db) => insert(db)],
    ['a transaction that writes', (db) => inTransaction(db, (trx) => insert(trx))],
    ['a change that begins with WITH', (db) => sql`WITH one AS (SELECT 1) DELETE FROM settings`.execute(db)],
    ['one that is taken back', (db) => inTransaction(db, () => Promise.reject(new Error('no'))).catch(() => undefined)],
    ['one that fails', (db) => sql`INSERT INTO settings (key) VALUES (NULL)`.execute(db).catch(() => undefined)],
    ['what another connection did meanwhile', (db) => lendDatabase(db, () => Promise.resolve())],
    ['also when that failed', (db) => lendDatabase(db, () => Promise.reject(new Error('no'))).catch(() => undefined)],
  ])('%s', async (_what, change) => {
    const { db, count } = open();
    const before = count();
    await change(db);
    expect(count()).toBeGreaterThan(before);
  });

  it('a read is not counted', async () => {
    const { db, count } = open();
    const before = count();
    await db.selectFrom('settings').selectAll().execute();
    await inTransaction(db, (trx) => trx.selectFrom('settings').selectAll().execute());
    await sql`PRAGMA data_version`.execute(db);
    await new CheckpointThread(db).shorten();
    expect(count()).toBe(before);
  });

  it.each([
    ['select 1', undefined],
    ['  begin immediate', undefined],
    ['PRAGMA user_version', undefined],
    ['PRAGMA wal_checkpoint(PASSIVE)', undefined],
    ['PRAGMA user_version = 3', []],
    ['UPDATE jobs SET live = 0', []],
    ['rollback', []],
    ['INSERT INTO variables SELECT * FROM counters', ['variables', 'counters']],
  ])('%j may change %j of the cached tables', (statement, tables) => {
    expect(changedBy(statement)).toEqual(tables);
  });
});
