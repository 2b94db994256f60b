import { closeSync, copyFileSync, openSync, statSync, truncateSync, writeFileSync, writeSync } from 'node:fs';
import { join } from 'node:path';
import { sql } from 'kysely';
import { describe, expect, it, vi } from 'vitest';
import { openControllerDatabase } from '#storage/controller-database.ts';
import { inTransaction } from '#storage/in-transaction.ts';
import { LaterCheck } from '#storage/later-check.ts';
import { openDatabase } from '#storage/open-database.ts';
import { DamagedDatabaseError } from '#storage/sqlite-failure.ts';
import { temporaryFolder } from '#support/temporary-folder.ts';

interface Notes {
  notes: { text: string };
}
const migrations = [{ version: 1, sql: 'CREATE TABLE notes (text TEXT NOT NULL)' }];

describe('openDatabase', () => {
  it('writes a log, which SQLite makes durable before it begins it anew or puts it away', async () => {
    const db = openDatabase<Notes>({ file: join(temporaryFolder(), 'new.db'), migrations });
    const pragmas =
      await sql`SELECT (SELECT journal_mode FROM pragma_journal_mode) AS journal, (SELECT synchronous FROM pragma_synchronous) AS synchronous`.execute(
        db,
      );
    expect(pragmas.rows).toEqual([{ journal: 'wal', synchronous: 1 }]);
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

  it('B3 puts what an ended process left in the log into the file itself before anything is promised on it', async () => {
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

  it('names the file and the cure when the database is newer than the program', async () => {
    const file = join(temporaryFolder(), 'newer.db');
    const newer = openDatabase<Notes>({ file, migrations: [...migrations, { version: 2, sql: 'CREATE TABLE more (text TEXT)' }] });
    await newer.destroy();
    expect(() => openDatabase<Notes>({ file, migrations })).toThrow(
      `The database ${file} cannot be opened: it was made by a newer Strobe: its data have version 2, and this one knows versions up to 1. Install the newer Strobe, or restore a backup from before its installation.`,
    );
  });

  it('B7 names the file and the cure when the file is no database', () => {
    const file = join(temporaryFolder(), 'garbage.db');
    writeFileSync(file, 'This was a database before the disk failed. '.repeat(100));
    expect(() => openControllerDatabase(file)).toThrow(`The database ${file} cannot be opened: it is damaged or no database.`);
  });

  it('B7 names the file and the cure when the file was cut off', async () => {
    const file = join(temporaryFolder(), 'cut.db');
    await filled(file);
    truncateSync(file, 3 * 4096);
    expect(() => openDatabase<Notes>({ file, migrations })).toThrow('it is damaged or no database.');
  });

  it('B7 names the file and the cure when a page was overwritten', async () => {
    const file = join(temporaryFolder(), 'overwritten.db');
    await filled(file);
    overwritePage(file, 2);
    expect(() => openDatabase<Notes>({ file, migrations })).toThrow('it is damaged or no database.');
  });

  it('B7 opens one whose damage is looked for later, finds it while it is open, and does not open it again', async () => {
    const later = await checkedLater();
    overwritePage(later.file, 2);
    const db = openDatabase<Notes>(later);
    const found = await look(later).catch((error: unknown) => error);
    await db.destroy();
    expect(found).toEqual(new DamagedDatabaseError(`The database ${later.file} is damaged`, expect.stringContaining('notes: ')));
    expect(() => openDatabase<Notes>(later)).toThrow(DamagedDatabaseError);
  });

  it('B7 opens the backup that was put in the place of a damaged one, and believes it', async () => {
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

  it('B7 finds no damage later in one that is whole', async () => {
    await expect(look(await checkedLater())).resolves.toBeUndefined();
  });

  it('B4 calls a full disk by its name, tells who listens, and has changed nothing', async () => {
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

/** A file whose only table is not looked at when it is opened. */
async function checkedLater() {
  const file = join(temporaryFolder(), 'later.db');
  await filled(file);
  return { file, migrations, checkedLater: ['notes'] };
}

function look({ file, checkedLater: tables }: { file: string; checkedLater: readonly string[] }): Promise<void> {
  return new LaterCheck({ file, tables }).run();
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
