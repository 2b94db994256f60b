import { existsSync, mkdirSync, readdirSync, readFileSync, renameSync, rmSync, writeFileSync } from 'node:fs';
import { join } from 'node:path';
import { DatabaseSync } from 'node:sqlite';
import { describe, expect, it } from 'vitest';
import { stagedDatabase, stageFile, stageRestore, takeStaged } from '#storage/backup/staged-restore.ts';
import { temporaryFolder } from '#support/temporary-folder.ts';

const NOW = 1_795_300_000_000;
const NAMES = ['strobe.json', 'tls/authority.pem', 'languages/it.json'];

function database(file: string, text: string): void {
  const opened = new DatabaseSync(file);
  opened.exec('CREATE TABLE texts (text TEXT)');
  opened.prepare('INSERT INTO texts VALUES (?)').run(text);
  opened.close();
}

function textIn(file: string): unknown {
  const opened = new DatabaseSync(file, { readOnly: true });
  try {
    return opened.prepare('SELECT text FROM texts').get()?.['text'];
  } finally {
    opened.close();
  }
}

function oldFolder(): string {
  const folder = temporaryFolder();
  for (const name of NAMES) stageFile(folder, name, Buffer.from('old'));
  database(join(folder, 'station.db'), 'old');
  return folder;
}

const stageNew = (folder: string): Promise<void> =>
  stageRestore(folder, async (staged) => {
    for (const name of NAMES) stageFile(staged, name, Buffer.from('new'));
    database(stagedDatabase(staged, 'station.db'), 'new');
    mkdirSync(join(staged, 'controller'));
    database(stagedDatabase(join(staged, 'controller'), 'controller.db'), 'new');
  });

const contentOf = (folder: string): unknown[] => [
  ...NAMES.map((name) => readFileSync(join(folder, name), 'utf8')),
  textIn(join(folder, 'station.db')),
];

describe('a staged restore', () => {
  it('replaces files and database at the next start, and keeps the former ones', async () => {
    const folder = oldFolder();
    await stageNew(folder);
    expect(contentOf(folder)).toEqual(['old', 'old', 'old', 'old']);
    expect(takeStaged(folder, 'station.db', NOW)).toBe(true);
    expect(contentOf(folder)).toEqual(['new', 'new', 'new', 'new']);
    const [replaced = ''] = readdirSync(join(folder, 'replaced'));
    expect(contentOf(join(folder, 'replaced', replaced))).toEqual(['old', 'old', 'old', 'old']);
    expect(textIn(join(folder, 'controller/controller.db.restore'))).toBe('new');
    expect(takeStaged(folder, 'station.db', NOW + 1)).toBe(false);
  });

  it('that could not be staged completely changes nothing', async () => {
    const folder = oldFolder();
    const full = new Error('no space left on the disk');
    const staging = stageRestore(folder, (staged) => {
      stageFile(staged, 'strobe.json', Buffer.from('new'));
      return Promise.reject(full);
    });
    await expect(staging).rejects.toBe(full);
    expect(readdirSync(folder)).not.toContain('restore.part');
    expect(takeStaged(folder, 'station.db', NOW)).toBe(false);
    expect(contentOf(folder)).toEqual(['old', 'old', 'old', 'old']);
  });

  it('A7 that was killed while it was staged changes nothing, and leaves nothing', async () => {
    const folder = oldFolder();
    await stageNew(folder);
    renameSync(join(folder, 'restore.ready'), join(folder, 'restore.part'));
    expect(takeStaged(folder, 'station.db', NOW)).toBe(false);
    expect(contentOf(folder)).toEqual(['old', 'old', 'old', 'old']);
    expect(existsSync(join(folder, 'restore.part'))).toBe(false);
  });

  it('replaces an earlier one that no start has taken', async () => {
    const folder = oldFolder();
    await stageRestore(folder, async (staged) => stageFile(staged, 'languages/fr.json', Buffer.from('earlier')));
    await stageNew(folder);
    takeStaged(folder, 'station.db', NOW);
    expect(contentOf(folder)).toEqual(['new', 'new', 'new', 'new']);
    expect(existsSync(join(folder, 'languages/fr.json'))).toBe(false);
  });
});

describe('A7 a kill while a staged restore is put in place', () => {
  /** What a kill leaves after so many files: the first ones are in place, one is moved aside only, the rest is still staged. */
  async function killedAfter(files: number): Promise<string> {
    const folder = oldFolder();
    await stageNew(folder);
    const staged = join(folder, 'restore.ready');
    const kept = join(folder, 'replaced/2026-11-22T06-00-00.000Z');
    for (const name of NAMES.slice(0, files)) {
      mkdirSync(join(kept, name, '..'), { recursive: true });
      renameSync(join(folder, name), join(kept, name));
      renameSync(join(staged, name), join(folder, name));
    }
    const [next] = NAMES.slice(files);
    if (next !== undefined) {
      mkdirSync(join(kept, next, '..'), { recursive: true });
      renameSync(join(folder, next), join(kept, next));
    }
    return folder;
  }

  it.each([0, 1, 2, 3])('is continued by the next start: after %i files', async (files) => {
    const folder = await killedAfter(files);
    expect(takeStaged(folder, 'station.db', NOW)).toBe(true);
    expect(contentOf(folder)).toEqual(['new', 'new', 'new', 'new']);
  });

  it('is continued when only the database is left', async () => {
    const folder = await killedAfter(3);
    renameSync(join(folder, 'restore.ready/station.db.restore'), join(folder, 'station.db.restore'));
    rmSync(join(folder, 'restore.ready'), { recursive: true });
    // Half of another unpacked database is no restore.
    writeFileSync(join(folder, 'station.db.restore.part'), 'half');
    expect(takeStaged(folder, 'station.db', NOW)).toBe(true);
    expect(contentOf(folder)).toEqual(['new', 'new', 'new', 'new']);
  });
});
