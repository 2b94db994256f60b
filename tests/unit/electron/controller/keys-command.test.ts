import { join } from 'node:path';
import { describe, expect, it } from 'vitest';
import { CommandLineError } from '#controller/command-line.ts';
import { runKeysCommand } from '#controller/keys-command.ts';
import { parseKeysCommand } from '#controller/keys-command-line.ts';
import { lockFolder } from '#storage/folder-lock.ts';
import { temporaryFolder } from '#support/temporary-folder.ts';

const GRANT = ['--scopes', 'print,read', '--data', 'd'];

describe('the words of the keys command', () => {
  it('name a key, what it may do, where, and until the end of which day', () => {
    const words = ['add', 'MES', ...GRANT, '--printers', 'Line 1, Line 2', '--expires', '2027-01-31'];
    expect(parseKeysCommand(words)).toEqual({
      ...{ action: 'add', name: 'MES', scopes: ['read', 'print'], printers: ['Line 1', 'Line 2'], dataFolder: 'd' },
      expires: Date.UTC(2027, 1, 1),
    });
  });

  it('are few for the other commands', () => {
    expect(parseKeysCommand(['list', '--data', 'd'])).toEqual({ action: 'list', dataFolder: 'd' });
    expect(parseKeysCommand(['revoke', 'MES', '--data', 'd'])).toEqual({ action: 'revoke', name: 'MES', dataFolder: 'd' });
  });

  it.each([
    [[], /--data DIR/],
    [['--data', 'd'], /^usage: keys add NAME/],
    [['add', '--data', 'd'], /^usage/],
    [['drop', 'MES', '--data', 'd'], /^usage/],
    [['list', 'MES', '--data', 'd'], /^usage/],
    [['add', 'Packing', 'MES', ...GRANT], /quotes: "Packing MES"/],
    [['add', 'MES', '--data', 'd'], /--scopes must name some of read, edit, print, admin/],
    [['add', 'MES', '--scopes', 'read,write', '--data', 'd'], /--scopes/],
    [['add', 'MES', '--scopes', 'admin', '--printers', 'Line 1', '--data', 'd'], /cannot stand together/],
    [['add', 'MES', ...GRANT, '--expires', '2027-02-30'], /--expires must be a day/],
    [['add', 'MES', ...GRANT, '--expires', 'soon'], /--expires must be a day/],
    [['add', 'M\u0007ES', ...GRANT], /control characters/],
    [['revoke', 'MES', '--expires', '2027-01-31', '--data', 'd'], /only "keys add" takes --expires/],
    [['add', 'MES', '--hosts', 'x', '--data', 'd'], /--hosts/],
  ])('are refused in one line: %j', (words, expected) => {
    expect(() => parseKeysCommand(words)).toThrow(expected);
    expect(() => parseKeysCommand(words)).toThrow(CommandLineError);
  });
});

describe('the keys command', () => {
  it('makes a key before the first start of a controller, and shows it once', async () => {
    const data = ['--data', join(temporaryFolder(), 'new')];
    expect(await runKeysCommand(['list', ...data])).toEqual({ lines: [], note: 'There are no keys.' });
    const { lines } = await runKeysCommand(['add', 'MES', '--scopes', 'read', ...data]);
    expect(lines).toEqual([expect.stringMatching(/^strobe_/)]);
    const line = async () => (await runKeysCommand(['list', ...data])).lines.join();
    expect(await line()).toMatch(/^MES\tread\tall printers\tsince \d{4}-\d\d-\d\d$/);
    await runKeysCommand(['revoke', 'MES', ...data]);
    expect(await line()).toMatch(/\trevoked \d{4}-\d\d-\d\d$/);
  });

  it('says what is wrong with a name in one line', async () => {
    const data = ['--data', temporaryFolder()];
    await expect(runKeysCommand(['revoke', 'MES', ...data])).rejects.toThrow(CommandLineError);
  });

  it('does not touch the database of a controller of another version', async () => {
    const folder = temporaryFolder();
    const lock = lockFolder(folder);
    await expect(runKeysCommand(['list', '--data', folder])).rejects.toThrow(/its version is 0, and this program's is \d+/);
    lock?.release();
  });
});
