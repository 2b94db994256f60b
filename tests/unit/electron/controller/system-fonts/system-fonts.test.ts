import { mkdirSync, mkdtempSync, rmSync, symlinkSync, utimesSync, writeFileSync } from 'node:fs';
import { tmpdir } from 'node:os';
import { join } from 'node:path';
import { afterEach, beforeEach, describe, expect, it } from 'vitest';
import { readFontFiles } from '#controller/system-fonts/font-reading.ts';
import { systemFontFolders } from '#controller/system-fonts/font-folders.ts';
import { SystemFonts } from '#controller/system-fonts/system-fonts.ts';
import { silentLog } from '#process/log.ts';
import { DEJAVU } from '#support/font-files.ts';
import { collectionOf, madeFont } from '#support/made-fonts.ts';

const CHINESE = madeFont({ family: 'Han', characters: '生产日期批号汉语', licence: 'Free for all' });
const THAI = madeFont({ family: 'Thai', style: 'Bold', characters: 'วันหมดอายุ' });
const HUNG = new URL('../../../../fixtures/processes/hung-font-reading.ts', import.meta.url);

let folder: string;
let fonts: SystemFonts;
beforeEach(() => {
  folder = mkdtempSync(join(tmpdir(), 'strobe-system-fonts-'));
  mkdirSync(join(folder, 'fonts', 'opentype'), { recursive: true });
  fonts = new SystemFonts({ folders: [join(folder, 'fonts'), join(folder, 'missing')], log: silentLog });
});
afterEach(() => rmSync(folder, { recursive: true, force: true }));

const put = (name: string, bytes: Uint8Array) => writeFileSync(join(folder, 'fonts', name), bytes);
const names = async (characters?: string) => (await fonts.list(characters)).map(({ family, style }) => `${family} ${style}`);

describe('the fonts of a computer', () => {
  it('are listed with names, scripts, licence and file, also those of collections', async () => {
    put('opentype/both.TTC', collectionOf([CHINESE, THAI]));
    const file = join(folder, 'fonts', 'opentype', 'both.TTC');
    const bytes = collectionOf([CHINESE, THAI]).length;
    const id = expect.stringMatching(/^[0-9a-f]{32}$/u) as string;
    expect(await fonts.list()).toEqual([
      { id, family: 'Han', style: 'Regular', scripts: ['Hans'], licence: 'Free for all', file, bytes },
      { id, family: 'Thai', style: 'Bold', scripts: ['Thai'], file, bytes },
    ]);
  });

  it('can be asked for characters', async () => {
    put('han.ttf', CHINESE);
    put('thai.ttf', THAI);
    put('dejavu.ttf', DEJAVU);
    expect([await names('批号'), await names('ว'), await names('A'), await names('批ว')]).toEqual([
      ['Han Regular'],
      ['Thai Bold'],
      ['DejaVu Sans Book'],
      [],
    ]);
  });

  it('are copied, from a collection as files of their own', async () => {
    put('both.ttc', collectionOf([THAI, CHINESE]));
    const [han] = await fonts.list('批');
    const { font, bytes } = await fonts.read(han?.id ?? '');
    expect([font.family, bytes.length]).toEqual(['Han', CHINESE.length]);
  });

  it('are left out when their file is damaged, without an effect on others', async () => {
    put('a.ttf', new TextEncoder().encode('This is no font.'));
    put('b.ttc', collectionOf([CHINESE]).subarray(0, 60));
    put('thai.ttf', THAI);
    put('readme.txt', new TextEncoder().encode('Nothing'));
    expect(await names()).toEqual(['Thai Bold']);
  });

  it('are never read through a link', async () => {
    writeFileSync(join(folder, 'outside.ttf'), THAI);
    mkdirSync(join(folder, 'elsewhere'));
    writeFileSync(join(folder, 'elsewhere', 'inside.ttf'), THAI);
    symlinkSync(join(folder, 'outside.ttf'), join(folder, 'fonts', 'link.ttf'));
    symlinkSync(join(folder, 'elsewhere'), join(folder, 'fonts', 'linked'));
    expect(await names()).toEqual([]);
  });

  it('are found as soon as they are added, changed or removed', async () => {
    put('first.ttf', THAI);
    const before = await names();
    put('second.ttf', CHINESE);
    utimesSync(join(folder, 'fonts'), 1, 1);
    const [han] = await fonts.list('批');
    rmSync(join(folder, 'fonts', 'second.ttf'));
    utimesSync(join(folder, 'fonts'), 2, 2);
    expect([before, han?.family, await names()]).toEqual([['Thai Bold'], 'Han', ['Thai Bold']]);
    await expect(fonts.read(han?.id ?? '')).rejects.toMatchObject({ slug: 'not-found' });
  });
});

describe('reading font files', () => {
  it('leaves out a file that takes too long, and goes on with the next', async () => {
    const read = await readFontFiles(['slow.ttf', 'other.ttf'], { entry: HUNG, wall: 50 });
    expect(read.map(({ path, fault }) => [path, fault])).toEqual([
      ['slow.ttf', 'it takes too long to read'],
      ['other.ttf', 'it takes too long to read'],
    ]);
  });
});

describe('the folders of fonts', () => {
  it.each([
    ['linux', {}, ['/home/a/.local/share/fonts', '/usr/local/share/fonts', '/usr/share/fonts', '/home/a/.fonts']],
    ['linux', { XDG_DATA_HOME: '/data', XDG_DATA_DIRS: '/opt/share:relative' }, ['/data/fonts', '/opt/share/fonts', '/home/a/.fonts']],
    ['darwin', {}, ['/System/Library/Fonts', '/Library/Fonts', '/home/a/Library/Fonts']],
  ] as const)('of %s with %j are known', (platform, env, folders) => {
    expect(systemFontFolders({ platform, home: '/home/a', env })).toEqual(folders);
  });

  it('of Windows are that of the machine and that of the user', () => {
    const env = { WINDIR: 'D:/Windows', LOCALAPPDATA: 'D:/Users/a/AppData/Local' };
    const folders = systemFontFolders({ platform: 'win32', home: 'D:/Users/a', env });
    expect(folders.map((path) => path.replaceAll('\\', '/'))).toEqual([
      'D:/Windows/Fonts',
      'D:/Users/a/AppData/Local/Microsoft/Windows/Fonts',
    ]);
  });
});
