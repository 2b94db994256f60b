import { mkdirSync, writeFileSync } from 'node:fs';
import { join } from 'node:path';
import { beforeEach, describe, expect, it } from 'vitest';
import { LanguageFiles } from '#station/languages/language-files.ts';
import { temporaryFolder } from '#support/temporary-folder.ts';

const ITALIAN = JSON.stringify({ $name: 'Italiano', $direction: 'ltr', app: { nav: { monitor: 'Monitor' } } });

const NESTED = `{"$name":"I","$direction":"ltr","a":${'{"a":'.repeat(20_000)}""${'}'.repeat(20_001)}`;

let folder = '';
let warned: string[] = [];
let files: LanguageFiles;

beforeEach(() => {
  folder = temporaryFolder();
  warned = [];
  files = new LanguageFiles({ folder, warn: (line) => void warned.push(line) });
});

const put = (name: string, content: string | Uint8Array): void => writeFileSync(join(folder, name), content);

describe('the languages of a station', () => {
  it('are the files of its folder, by their tags', async () => {
    put('pt-BR.json', JSON.stringify({ $name: 'Português (Brasil)', $direction: 'ltr' }));
    put('it.json', ITALIAN);
    put('he.json', `\ufeff${JSON.stringify({ $name: 'עברית', $direction: 'rtl' })}`);
    put('notes.txt', 'not a language');
    put('.it.json', 'hidden');
    await expect(files.list()).resolves.toEqual([
      { tag: 'he', name: 'עברית', direction: 'rtl' },
      { tag: 'it', name: 'Italiano', direction: 'ltr' },
      { tag: 'pt-BR', name: 'Português (Brasil)', direction: 'ltr' },
    ]);
    expect(warned).toEqual([]);
  });

  it('are none where there is no folder', async () => {
    const none = new LanguageFiles({ folder: join(folder, 'languages'), warn: (line) => void warned.push(line) });
    expect([await none.list(), await none.find('it'), warned]).toEqual([[], undefined, []]);
  });

  it('are read as they are now', async () => {
    expect(await files.find('it')).toBeUndefined();
    put('it.json', ITALIAN);
    expect(Buffer.from((await files.find('it')) ?? []).toString()).toBe(ITALIAN);
  });

  it.each([
    { fault: 'no JSON', content: '{ "$name": "Italiano"', reason: /JSON/ },
    { fault: 'no UTF-8', content: new Uint8Array([0x7b, 0xff, 0x7d]), reason: /utf-8/i },
    { fault: 'a list', content: '[]', reason: /./ },
    { fault: 'no name of its own', content: JSON.stringify({ $direction: 'ltr' }), reason: /\/\$name/ },
    { fault: 'no direction', content: JSON.stringify({ $name: 'Italiano' }), reason: /\/\$direction/ },
    {
      fault: 'a number in the place of a text',
      content: JSON.stringify({ $name: 'I', $direction: 'ltr', app: { nav: 1 } }),
      reason: /\/app/,
    },
    { fault: 'more than a megabyte', content: ITALIAN + ' '.repeat(1024 * 1024), reason: /larger than 1048576 bytes/ },
    { fault: 'groups in groups without end', content: NESTED, reason: /./ },
    { fault: 'a name that is no tag', name: 'italiano!.json', content: ITALIAN, reason: /BCP 47/ },
    { fault: 'a tag in another form', name: 'pt-br.json', content: ITALIAN, reason: /pt-BR\.json/ },
  ])('are without a file that has $fault, which is named in the log once', async ({ name = 'it.json', content, reason }) => {
    put('de-CH.json', JSON.stringify({ $name: 'Schweizerdeutsch', $direction: 'ltr' }));
    put(name, content);
    expect((await files.list()).map(({ tag }) => tag)).toEqual(['de-CH']);
    expect(await files.find(name.slice(0, -5))).toBeUndefined();
    await files.list();
    expect(warned).toEqual([expect.stringMatching(reason)]);
    expect(warned[0]).toMatch(`the language file "${name}" is not offered: `);
  });

  it('are without a folder that is named like a file', async () => {
    mkdirSync(join(folder, 'it.json'));
    expect([await files.list(), warned]).toEqual([[], ['the language file "it.json" is not offered: it is not a file']]);
  });

  it('are offered again when a damaged file was replaced', async () => {
    put('it.json', '{');
    await files.list();
    put('it.json', ITALIAN);
    expect((await files.list()).map(({ tag }) => tag)).toEqual(['it']);
  });

  it('are at most a hundred', async () => {
    const tags = Array.from({ length: 101 }, (_, index) => `de-x-${String(index).padStart(3, '0')}`);
    for (const tag of tags) put(`${tag}.json`, ITALIAN);
    expect((await files.list()).map(({ tag }) => tag)).toEqual(tags.slice(0, 100));
    expect(warned).toEqual(['the language file "de-x-100.json" is not offered: at most 100 files are offered']);
  });

  it.each(['../it', 'it/../it', '.it', '', 'it\0', 'constructor!'])('are nothing outside of the folder: %j', async (tag) => {
    put('it.json', ITALIAN);
    expect(await new LanguageFiles({ folder: join(folder, 'languages'), warn: () => undefined }).find(tag)).toBeUndefined();
  });
});
