import { existsSync, mkdtempSync, renameSync, rmSync } from 'node:fs';
import { tmpdir } from 'node:os';
import { join } from 'node:path';
import { afterEach, beforeEach, expect, it } from 'vitest';
import { BulkRows } from '#storage/bulk/bulk-rows.ts';
import { CheckpointThread } from '#storage/checkpoint/checkpoint-thread.ts';
import { openControllerDatabase } from '#storage/database/controller-database.ts';

let folder: string;
/** The folder's name needs to be encoded in a URI. */
beforeEach(() => (folder = mkdtempSync(join(tmpdir(), 'strobe % ? #-'))));
afterEach(() => rmSync(folder, { recursive: true }));

it('checkpoints on a connection of its own', async () => {
  const db = openControllerDatabase(join(folder, 'controller.db'));
  const thread = new CheckpointThread(db);
  await db.insertInto('settings').values({ key: 'key', value: 'value' }).execute();
  expect(await thread.shorten()).toMatchObject({ heldBack: 0 });
  await thread.stop();
  await db.destroy();
});

it('makes no empty database where the database was moved away', async () => {
  const file = join(folder, 'controller.db');
  const db = openControllerDatabase(file);
  const thread = new CheckpointThread(db);
  await db.insertInto('settings').values({ key: 'key', value: 'value' }).execute();
  renameSync(file, join(folder, 'moved.db'));
  await expect(thread.shorten()).rejects.toThrow('unable to open database file');
  expect(() => new BulkRows({ file, stagingFile: join(folder, 'rows.new'), table: 'rows', columns: 'a INTEGER' })).toThrow(
    'unable to open',
  );
  expect(existsSync(file)).toBe(false);
  await db.destroy();
});
