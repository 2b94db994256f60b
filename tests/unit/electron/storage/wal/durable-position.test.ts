import { existsSync, mkdirSync, readFileSync, symlinkSync, writeFileSync } from 'node:fs';
import { join } from 'node:path';
import { DatabaseSync } from 'node:sqlite';
import { sql, type Kysely } from 'kysely';
import { afterEach, beforeEach, describe, expect, it, vi } from 'vitest';
import { parseWal, parseWalIndex } from '#storage/wal/wal-file.ts';
import { durablePositionFileOf } from '#storage/wal/durable-position.ts';
import { openDatabase } from '#storage/database/open-database.ts';
import { writeTransaction } from '#storage/database/open-transactions.ts';
import { temporaryFolder } from '#support/temporary-folder.ts';

interface Notes {
  notes: { text: string };
}

describe('the durable position of a WAL', () => {
  let file: string;
  let db: Kysely<Notes>;
  const open = () => openDatabase<Notes>({ file, migrations: [], recordsDurablePosition: true });
  const note = () => writeTransaction(db, (trx) => trx.insertInto('notes').values({ text: 'a note' }).execute());
  const witnessed = () => parseWalIndex(readFileSync(durablePositionFileOf(file)));
  const written = () => parseWal(readFileSync(`${file}-wal`));

  beforeEach(async () => {
    file = join(temporaryFolder(), 'notes.db');
    db = open();
    await sql`CREATE TABLE notes (text TEXT)`.execute(db);
  });
  afterEach(() => db.destroy());

  it('includes every durable commit, in a transaction and without', async () => {
    await note();
    const one = written();
    expect(witnessed()).toEqual({ salts: one?.salts, frames: one?.frames });
    await db.insertInto('notes').values({ text: 'alone' }).execute();
    expect(witnessed()?.frames).toBe(written()?.frames);
    expect(witnessed()?.frames).toBeGreaterThan(one?.frames ?? 0);
  });

  it('is cleared when the next run starts', async () => {
    await note();
    const kept = readFileSync(durablePositionFileOf(file));
    await db.destroy();
    writeFileSync(durablePositionFileOf(file), kept);
    expect(witnessed()?.frames).toBeGreaterThan(0);
    db = open();
    expect(witnessed()).toBeUndefined();
    await note();
    expect(witnessed()?.salts).toBe(written()?.salts);
  });

  it('is removed after SQLite has deleted the WAL, and not before', async () => {
    const reader = new DatabaseSync(file);
    reader.prepare('SELECT * FROM notes').all();
    await note();
    await db.destroy();
    expect(witnessed()?.frames).toBe(written()?.frames);
    reader.close();
    db = open();
    await note();
    await db.destroy();
    expect(existsSync(durablePositionFileOf(file))).toBe(false);
  });

  it('does not stop changes when it cannot be written, and is reported once', async () => {
    await db.destroy();
    mkdirSync(durablePositionFileOf(file));
    const onUnwitnessed = vi.fn();
    db = openDatabase<Notes>({ file, migrations: [], recordsDurablePosition: true, disk: { onUnwitnessed } });
    await note();
    await note();
    expect(await db.selectFrom('notes').selectAll().execute()).toHaveLength(2);
    expect(onUnwitnessed).toHaveBeenCalledOnce();
  });

  it.runIf(existsSync('/dev/full'))('does not stop changes on a full disk', async () => {
    await db.destroy();
    symlinkSync('/dev/full', durablePositionFileOf(file));
    db = open();
    await note();
    expect(await db.selectFrom('notes').selectAll().execute()).toEqual([{ text: 'a note' }]);
  });
});
