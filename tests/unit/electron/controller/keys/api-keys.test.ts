import { SCOPES } from '#contract/api-v3/scope.ts';
import { readdirSync, rmSync } from 'node:fs';
import { join } from 'node:path';
import { beforeEach, describe, expect, it, onTestFinished, vi } from 'vitest';
import { ApiKeys } from '#controller/keys/api-keys.ts';
import { hashOfKey } from '#http/keys/key-text.ts';
import { revocationsIn } from '#controller/keys/revocations.ts';
import { silentLog } from '#process/log.ts';
import { renamePrinterRecords } from '#controller/printing/printer-records.ts';
import { openControllerDatabase, CONTROLLER_MIGRATIONS } from '#storage/database/controller-database.ts';
import type { ControllerDatabase, ControllerSchema } from '#storage/database/controller-schema.ts';
import { inTransaction } from '#storage/database/in-transaction.ts';
import { openSharedDatabase } from '#storage/database/open-shared-database.ts';
import { temporaryFolder } from '#support/temporary-folder.ts';

const MOMENT = Date.UTC(2026, 10, 22);
const MES = { name: 'MES', scopes: ['read', 'print'], printers: ['Line 1'] } as const;

let db: ControllerDatabase;
let keys: ApiKeys;
let moment: number;
beforeEach(() => {
  moment = MOMENT;
  db = openControllerDatabase(':memory:');
  keys = new ApiKeys({ db, now: () => moment });
});

describe('the key of another program', () => {
  const [first, second] = ['strobe_' + 'A'.repeat(43), 'strobe_' + 'B'.repeat(43)];
  const adopt = (text: string) => keys.adopt('station', hashOfKey(text).toString('hex'));

  it('is valid with all scopes, once', async () => {
    await adopt(first);
    await adopt(first);
    expect(await keys.find(first)).toMatchObject({ name: 'station', scopes: SCOPES });
    expect(await keys.list()).toHaveLength(1);
  });

  it('replaces the former one of its name', async () => {
    await adopt(first);
    await adopt(second);
    expect([await keys.find(first), (await keys.find(second))?.name]).toEqual([undefined, 'station']);
  });

  it('that was revoked stays revoked', async () => {
    await adopt(first);
    await keys.revoke('station');
    await adopt(first);
    expect(await keys.find(first)).toBeUndefined();
  });
});

describe('a key', () => {
  it('grants its scopes', async () => {
    const text = await keys.add(MES);
    expect(await keys.find(text)).toMatchObject(MES);
  });

  it('is 256 random bits, of which only the hash is stored', async () => {
    const [one, other] = [await keys.add(MES), await keys.add({ ...MES, name: 'Other' })];
    expect(one).toMatch(/^strobe_[\w-]{43}$/);
    expect(one).not.toBe(other);
    const stored = await db.selectFrom('api_keys').selectAll().execute();
    expect(stored[0]?.hash).toBe(hashOfKey(one).toString('hex'));
    expect(JSON.stringify(stored)).not.toContain(one.slice(8));
  });

  it('E8 is invalid when it is unknown, altered or its own hash', async () => {
    const text = await keys.add(MES);
    const others = ['', 'strobe_', `${text}=`, text.toUpperCase(), text.slice(0, -1), hashOfKey(text).toString('hex'), ` ${text}`];
    for (const other of others) expect(await keys.find(other)).toBeUndefined();
  });

  it('E8 is invalid from the moment it expires', async () => {
    const text = await keys.add(MES, MOMENT + 1_000);
    moment += 999;
    expect(await keys.find(text)).toMatchObject(MES);
    expect(await keys.hasAny()).toBe(true);
    moment += 1;
    expect(await keys.find(text)).toBeUndefined();
    expect(await keys.hasAny()).toBe(false);
  });

  it('E8 is invalid once it is revoked, and its name is free', async () => {
    const text = await keys.add(MES);
    expect(await keys.find(text)).toBeDefined();
    await keys.revoke('MES');
    expect(await keys.find(text)).toBeUndefined();
    const next = await keys.add(MES);
    expect([await keys.find(text), await keys.find(next)]).toMatchObject([undefined, MES]);
    expect((await keys.list()).map(({ revoked }) => revoked)).toEqual([MOMENT, undefined]);
  });

  it('has a name that no other valid key has', async () => {
    await keys.add(MES);
    await expect(keys.add(MES)).rejects.toMatchObject({ slug: 'name-taken' });
    await expect(keys.revoke('Missing')).rejects.toMatchObject({ slug: 'not-found' });
  });
});

describe('the keys of another process', () => {
  it('E8 are applied from the next request', async () => {
    const file = join(temporaryFolder(), 'controller.db');
    const own = openControllerDatabase(file);
    const other = openSharedDatabase<ControllerSchema>(file, CONTROLLER_MIGRATIONS.length);
    onTestFinished(async () => {
      await own.destroy();
      await other.destroy();
    });
    const [ours, theirs] = [own, other].map((side) => new ApiKeys({ db: side, now: () => MOMENT }));
    expect(await ours!.hasAny()).toBe(false);
    const text = await theirs!.add(MES);
    expect(await ours!.find(text)).toMatchObject(MES);
    await theirs!.revoke('MES');
    expect(await ours!.find(text)).toBeUndefined();
  });

  it('are not read again while nothing changed', async () => {
    const text = await keys.add(MES);
    await keys.find(text);
    const reading = vi.spyOn(db, 'selectFrom');
    onTestFinished(() => reading.mockRestore());
    expect(await keys.find(text)).toMatchObject(MES);
    expect(reading).not.toHaveBeenCalled();
  });

  it('E8 are read again when a printer of theirs has another name', async () => {
    const text = await keys.add(MES);
    await keys.find(text);
    await inTransaction(db, (trx) => renamePrinterRecords({ name: 'Line 1', to: 'Filler' }, trx));
    expect(await keys.find(text)).toMatchObject({ printers: ['Filler'] });
  });
});

describe('a revocation', () => {
  /** Sets the row of a key to its state before the revocation, like the restore of an older database. */
  const putBack = () => db.updateTable('api_keys').set({ revoked: null }).execute();
  let folder: string;
  const open = () => new ApiKeys({ db, now: () => moment, revocations: revocationsIn(folder) });
  beforeEach(() => {
    folder = temporaryFolder();
    keys = open();
  });

  it('E8 outlasts a restored database, with its time', async () => {
    const text = await keys.add(MES);
    await keys.revoke('MES');
    await putBack();
    moment += 5_000;
    const after = open();
    expect([await after.find(text), await after.hasAny()]).toEqual([undefined, false]);
    expect((await after.list()).map(({ revoked }) => revoked)).toEqual([MOMENT]);
  });

  it('E8 keeps its name free after a database is restored', async () => {
    const text = await keys.add(MES);
    await keys.revoke('MES');
    await putBack();
    const after = open();
    const next = await after.add(MES);
    expect([await after.find(text), await after.find(next)]).toMatchObject([undefined, MES]);
    await after.revoke('MES');
    expect(await after.hasAny()).toBe(false);
  });

  it('E8 of an earlier version is stored outside the database at the next start', async () => {
    const text = await keys.add(MES);
    await keys.revoke('MES');
    rmSync(join(folder, 'revoked-keys'), { recursive: true });
    await open().settle();
    await putBack();
    expect(await open().find(text)).toBeUndefined();
  });

  it('is stored as a hash, readable by its owner only', async () => {
    const [text] = [await keys.add(MES), await keys.add({ ...MES, name: 'Other' })];
    await keys.revoke('MES');
    expect(readdirSync(join(folder, 'revoked-keys'))).toEqual([`${hashOfKey(text!).toString('hex')}-${MOMENT}`]);
    expect((await open().list()).map(({ name, revoked }) => [name, revoked])).toEqual([
      ['MES', MOMENT],
      ['Other', undefined],
    ]);
  });
});

it('E8 lists the ids of the valid keys', async () => {
  await keys.add(MES);
  await keys.add({ ...MES, name: 'Short' }, MOMENT + 1_000);
  expect([...(await keys.validIds())]).toEqual([1, 2]);
  moment += 1_000;
  expect([...(await keys.validIds())]).toEqual([1]);
  await keys.revoke('MES');
  await keys.add(MES);
  expect([...(await keys.validIds())]).toEqual([3]);
});

describe('the last use of a key', () => {
  /** Timers that run when the test says so. */
  const due: (() => void)[] = [];
  const timers = { setTimeout: (act: () => void) => due.push(act), clearTimeout: () => void due.splice(0) };
  const lastUsed = async () => (await keys.list()).map((key) => key.lastUsed);
  const stored = () => db.selectFrom('api_key_uses').selectAll().execute();
  const warn = vi.fn();
  beforeEach(() => {
    due.splice(0);
    warn.mockReset();
    keys = new ApiKeys({ db, now: () => moment, timers, log: { ...silentLog, warn } });
  });

  it('is shown at once, to the minute, and written a minute later', async () => {
    await keys.add(MES);
    await keys.add({ ...MES, name: 'Other' });
    moment += 90_000;
    keys.recordUse(1);
    expect(await lastUsed()).toEqual([MOMENT + 60_000, undefined]);
    keys.recordUse(1);
    expect([due.length, await stored()]).toEqual([1, []]);
    due[0]!();
    await keys.stop();
    expect(await stored()).toEqual([{ key: 1, at: MOMENT + 60_000 }]);
    expect(await new ApiKeys({ db, now: () => moment }).list()).toMatchObject([{ lastUsed: MOMENT + 60_000 }, { lastUsed: undefined }]);
  });

  it('is written when the controller stops', async () => {
    await keys.add(MES);
    keys.recordUse(1);
    await keys.stop();
    expect([due, await stored()]).toEqual([[], [{ key: 1, at: MOMENT }]]);
  });

  it('is kept while it cannot be written', async () => {
    await keys.add(MES);
    keys.recordUse(1);
    const writing = vi.spyOn(db, 'transaction').mockImplementationOnce(() => {
      throw new Error('the disk is full');
    });
    await keys.stop();
    writing.mockRestore();
    expect([await stored(), await lastUsed(), warn.mock.calls.length]).toEqual([[], [MOMENT], 1]);
    moment += 60_000;
    keys.recordUse(1);
    await keys.stop();
    expect(await stored()).toEqual([{ key: 1, at: MOMENT + 60_000 }]);
  });
});
