import { existsSync, mkdirSync, mkdtempSync, readFileSync, rmSync, writeFileSync } from 'node:fs';
import { basename, join } from 'node:path';
import { afterEach, beforeEach, describe, expect, it } from 'vitest';
import { lockFolder } from '#storage/files/folder-lock.ts';
import { ScriptedSystem } from '#support/update/scripted-system.ts';
import { UpdateSite } from '#support/update/update-site.ts';
import { controlOf } from '#updates/pack-installed.ts';
import { findOnSticks } from '#updates/find-on-sticks.ts';
import { runUpdateCommand, type UpdateCommandIo } from '#updates/update-command.ts';

const HAS_DPKG = existsSync('/usr/bin/dpkg-deb');
let site: UpdateSite;
let said: string[];
let started = 0;

beforeEach(() => {
  site = new UpdateSite();
  site.prepare();
  said = [];
  started = 0;
});
afterEach(() => site.dispose());

async function run(args: readonly string[], more: Partial<UpdateCommandIo> = {}): Promise<number> {
  const system = new ScriptedSystem('1.0');
  const say = (line: string): void => void said.push(line);
  const startInBackground = async (): Promise<void> => void (started += 1);
  return runUpdateCommand(args, site.io({ system, controller: system.controller, write: say, complain: say, startInBackground, ...more }));
}

describe('the command', () => {
  it.each([
    ['an unknown command', ['format'], /no command "format"/],
    ['a missing file', ['check'], /takes one file/],
    ['a file too many', ['status', 'x'], /takes no file/],
    ['an option of another command', ['check', 'x', '--now'], /no option --now/],
    ['an unknown option', ['status', '--force'], /--force/],
    ['the name of a property of objects', ['constructor'], /no command/],
  ])('refuses %s with exit code 2', async (_what, args, sentence) => {
    expect(await run(args)).toBe(2);
    expect(said.join()).toMatch(sentence);
  });

  it('explains itself', async () => {
    expect(await run(['--help'])).toBe(0);
    expect(said.join('\n')).toMatch(/roll-back/);
  });

  it.each(['install', 'roll-back', 'now', 'cancel', 'apply'])('%s needs root', async (command) => {
    expect(await run(command === 'install' ? [command, 'x.deb'] : [command], { isRoot: false })).toBe(1);
    expect(said).toEqual([expect.stringContaining('only root')]);
    expect(started).toBe(0);
  });

  it('says what is installed, before and without any update', async () => {
    expect(await run(['status'], { isRoot: false })).toBe(0);
    expect(said).toEqual(['installed: 1.0', 'kept for a roll-back: none']);
  });

  it('does not apply twice at the same time', async () => {
    const lock = lockFolder(site.folders.root);
    try {
      expect(await run(['apply'])).toBe(4);
    } finally {
      lock?.release();
    }
    expect(await run(['apply'])).toBe(0);
  });

  it('says that there is no signature', async () => {
    writeFileSync(join(site.folder, 'strobe.deb'), '');
    expect(await run(['check', join(site.folder, 'strobe.deb')])).toBe(1);
    expect(said.join()).toMatch(/strobe\.deb\.sig is missing/);
  });
});

describe.skipIf(!HAS_DPKG)('a package that is given on the command line', () => {
  it('is checked by anyone', async () => {
    const file = await site.packages.make({ version: '1.1', isEmpty: true });
    expect(await run(['check', file], { isRoot: false })).toBe(0);
    expect(said).toEqual([expect.stringContaining(`${basename(file)}: version 1.1, signed by a trusted key`)]);
    expect(started).toBe(0);
  });

  it('is copied and asked for in the name of root, and a second one only when that is over', async () => {
    const file = await site.packages.make({ version: '1.1', isEmpty: true });
    expect(await run(['install', file, '--accept-pictures'])).toBe(0);
    expect(started).toBe(1);
    expect(JSON.parse(readFileSync(join(site.folders.root, 'request.json'), 'utf8'))).toMatchObject({
      ...{ action: 'install', by: 'root', file: 'given.deb', when: 'idle', acceptsPictures: true, allowsOlder: false },
    });
    expect(await run(['apply'])).toBe(0);
    expect(await run(['status'])).toBe(0);
    expect(said.at(-1)).toMatch(/reason/);
  });

  it('is not asked for when it is refused', async () => {
    expect(await run(['install', await site.packages.make({ version: '0.9', isEmpty: true })])).toBe(1);
    expect(existsSync(join(site.folders.root, 'request.json'))).toBe(false);
  });
});

describe('memory sticks', () => {
  it('are searched in their top folder and in the folder strobe, for packages with a signature', async () => {
    const media = mkdtempSync(join(site.folder, 'media-'));
    const put = (path: string): void => {
      mkdirSync(join(media, path, '..'), { recursive: true });
      writeFileSync(join(media, path), 'x');
    };
    for (const path of [
      'STICK/strobe_1.deb',
      'ann/STICK/strobe/strobe_2.deb',
      'ann/STICK/other/strobe_3.deb',
      'ann/STICK/other_4.deb',
      'STICK/strobe_5.deb',
    ]) {
      put(path);
      if (!path.endsWith('_5.deb')) put(`${path}.sig`);
    }
    expect((await findOnSticks([media, join(media, 'missing')])).map(({ file }) => file)).toEqual(['strobe_1.deb', 'strobe_2.deb']);
    rmSync(media, { recursive: true });
  });
});

it('the control file of an installed package has no fields of the database of packages', () => {
  const status =
    'Package: strobe\nStatus: install ok installed\nVersion: 1.0\nConffiles:\n /etc/strobe/a 0123\nDescription: words\n and more\n';
  expect(controlOf(status)).toBe('Package: strobe\nVersion: 1.0\nDescription: words\n and more\n');
});
