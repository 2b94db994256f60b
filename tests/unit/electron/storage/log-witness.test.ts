import { existsSync, mkdirSync, readFileSync, symlinkSync, writeFileSync } from 'node:fs';
import { join } from 'node:path';
import { DatabaseSync } from 'node:sqlite';
import { sql, type Kysely } from 'kysely';
import { afterEach, beforeEach, describe, expect, it, vi } from 'vitest';
import { readLog, readLogIndex } from '#storage/log-file.ts';
import { witnessOf } from '#storage/log-witness.ts';
import { openDatabase } from '#storage/open-database.ts';
import { runTransaction } from '#storage/open-transactions.ts';
import { temporaryFolder } from '#support/temporary-folder.ts';

interface Notes {
  notes: { text: string };
}

describe('the witness of a log', () => {
  let file: string;
  let db: Kysely<Notes>;
  const open = () => openDatabase<Notes>({ file, migrations: [], hasWitness: true });
  const note = () => runTransaction(db, (trx) => trx.insertInto('notes').values({ text: 'a note' }).execute());
  const witnessed = () => readLogIndex(readFileSync(witnessOf(file)));
  const written = () => readLog(readFileSync(`${file}-wal`));

  beforeEach(async () => {
    file = join(temporaryFolder(), 'notes.db');
    db = open();
    await sql`CREATE TABLE notes (text TEXT)`.execute(db);
  });
  afterEach(() => db.destroy());

  it('knows every commit that is answered, in a transaction and alone', async () => {
    await note();
    const one = written();
    expect(witnessed()).toEqual({ salts: one?.salts, frames: one?.frames });
    await db.insertInto('notes').values({ text: 'alone' }).execute();
    expect(witnessed()?.frames).toBe(written()?.frames);
    expect(witnessed()?.frames).toBeGreaterThan(one?.frames ?? 0);
  });

  it('says nothing of the log of another run', async () => {
    await note();
    const kept = readFileSync(witnessOf(file));
    await db.destroy();
    writeFileSync(witnessOf(file), kept);
    expect(witnessed()?.frames).toBeGreaterThan(0);
    db = open();
    expect(witnessed()).toBeUndefined();
    await note();
    expect(witnessed()?.salts).toBe(written()?.salts);
  });

  it('is gone once SQLite has taken the log away, and no sooner', async () => {
    const reader = new DatabaseSync(file);
    reader.prepare('SELECT * FROM notes').all();
    await note();
    await db.destroy();
    expect(witnessed()?.frames).toBe(written()?.frames);
    reader.close();
    db = open();
    await note();
    await db.destroy();
    expect(existsSync(witnessOf(file))).toBe(false);
  });

  it('holds up no change where it cannot be written, and says so once', async () => {
    await db.destroy();
    mkdirSync(witnessOf(file));
    const onUnwitnessed = vi.fn();
    db = openDatabase<Notes>({ file, migrations: [], hasWitness: true, disk: { onUnwitnessed } });
    await note();
    await note();
    expect(await db.selectFrom('notes').selectAll().execute()).toHaveLength(2);
    expect(onUnwitnessed).toHaveBeenCalledOnce();
  });

  it.runIf(existsSync('/dev/full'))('holds up no change where there is no room for it', async () => {
    await db.destroy();
    symlinkSync('/dev/full', witnessOf(file));
    db = open();
    await note();
    expect(await db.selectFrom('notes').selectAll().execute()).toEqual([{ text: 'a note' }]);
  });
});
