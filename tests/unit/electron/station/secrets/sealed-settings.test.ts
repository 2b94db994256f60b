import { readdirSync, readFileSync, rmSync } from 'node:fs';
import { join } from 'node:path';
import { sql } from 'kysely';
import { afterEach, beforeEach, describe, expect, it } from 'vitest';
import { openStationDatabase } from '#storage/database/station-database.ts';
import type { StationDatabase } from '#storage/database/station-schema.ts';
import { ConnectionStore } from '#station/connections/connection-store.ts';
import { KeyFileBox, SECRET_KEY_FILE } from '#station/secrets/key-file-box.ts';
import { Secrets } from '#station/secrets/secrets.ts';
import { temporaryFolder } from '#support/temporary-folder.ts';

const KEY = 'strobe_plain-key-of-the-packing-hall';
let folder = '';
let db: StationDatabase;

const secrets = (): Secrets => new Secrets([KeyFileBox.inFile(join(folder, SECRET_KEY_FILE))]);
const store = (own = secrets()): ConnectionStore => new ConnectionStore(db, own);
const reopen = async (): Promise<void> => {
  await db.destroy();
  db = openStationDatabase(join(folder, 'station.db'));
};
const settings = async (): Promise<string[]> =>
  (await db.selectFrom('settings').selectAll().orderBy('key').execute()).map(({ key, value }) => `${key}=${value}`);
/** The files that contain a text, as a person with the disk sees them. */
const filesWith = (text: string): string[] => readdirSync(folder).filter((name) => readFileSync(join(folder, name)).includes(text));

beforeEach(() => {
  folder = temporaryFolder();
  db = openStationDatabase(join(folder, 'station.db'));
});
afterEach(() => db.destroy());

async function storePlainKey(): Promise<void> {
  await db.insertInto('settings').values({ key: 'connection-key:c-1', value: KEY }).execute();
  await reopen();
}

describe('the keys of controllers', () => {
  it('are in no file of the data folder as they are', async () => {
    await store().putAccess('c-1', { key: KEY });
    expect([filesWith(KEY), await store().accessKeys()]).toEqual([[], new Map([['c-1', KEY]])]);
    await reopen();
    expect([filesWith(KEY), await store().accessKeys()]).toEqual([[], new Map([['c-1', KEY]])]);
  });

  it('of an earlier version are read, encrypted, and gone from the files', async () => {
    await storePlainKey();
    expect([filesWith(KEY), await store().accessKeys()]).toEqual([['station.db'], new Map([['c-1', KEY]])]);
    await store().encryptKeys();
    expect([filesWith(KEY), await store().accessKeys()]).toEqual([[], new Map([['c-1', KEY]])]);
    expect(await settings()).toEqual([expect.stringMatching(/^connection-sealed-key:c-1=file:1:/)]);
  });

  it('of an earlier version stay usable when they cannot be encrypted', async () => {
    await storePlainKey();
    const broken = new Secrets([
      { kind: 'file', seal: () => Promise.reject(new Error('disk full')), open: () => Promise.reject(new Error()) },
    ]);
    await expect(store(broken).encryptKeys()).rejects.toThrow('disk full');
    expect(await store(broken).accessKeys()).toEqual(new Map([['c-1', KEY]]));
  });

  it('are stored whole or not at all', async () => {
    await storePlainKey();
    await sql`CREATE TRIGGER full BEFORE INSERT ON settings BEGIN SELECT RAISE(ABORT, 'disk is full'); END`.execute(db);
    await expect(store().encryptKeys()).rejects.toThrow('disk is full');
    expect(await settings()).toEqual([`connection-key:c-1=${KEY}`]);
  });

  it('are sealed again by a better box', async () => {
    await store().putAccess('c-1', { key: KEY });
    const keyring = {
      kind: 'keyring',
      seal: (_name: string, text: string) => Promise.resolve(Buffer.from(text).toString('base64url')),
      open: (_name: string, sealed: string) => Promise.resolve(Buffer.from(sealed, 'base64url').toString()),
    };
    const both = new Secrets([keyring, KeyFileBox.inFile(join(folder, SECRET_KEY_FILE))]);
    await store(both).encryptKeys();
    expect([await settings(), await store(both).accessKeys()]).toEqual([
      [expect.stringMatching(/^connection-sealed-key:c-1=keyring:1:/)],
      new Map([['c-1', KEY]]),
    ]);
  });

  it('cannot be swapped between connections', async () => {
    await store().putAccess('c-1', { key: KEY });
    await db.updateTable('settings').set({ key: 'connection-sealed-key:c-2' }).execute();
    expect(await store().accessKeys()).toEqual(new Map([['c-2', undefined]]));
  });

  it('are removed with their connection, encrypted or not', async () => {
    await storePlainKey();
    await store().putAccess('c-2', { key: 'another' });
    for (const id of ['c-1', 'c-2']) await store().remove(id);
    expect(await settings()).toEqual([]);
  });
});

describe('without the key file', () => {
  it('a key is reported as lost, and nothing else is', async () => {
    await store().add({ id: 'c-1', name: 'Hall', url: 'http://10.0.0.1', controllerId: undefined }, { key: KEY });
    rmSync(join(folder, SECRET_KEY_FILE));
    expect([await store().accessKeys(), (await store().list()).map(({ name }) => name)]).toEqual([new Map([['c-1', undefined]]), ['Hall']]);
  });

  it('the stored value stays when only the certificate changes, and is usable when the file is back', async () => {
    await store().putAccess('c-1', { key: KEY });
    const file = join(folder, SECRET_KEY_FILE);
    const box = KeyFileBox.inFile(file);
    await store(new Secrets([KeyFileBox.inMemory()])).putAccess('c-1', { isKeyLost: true });
    expect(await store(new Secrets([box])).accessKeys()).toEqual(new Map([['c-1', KEY]]));
  });
});
