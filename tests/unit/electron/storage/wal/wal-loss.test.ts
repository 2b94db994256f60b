import { copyFileSync, existsSync, readFileSync, rmSync, truncateSync, writeFileSync } from 'node:fs';
import { join } from 'node:path';
import { DatabaseSync } from 'node:sqlite';
import { beforeEach, describe, expect, it } from 'vitest';
import { markWalClosed } from '#storage/wal/closed-wal.ts';
import { findWalLoss, walSaltsOf } from '#storage/wal/wal-loss.ts';
import { durablePositionFileOf } from '#storage/wal/durable-position.ts';
import { temporaryFolder } from '#support/temporary-folder.ts';

const PAGE = 4_096;
const HEADER = 32;
const FRAME = 24 + PAGE;
const KILLED = { isClosed: false };
const CLOSED = { isClosed: true };

/** A database with this number of commits in its WAL, as SIGKILL leaves it. Each commit is one frame. */
function killed(commits: number): string {
  const [working, left] = [join(temporaryFolder(), 'controller.db'), join(temporaryFolder(), 'controller.db')];
  const database = new DatabaseSync(working);
  database.exec(`PRAGMA page_size = ${PAGE}; PRAGMA journal_mode = WAL; PRAGMA synchronous = FULL; CREATE TABLE notes (text TEXT)`);
  database.exec('PRAGMA wal_checkpoint(TRUNCATE)');
  for (let commit = 0; commit < commits; commit += 1) database.exec("INSERT INTO notes VALUES ('a note')");
  for (const ending of ['', '-wal', '-shm']) copyFileSync(working + ending, left + ending);
  database.close();
  return left;
}

function flip(file: string, at: number): void {
  const bytes = readFileSync(file);
  bytes.writeUInt8(bytes.readUInt8(at) ^ 1, at);
  writeFileSync(file, bytes);
}

describe('B8 the WAL of a database', () => {
  let file: string;
  const known = () => ({ ...KILLED, log: walSaltsOf(file) });
  const loss = (before: Parameters<typeof findWalLoss>[1]) => findWalLoss(file, before);
  const loseIndex = () => rmSync(`${file}-shm`);

  beforeEach(() => {
    file = killed(5);
  });

  it.each(['with its index', 'without'])('is intact after a kill, %s', (which) => {
    if (which === 'without') loseIndex();
    expect(loss(known())).toBeUndefined();
  });

  it('is intact with an outdated or invalid index', () => {
    const index = readFileSync(`${file}-shm`);
    writeFileSync(`${file}-shm`, Buffer.alloc(index.length, 0xa5));
    expect(loss(known())).toBeUndefined();
  });

  it('is truncated when its index has more frames', () => {
    truncateSync(`${file}-wal`, HEADER + 2 * FRAME);
    expect(loss(known())).toBe('lost');
  });

  it.each(['gone', 'garbage'])('is truncated when the durable position has more frames and the index is %s', (how) => {
    copyFileSync(`${file}-shm`, durablePositionFileOf(file));
    if (how === 'gone') loseIndex();
    else writeFileSync(`${file}-shm`, Buffer.alloc(PAGE, 0xa5));
    expect(loss(known())).toBeUndefined();
    truncateSync(`${file}-wal`, HEADER + 2 * FRAME);
    expect(loss(known())).toBe('lost');
  });

  it.each([0, 10])('is truncated with %i bytes left and more frames in its index', (bytes) => {
    truncateSync(`${file}-wal`, bytes);
    expect(loss(known())).toBe('lost');
    expect(loss(undefined)).toBe('lost');
  });

  it('is truncated at a flipped bit, with its index and without', () => {
    flip(`${file}-wal`, HEADER + 2 * FRAME + 500);
    expect(loss(known())).toBe('lost');
    loseIndex();
    expect(loss(known())).toBe('lost');
  });

  it('may end with one torn commit, which was not durable', () => {
    flip(`${file}-wal`, HEADER + 4 * FRAME + 500);
    loseIndex();
    expect(loss(known())).toBeUndefined();
  });

  it('is lost when it is invalid, empty or missing after a killed run', () => {
    loseIndex();
    const before = known();
    flip(`${file}-wal`, 18);
    expect(loss(before)).toBe('lost');
    truncateSync(`${file}-wal`, 0);
    expect(loss(before)).toBe('lost');
    rmSync(`${file}-wal`);
    expect([loss(before), loss(CLOSED), loss(undefined)]).toEqual(['lost', undefined, undefined]);
  });

  it('is a marker after the database was closed', () => {
    for (const ending of ['-wal', '-shm']) rmSync(file + ending);
    markWalClosed(file);
    expect(loss(KILLED)).toBeUndefined();
    const database = new DatabaseSync(file);
    database.exec("INSERT INTO notes VALUES ('goes on')");
    database.close();
    expect(existsSync(`${file}-wal`)).toBe(false);
  });

  it('is foreign when it belongs to another database, with the index of this one and without', () => {
    const before = known();
    copyFileSync(`${killed(3)}-wal`, `${file}-wal`);
    expect(loss(before)).toBe('foreign');
    loseIndex();
    expect([loss(before), loss(CLOSED), loss(undefined)]).toEqual(['foreign', 'foreign', undefined]);
  });

  it('is foreign when it is older than the database', () => {
    const old = readFileSync(`${file}-wal`);
    const database = new DatabaseSync(file);
    database.exec("PRAGMA wal_checkpoint(TRUNCATE); INSERT INTO notes VALUES ('later')");
    const before = known();
    database.close();
    writeFileSync(`${file}-wal`, old);
    expect(loss(before)).toBe('foreign');
  });

  it('may have restarted since its salts were recorded', () => {
    const before = known();
    const database = new DatabaseSync(file);
    database.exec("PRAGMA wal_checkpoint(TRUNCATE); INSERT INTO notes VALUES ('later')");
    expect(walSaltsOf(file)).not.toBe(before.log);
    expect(loss(before)).toBeUndefined();
    database.close();
  });
});
