import { createHash } from 'node:crypto';
import {
  appendFileSync,
  closeSync,
  existsSync,
  openSync,
  readdirSync,
  readFileSync,
  renameSync,
  truncateSync,
  writeFileSync,
  writeSync,
} from 'node:fs';
import { join } from 'node:path';
import { DatabaseSync } from 'node:sqlite';
import { setImmediate } from 'node:timers/promises';
import { describe, expect, it } from 'vitest';
import { backupNames, removeUnfinished } from '#storage/backup/backup-folder.ts';
import { HEAD_BYTES, headBytes, headOf, InvalidBackupError, type BackupHead } from '#storage/backup/backup-file.ts';
import { inBackupThread } from '#storage/backup/backup-thread.ts';
import { makeBackup } from '#storage/backup/make-backup.ts';
import { restoreFileOf, takeRestored } from '#storage/backup/swap-database.ts';
import { unpackBackup } from '#storage/backup/unpack-backup.ts';
import { CONTROLLER_MIGRATIONS, openControllerDatabase } from '#storage/database/controller-database.ts';
import type { ControllerDatabase } from '#storage/database/controller-schema.ts';
import { temporaryFolder } from '#support/temporary-folder.ts';

const NEWEST = CONTROLLER_MIGRATIONS.length;
/** The last byte of the version number in the header of an SQLite file. */
const USER_VERSION_END = 63;

interface Bench {
  folder: string;
  database: string;
  file: string;
  db: ControllerDatabase;
}

async function open(): Promise<Bench> {
  const folder = temporaryFolder();
  const database = join(folder, 'controller.db');
  const db = openControllerDatabase(database);
  await put(db, 'controllerId', 'c-1');
  await put(db, 'note', 'before');
  return { folder, database, file: join(folder, 'a.strobe-backup'), db };
}

async function put(db: ControllerDatabase, key: string, value: string): Promise<void> {
  await db
    .insertInto('settings')
    .values({ key, value })
    .onConflict((conflict) => conflict.column('key').doUpdateSet({ value }))
    .execute();
}

function note(file: string): unknown {
  const database = new DatabaseSync(file, { readOnly: true });
  try {
    return database.prepare("SELECT value FROM settings WHERE key = 'note'").get()?.['value'];
  } finally {
    database.close();
  }
}

const make = ({ database, file }: Bench): Promise<BackupHead> => makeBackup({ database, file, program: '1.2.3', now: 1_700_000_000_000 });
const unpackInto = (file: string, database: string): Promise<BackupHead> => unpackBackup({ file, database, newestSchema: NEWEST });

/** Overwrites bytes of a file. */
function overwrite(file: string, at: number, bytes: Uint8Array): void {
  const handle = openSync(file, 'r+');
  writeSync(handle, bytes, 0, bytes.length, at);
  closeSync(handle);
}

describe('a backup', () => {
  it('has everything that was committed while the database is in use, without temporary files', async () => {
    const bench = await open();
    const head = await inBackupThread({ kind: 'make', database: bench.database, file: bench.file, program: '1.2.3', now: 5 });
    await put(bench.db, 'note', 'after');
    expect(head).toMatchObject({ strobeBackup: 1, program: '1.2.3', schema: NEWEST, controller: 'c-1', made: 5 });
    expect(await headOf(bench.file)).toEqual(head);
    const restored = join(bench.folder, 'restored.db');
    await unpackInto(bench.file, restored);
    expect([note(restored), note(bench.database)]).toEqual(['before', 'after']);
    await bench.db.destroy();
    expect(readdirSync(bench.folder).sort()).toEqual(['a.strobe-backup', 'controller.db', 'restored.db']);
  });

  it('is a snapshot of a database that is being written', async () => {
    const bench = await open();
    for (let place = 0; place < 100; place += 1) await put(bench.db, `long-${place}`, 'x'.repeat(200_000));
    const made = inBackupThread({ kind: 'make', database: bench.database, file: bench.file, program: '1.2.3', now: 5 });
    let isOver = false;
    const ended = made.finally(() => (isOver = true));
    while (!isOver) {
      await setImmediate();
      if (existsSync(`${bench.file}.copy`)) await put(bench.db, 'note', 'while it is copied');
    }
    expect((await ended).size).toBeGreaterThan(100 * 200_000);
    const restored = join(bench.folder, 'restored.db');
    await unpackInto(bench.file, restored);
    expect([note(restored), note(bench.database)]).toEqual(['before', 'while it is copied']);
    await bench.db.destroy();
  });

  it('is not made of a damaged database', async () => {
    const bench = await open();
    await bench.db.destroy();
    overwrite(bench.database, 4_096, Buffer.alloc(8_192, 0xa5));
    await expect(make(bench)).rejects.toThrow(/damaged|malformed/);
    expect(await backupNames(bench.folder)).toEqual([]);
  });

  it('A7 that a kill left unfinished is removed', async () => {
    const bench = await open();
    await make(bench);
    await bench.db.destroy();
    for (const ending of ['.copy', '.copy-journal', '.part', '.part.part'])
      writeFileSync(join(bench.folder, `b.strobe-backup${ending}`), 'x');
    expect(await backupNames(bench.folder)).toEqual(['a.strobe-backup']);
    await removeUnfinished(bench.folder);
    expect(readdirSync(bench.folder).sort()).toEqual(['a.strobe-backup', 'controller.db']);
    expect(await backupNames(join(bench.folder, 'nowhere'))).toEqual([]);
  });
});

describe('F4 an invalid backup', () => {
  it.each<[string, (file: string, head: BackupHead) => void, RegExp]>([
    ['is empty', (file) => truncateSync(file, 0), /too short/],
    ['is cut off', (file, { size }) => truncateSync(file, HEAD_BYTES + size - 1), /its end is missing/],
    ['is too long', (file) => appendFileSync(file, 'x'), /too long/],
    ['is anything', (file) => overwrite(file, 0, Buffer.from('PK\x03\x04')), /it is not a backup of Strobe/],
    ['was changed in one byte', (file, { size }) => overwrite(file, HEAD_BYTES + size - 100, Buffer.from('x')), /changed or damaged/],
    ['says another moment', (file, head) => overwrite(file, 0, headBytes({ ...head, made: 1 })), /its database does not match its header/],
    [
      'says another version',
      (file, head) => {
        overwrite(file, HEAD_BYTES + USER_VERSION_END, Buffer.of(NEWEST + 1));
        const sha256 = createHash('sha256').update(readFileSync(file).subarray(HEAD_BYTES)).digest('hex');
        overwrite(file, 0, headBytes({ ...head, sha256 }));
      },
      /its database does not match its header/,
    ],
    [
      'is of a later version',
      (file, head) => overwrite(file, 0, headBytes({ ...head, schema: NEWEST + 1, program: '9.0' })),
      /version 9\.0/,
    ],
    ['promises a size that is not there', (file, head) => overwrite(file, 0, headBytes({ ...head, size: 2 ** 52 })), /its end is missing/],
  ])('is refused when it %s, and nothing changes', async (_what, spoil, fault) => {
    const bench = await open();
    spoil(bench.file, await make(bench));
    await bench.db.destroy();
    const restored = join(bench.folder, 'restored.db');
    const unpacked = unpackInto(bench.file, restored);
    await expect(unpacked).rejects.toThrow(fault);
    await expect(unpacked).rejects.toBeInstanceOf(InvalidBackupError);
    expect(readdirSync(bench.folder).sort()).toEqual(['a.strobe-backup', 'controller.db']);
  });

  it('is refused when its database is damaged and its hash is valid', async () => {
    const bench = await open();
    await make(bench);
    await bench.db.destroy();
    const database = readFileSync(bench.file).subarray(HEAD_BYTES);
    database.fill(0xa5, 4_096, 12_288);
    const sha256 = createHash('sha256').update(database).digest('hex');
    writeFileSync(bench.file, Buffer.concat([headBytes({ ...(await headOf(bench.file)), sha256 }), database]));
    const unpacked = inBackupThread({ kind: 'unpack', file: bench.file, database: join(bench.folder, 'r.db'), newestSchema: NEWEST });
    await expect(unpacked).rejects.toBeInstanceOf(InvalidBackupError);
    expect(existsSync(join(bench.folder, 'r.db'))).toBe(false);
  });
});

describe('a restored database', () => {
  it('replaces the current one and its WAL, which are kept', async () => {
    const bench = await open();
    await make(bench);
    await put(bench.db, 'note', 'after');
    await bench.db.destroy();
    writeFileSync(`${bench.database}-wal`, 'the log of the present one');
    await unpackInto(bench.file, restoreFileOf(bench.database));
    expect(takeRestored(bench.database, 5)).toBe(true);
    expect([note(bench.database), existsSync(`${bench.database}-wal`)]).toEqual(['before', false]);
    const [aside = ''] = readdirSync(join(bench.folder, 'replaced'));
    expect(readdirSync(join(bench.folder, 'replaced', aside)).sort()).toEqual(['controller.db', 'controller.db-wal']);
    expect(takeRestored(bench.database, 6)).toBe(false);
  });

  it('A7 replaces it also after a kill in between', async () => {
    const bench = await open();
    await make(bench);
    await bench.db.destroy();
    await unpackInto(bench.file, restoreFileOf(bench.database));
    renameSync(bench.database, join(bench.folder, 'elsewhere.db'));
    expect(takeRestored(bench.database, 5)).toBe(true);
    expect(note(bench.database)).toBe('before');
  });

  it('A7 that a kill left half unpacked is removed', async () => {
    const bench = await open();
    await bench.db.destroy();
    for (const ending of ['.part', '.part-journal']) writeFileSync(restoreFileOf(bench.database) + ending, 'half');
    expect(takeRestored(bench.database, 5)).toBe(false);
    expect(readdirSync(bench.folder).filter((name) => name.includes('.restore'))).toEqual([]);
  });

  it('keeps the last three replaced ones', async () => {
    const bench = await open();
    await make(bench);
    await bench.db.destroy();
    for (let now = 1; now <= 5; now += 1) {
      await unpackInto(bench.file, restoreFileOf(bench.database));
      takeRestored(bench.database, now);
    }
    expect(readdirSync(join(bench.folder, 'replaced')).map((name) => name.slice(-4))).toEqual(['003Z', '004Z', '005Z']);
  });

  it('C1 keeps the one replaced now, also with a clock that was set back', async () => {
    const bench = await open();
    await make(bench);
    await bench.db.destroy();
    for (const now of [7, 8, 9, 1]) {
      await unpackInto(bench.file, restoreFileOf(bench.database));
      takeRestored(bench.database, now);
    }
    expect(readdirSync(join(bench.folder, 'replaced')).map((name) => name.slice(-4))).toEqual(['001Z', '008Z', '009Z']);
  });
});
