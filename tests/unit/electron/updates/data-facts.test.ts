import { mkdirSync, mkdtempSync, readdirSync, readFileSync, rmSync, statSync, symlinkSync, writeFileSync } from 'node:fs';
import { tmpdir } from 'node:os';
import { join } from 'node:path';
import { DatabaseSync } from 'node:sqlite';
import { afterEach, beforeEach, describe, expect, it } from 'vitest';
import { isCopied, recordOrigin } from '#storage/files/file-identity.ts';
import { controllerFiles, copyData, putDataBack } from '#updates/data-copies.ts';
import { judgeData, readFacts, type DataFacts } from '#updates/data-facts.ts';

let folder: string;
let data: string;
beforeEach(() => {
  folder = mkdtempSync(join(tmpdir(), 'strobe-facts-'));
  data = join(folder, 'data');
  mkdirSync(data);
});
afterEach(() => rmSync(folder, { recursive: true }));

const database = (): string => join(data, 'controller.db');
const facts = (): DataFacts => readFacts(database(), join(folder, 'scratch'));

/** A database with so many prints; `sql` is run after them. */
function make({ prints, sql = '' }: { prints: number; sql?: string }): void {
  const db = new DatabaseSync(database());
  db.exec('PRAGMA journal_mode = WAL; PRAGMA user_version = 19; CREATE TABLE prints (id INTEGER PRIMARY KEY AUTOINCREMENT, serial TEXT)');
  for (let print = 0; print < prints; print += 1) db.exec("INSERT INTO prints (serial) VALUES ('x')");
  db.exec(`CREATE TABLE row_blocks (id INTEGER PRIMARY KEY, state TEXT); INSERT INTO row_blocks VALUES (1, 'ready'); ${sql}`);
  db.close();
}

describe('the facts of a database', () => {
  it('are its schema and the last reserved print, also when that was deleted', () => {
    make({ prints: 3, sql: 'DELETE FROM prints' });
    expect(facts()).toMatchObject({ schema: 19, lastPrint: 3 });
  });

  it('are read without a change of the folder', () => {
    make({ prints: 1 });
    const before = readdirSync(data).map((name) => [name, statSync(join(data, name)).mtimeMs]);
    facts();
    expect(readdirSync(data).map((name) => [name, statSync(join(data, name)).mtimeMs])).toEqual(before);
  });

  it('include what is only in a write-ahead log that a killed program has left', () => {
    make({ prints: 1 });
    const db = new DatabaseSync(database());
    db.exec("INSERT INTO prints (serial) VALUES ('y')");
    const [main, wal] = ['', '-wal'].map((ending) => readFileSync(database() + ending));
    db.close();
    writeFileSync(database(), main!);
    writeFileSync(`${database()}-wal`, wal!);
    expect(facts().lastPrint).toBe(2);
  });

  it('differ when rows were got from the plant or given back', () => {
    make({ prints: 1 });
    const before = facts();
    const db = new DatabaseSync(database());
    db.exec("UPDATE row_blocks SET state = 'returned'");
    db.close();
    expect(facts()).toMatchObject({ schema: before.schema, lastPrint: before.lastPrint });
    expect(facts().blocks).not.toBe(before.blocks);
  });
});

describe('the judgement of a roll-back', () => {
  const saved: DataFacts = { schema: 19, lastPrint: 7, blocks: 'a' };
  it.each([
    ['keeps the data of an unchanged schema, whatever was printed', { ...saved, lastPrint: 900, blocks: 'b' }, 'keep'],
    ['puts the old data back when the schema has changed and nothing was reserved', { ...saved, schema: 20 }, 'restore'],
    ['refuses when a print was reserved', { ...saved, schema: 20, lastPrint: 8 }, 'refuse'],
    ['refuses when numbers of the plant have changed hands', { ...saved, schema: 20, blocks: 'b' }, 'refuse'],
    ['refuses when the data cannot be read', 'unreadable', 'refuse'],
    ['refuses when the data are gone', null, 'refuse'],
  ] as const)('%s', (_what, now, verdict) => {
    expect(judgeData(saved, now)).toBe(verdict);
  });

  it('removes a database that the new version has made, unless it has printed', () => {
    expect(judgeData(null, null)).toBe('keep');
    expect(judgeData(null, { ...saved, lastPrint: 0 })).toBe('restore');
    expect(judgeData(null, saved)).toBe('refuse');
    expect(judgeData(null, 'unreadable')).toBe('refuse');
  });
});

describe('a copy of the data', () => {
  const contents = (): Record<string, string> =>
    Object.fromEntries(readdirSync(data).map((name) => [name, name.endsWith('-origin') ? '' : readFileSync(join(data, name), 'latin1')]));

  beforeEach(() => {
    make({ prints: 2 });
    writeFileSync(`${database()}-wal`, 'closed in order\n');
    writeFileSync(join(data, 'high-water.json'), '{"prints":2}');
    writeFileSync(join(data, 'other.txt'), 'stays');
    recordOrigin(database());
  });

  it('is put back exactly, without the log of the other database, and is no copy for the next start', async () => {
    const before = contents();
    await copyData(controllerFiles(data), join(folder, 'saved'));
    const db = new DatabaseSync(database());
    db.exec('PRAGMA user_version = 20');
    db.close();
    for (const [name, text] of [
      ['controller.db-wal', 'x'.repeat(100)],
      ['controller.db-shm', 'index'],
      ['controller.db.log-lost', ''],
      ['high-water.json', '{"prints":1002}'],
    ] as const) {
      writeFileSync(join(data, name), text);
    }
    await putDataBack(controllerFiles(data), join(folder, 'saved'));
    expect(contents()).toEqual(before);
    expect(isCopied(database())).toBe(false);
    expect(statSync(database()).uid).toBe(statSync(data).uid);
  });

  it('does not follow a link in place of a file of the data', async () => {
    writeFileSync(join(folder, 'secret'), 'of root');
    rmSync(join(data, 'high-water.json'));
    symlinkSync(join(folder, 'secret'), join(data, 'high-water.json'));
    await expect(copyData(controllerFiles(data), join(folder, 'saved'))).rejects.toThrow(/symbolic link/);
  });

  it('does not follow a link in place of the folder', async () => {
    symlinkSync(data, join(folder, 'link'));
    await expect(copyData(controllerFiles(join(folder, 'link')), join(folder, 'saved'))).rejects.toThrow(/symbolic link/);
  });
});
