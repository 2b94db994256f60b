import { closeSync, copyFileSync, openSync, statSync, truncateSync, writeFileSync, writeSync } from 'node:fs';
import { join } from 'node:path';
import { sql } from 'kysely';
import { describe, expect, it, vi } from 'vitest';
import { openControllerDatabase } from '#storage/database/controller-database.ts';
import { inTransaction } from '#storage/database/in-transaction.ts';
import { BackgroundCheck } from '#storage/integrity/background-check.ts';
import { openDatabase } from '#storage/database/open-database.ts';
import { DamagedDatabaseError } from '#storage/integrity/sqlite-failure.ts';
import { temporaryFolder } from '#support/temporary-folder.ts';

interface Notes {
  notes: { text: string };
}
const migrations = [{ version: 1, sql: 'CREATE TABLE notes (text TEXT NOT NULL)' }];

describe('openDatabase', () => {
  it('writes a WAL that SQLite syncs before it restarts or checkpoints it', async () => {
    const db = openDatabase<Notes>({ file: join(temporaryFolder(), 'new.db'), migrations });
    const pragmas =
      await sql`SELECT (SELECT journal_mode FROM pragma_journal_mode) AS mode, (SELECT synchronous FROM pragma_synchronous) AS synchronous`.execute(
        db,
      );
    expect(pragmas.rows).toEqual([{ mode: 'wal', synchronous: 1 }]);
    await db.destroy();
  });

  it('keeps what was committed', async () => {
    const file = join(temporaryFolder(), 'kept.db');
    const first = openDatabase<Notes>({ file, migrations });
    await first.insertInto('notes').values({ text: 'kept' }).execute();
    await first.destroy();
    const second = openDatabase<Notes>({ file, migrations });
    expect(await second.selectFrom('notes').selectAll().execute()).toEqual([{ text: 'kept' }]);
    await second.destroy();
  });

  it('B3 checkpoints the WAL of an ended process before the first write', async () => {
    const [file, left] = ['ended.db', 'left.db'].map((name) => join(temporaryFolder(), name)) as [string, string];
    const ended = openDatabase<Notes>({ file, migrations });
    await ended.insertInto('notes').values({ text: 'kept' }).execute();
    for (const part of ['', '-wal']) copyFileSync(file + part, left + part);
    await ended.destroy();
    expect(statSync(`${left}-wal`).size).toBeGreaterThan(0);
    const db = openDatabase<Notes>({ file: left, migrations });
    expect({ log: statSync(`${left}-wal`).size, notes: await db.selectFrom('notes').selectAll().execute() }).toEqual({
      log: 0,
      notes: [{ text: 'kept' }],
    });
    await db.destroy();
  });

  it('names the file and what to do when the database is newer than the program', async () => {
    const file = join(temporaryFolder(), 'newer.db');
    const newer = openDatabase<Notes>({ file, migrations: [...migrations, { version: 2, sql: 'CREATE TABLE more (text TEXT)' }] });
    await newer.destroy();
    expect(() => openDatabase<Notes>({ file, migrations })).toThrow(
      `The database ${file} cannot be opened: it was created by a newer Strobe: its data have version 2, and this one supports versions up to 1. Install the newer Strobe, or restore a backup from before its installation.`,
    );
  });

  it('B7 names the file and what to do when the file is no database', () => {
    const file = join(temporaryFolder(), 'garbage.db');
    writeFileSync(file, 'This was a database before the disk failed. '.repeat(100));
    expect(() => openControllerDatabase(file)).toThrow(`The database ${file} cannot be opened: it is damaged or no database.`);
  });

  it('B7 names the file and what to do when the file was cut off', async () => {
    const file = join(temporaryFolder(), 'cut.db');
    await filled(file);
    truncateSync(file, 3 * 4096);
    expect(() => openDatabase<Notes>({ file, migrations })).toThrow('it is damaged or no database.');
  });

  it('B7 names the file and what to do when a page was overwritten', async () => {
    const file = join(temporaryFolder(), 'overwritten.db');
    await filled(file);
    overwritePage(file, 2);
    expect(() => openDatabase<Notes>({ file, migrations })).toThrow('it is damaged or no database.');
  });

  it('B7 finds damage in the background, and does not open the database again', async () => {
    const later = await checkedLater();
    overwritePage(later.file, 2);
    const db = openDatabase<Notes>(later);
    const found = await look(later).catch((error: unknown) => error);
    await db.destroy();
    expect(found).toEqual(new DamagedDatabaseError(`The database ${later.file} is damaged`, expect.stringContaining('notes: ')));
    expect(() => openDatabase<Notes>(later)).toThrow(DamagedDatabaseError);
  });

  it('B7 opens a backup that replaced a damaged database', async () => {
    const later = await checkedLater();
    const backup = `${later.file}.backup`;
    copyFileSync(later.file, backup);
    overwritePage(later.file, 2);
    await expect(look(later)).rejects.toThrow(DamagedDatabaseError);
    copyFileSync(backup, later.file);
    await openDatabase<Notes>(later).destroy();
    overwritePage(later.file, 2);
    await expect(openDatabase<Notes>(later).destroy()).resolves.toBeUndefined();
  });

  it('B7 finds no damage in an intact database in the background', async () => {
    await expect(look(await checkedLater())).resolves.toBeUndefined();
  });

  it('B4 reports a full disk, informs the listener, and has changed nothing', async () => {
    const onFull = vi.fn<() => void>();
    const db = openDatabase<Notes>({ file: join(temporaryFolder(), 'full.db'), migrations, disk: { onFull } });
    await sql`PRAGMA max_page_count = 4`.execute(db);
    const filling = inTransaction(db, async (trx) => {
      for (let note = 0; note < 100; note += 1)
        await trx
          .insertInto('notes')
          .values({ text: 'x'.repeat(1_000) })
          .execute();
    });
    await expect(filling).rejects.toMatchObject({ slug: 'disk-full' });
    expect({ notes: await db.selectFrom('notes').selectAll().execute(), told: onFull.mock.calls.length }).toEqual({ notes: [], told: 1 });
    await db.destroy();
  });
});

/** A database whose only table is not checked when it is opened. */
async function checkedLater() {
  const file = join(temporaryFolder(), 'later.db');
  await filled(file);
  return { file, migrations, checkedLater: ['notes'] };
}

function look({ file, checkedLater: tables }: { file: string; checkedLater: readonly string[] }): Promise<void> {
  return new BackgroundCheck({ file, tables }).run();
}

/** Pages count from 1. */
function overwritePage(file: string, page: number): void {
  const handle = openSync(file, 'r+');
  writeSync(handle, Buffer.alloc(4096, 0xa5), 0, 4096, (page - 1) * 4096);
  closeSync(handle);
}

async function filled(file: string): Promise<void> {
  const db = openDatabase<Notes>({ file, migrations });
  await db
    .insertInto('notes')
    .values(Array.from({ length: 100 }, () => ({ text: 'x'.repeat(1_000) })))
    .execute();
  await db.destroy();
}
