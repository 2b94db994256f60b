import { readdirSync, writeFileSync } from 'node:fs';
import { join } from 'node:path';
import { describe, expect, it } from 'vitest';
import { CommandLineError } from '#controller/process/command-line.ts';
import { runKeysCommand } from '#controller/process/keys-command.ts';
import { parseKeysCommand } from '#controller/process/keys-command-line.ts';
import { printerRows } from '#controller/printers/printer-rows.ts';
import { openControllerDatabase } from '#storage/database/controller-database.ts';
import { lockFolder } from '#storage/files/folder-lock.ts';
import { temporaryFolder } from '#support/temporary-folder.ts';

const NOW = Date.UTC(2026, 10, 23);
const GRANT = ['--scopes', 'print,read', '--data', 'd'];

describe('the words of the keys command', () => {
  it('give a key its name, scopes, printers and last day', () => {
    const words = ['add', 'MES', ...GRANT, '--printers', 'Line 1, Line 2', '--expires', '2027-01-31'];
    expect(parseKeysCommand(words, NOW)).toEqual({
      ...{ action: 'add', name: 'MES', scopes: ['read', 'print'], printers: ['Line 1', 'Line 2'], dataFolder: 'd' },
      expires: Date.UTC(2027, 1, 1),
    });
  });

  it('allow a key that expires today', () => {
    expect(parseKeysCommand(['add', 'MES', ...GRANT, '--expires', '2026-11-23'], NOW + 1)).toMatchObject({
      expires: Date.UTC(2026, 10, 24),
    });
  });

  it('are few for the other commands', () => {
    expect(parseKeysCommand(['list', '--data', 'd'], NOW)).toEqual({ action: 'list', dataFolder: 'd' });
    expect(parseKeysCommand(['revoke', 'MES', '--data', 'd'], NOW)).toEqual({ action: 'revoke', name: 'MES', dataFolder: 'd' });
  });

  it.each([
    [[], /--data DIR/],
    [['--data', 'd'], /^usage: keys add NAME/],
    [['add', '--data', 'd'], /^usage/],
    [['drop', 'MES', '--data', 'd'], /^usage/],
    [['list', 'MES', '--data', 'd'], /^usage/],
    [['add', 'Packing', 'MES', ...GRANT], /quotes: "Packing MES"/],
    [['add', 'MES', '--data', 'd'], /--scopes must name some of read, edit, print, approve, admin/],
    [['add', 'MES', '--scopes', 'read,write', '--data', 'd'], /--scopes/],
    [['add', 'MES', '--scopes', 'admin', '--printers', 'Line 1', '--data', 'd'], /cannot be combined/],
    [['add', 'MES', ...GRANT, '--expires', '2027-02-30'], /--expires must be a day/],
    [['add', 'MES', ...GRANT, '--expires', 'soon'], /--expires must be a day/],
    [['add', 'MES', ...GRANT, '--expires', '2026-11-22'], /--expires 2026-11-22 is in the past/],
    [['add', 'M\u0007ES', ...GRANT], /control characters/],
    [['add', 'unauthenticated 10.1.2.3', ...GRANT], /clients without a key/],
    [['revoke', 'MES', '--expires', '2027-01-31', '--data', 'd'], /only "keys add" takes --expires/],
    [['add', 'MES', '--hosts', 'x', '--data', 'd'], /--hosts/],
  ])('are refused in one line: %j', (words, expected) => {
    expect(() => parseKeysCommand(words, NOW)).toThrow(expected);
    expect(() => parseKeysCommand(words, NOW)).toThrow(CommandLineError);
  });
});

describe('the keys command', () => {
  it('makes a key before the first start of a controller, and shows it once', async () => {
    const folder = join(temporaryFolder(), 'new');
    const data = ['--data', folder];
    const { lines, note } = await runKeysCommand(['add', 'MES', '--scopes', 'read', '--printers', 'Line 1', ...data]);
    expect(lines).toEqual([expect.stringMatching(/^strobe_/)]);
    expect(note?.split('\n').slice(1)).toEqual([`No controller has run on ${folder} yet: the key will be valid for the first one.`]);
    const line = async () => (await runKeysCommand(['list', ...data])).lines.join();
    expect(await line()).toMatch(/^MES\tread\tLine 1\tsince \d{4}-\d\d-\d\d$/);
    await runKeysCommand(['revoke', 'MES', ...data]);
    expect(await line()).toMatch(/\trevoked \d{4}-\d\d-\d\d$/);
  });

  it('says what is wrong with a name in one line', async () => {
    const data = ['--data', await folderOfController()];
    const refused = runKeysCommand(['revoke', 'MES', ...data]);
    await expect(refused).rejects.toThrow(CommandLineError);
    await expect(refused).rejects.toThrow('There is no key "MES" to revoke.');
  });

  it('says that there are no keys', async () => {
    expect(await runKeysCommand(['list', '--data', await folderOfController()])).toEqual({ lines: [], note: 'There are no keys.' });
  });

  it.each([['list'], ['revoke', 'MES']])('finds nothing in a folder where no controller was, and leaves it alone: %s', async (...words) => {
    const folder = temporaryFolder();
    for (const data of [folder, join(folder, 'typo')]) {
      await expect(runKeysCommand([...words, '--data', data])).rejects.toThrow(`there is no controller data in ${data}`);
    }
    expect(readdirSync(folder)).toEqual([]);
  });

  it('warns of printers that the controller does not have', async () => {
    const folder = await folderOfController();
    const words = ['--scopes', 'read', '--data', folder];
    const { lines, note } = await runKeysCommand(['add', 'MES', '--printers', 'Line 1,Line 9', ...words]);
    expect([lines.length, note?.split('\n').slice(1)]).toEqual([1, ['The controller has no printer "Line 9" yet: check the spelling.']]);
    expect((await runKeysCommand(['add', 'ERP', '--printers', 'Line 2', ...words])).note).not.toContain('\n');
  });

  it('does not touch the database of a controller of another version', async () => {
    const folder = temporaryFolder();
    writeFileSync(join(folder, 'controller.db'), '');
    const lock = lockFolder(folder);
    await expect(runKeysCommand(['add', 'MES', '--scopes', 'read', '--data', folder])).rejects.toThrow(
      /it has version 0, and this program needs version \d+/,
    );
    lock?.release();
  });
});

/** A data folder after a first start. */
async function folderOfController(): Promise<string> {
  const folder = temporaryFolder();
  const db = openControllerDatabase(join(folder, 'controller.db'));
  await printerRows(db, undefined);
  await db.destroy();
  return folder;
}
