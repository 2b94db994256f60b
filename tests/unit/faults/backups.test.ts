import { appendFileSync, mkdirSync, readdirSync, truncateSync, writeFileSync } from 'node:fs';
import { join } from 'node:path';
import { beforeEach, describe, expect, it } from 'vitest';
import { makeBackup } from '#storage/backup/make-backup.ts';
import { openControllerDatabase } from '#storage/database/controller-database.ts';
import { temporaryFolder } from '#support/temporary-folder.ts';
import { BackupFiles } from '../../faults/backups/backup-files.ts';
import { Book } from '../../faults/backups/book.ts';

const LINES = [{ printer: 'Line 1', counter: 'Serial', lineSpeed: 1, bufferDepth: 2, isColor: false }];

let folder: string;
beforeEach(async () => {
  folder = temporaryFolder();
  await openControllerDatabase(join(folder, 'controller.db')).destroy();
  mkdirSync(join(folder, 'backups'));
});

describe('who looks at the files of backups', () => {
  const file = (name: string): string => join(folder, 'backups', name);
  const make = (name: string) => makeBackup({ database: join(folder, 'controller.db'), file: file(name), program: '1', now: 1 });

  it('is content with one that is whole, and leaves nothing behind', async () => {
    await make('a.strobe-backup');
    const files = new BackupFiles(folder);
    expect([files.faults(), files.looked, files.unfinished(), readdirSync(join(folder, 'backups'))]).toEqual([
      [],
      1,
      [],
      ['a.strobe-backup'],
    ]);
  });

  it('A7 sees one that is half, or says another thing than it is', async () => {
    for (const name of ['a', 'b', 'c']) await make(`${name}.strobe-backup`);
    truncateSync(file('a.strobe-backup'), 10_000);
    truncateSync(file('b.strobe-backup'), 100);
    appendFileSync(file('c.strobe-backup'), 'more');
    const [half, head, more] = new BackupFiles(folder).faults();
    expect(half).toMatch(/^a\.strobe-backup is in the folder of backups: it has 5904 bytes of \d+$/);
    expect(head).toBe('b.strobe-backup is in the folder of backups: its header is incomplete');
    expect(more).toMatch(/^c\.strobe-backup .* it has \d+ bytes of \d+$/);
  });

  it('sees what was not finished', () => {
    for (const name of ['a.strobe-backup.copy', 'a.strobe-backup.part', 'a.strobe-backup.copy-journal']) writeFileSync(file(name), '');
    for (const name of ['controller.db.restore', 'controller.db.restore.part', 'controller.db-wal']) writeFileSync(join(folder, name), '');
    expect(new BackupFiles(folder).unfinished().sort()).toEqual([
      'a.strobe-backup.copy',
      'a.strobe-backup.copy-journal',
      'a.strobe-backup.part',
      'controller.db.restore',
      'controller.db.restore.part',
    ]);
  });
});

describe('the book of what was promised', () => {
  function log(...lines: string[]): void {
    mkdirSync(join(folder, 'marks', '1'), { recursive: true });
    writeFileSync(join(folder, 'marks', '1', 'marks.log'), lines.map((line) => `${line}\n`).join(''));
  }

  it('sees pictures and prints that were marked twice', () => {
    log('1 1 one', '2 2 one', '3 1 three');
    expect(new Book(folder, LINES).readMarks()).toEqual([
      'mark 2 of Line 1 shows what mark 1 of Line 1 shows',
      'print 1 was marked twice, as mark 1 of Line 1 and mark 3 of Line 1',
    ]);
  });

  it('sees what the ledger does not know, but for what a restore forgot', () => {
    const book = new Book(folder, LINES);
    const before = book.known([]);
    log('1 7 one');
    book.acknowledge(['a']);
    expect(book.readMarks()).toEqual([]);
    expect(book.losses()).toEqual([
      'the trigger a was acknowledged, but has no print',
      'print 7 was marked, but its state in the ledger is missing',
    ]);
    book.forget(before);
    expect([book.losses(), book.acknowledged, book.marks]).toEqual([[], 1, 1]);
  });
});
