import { readdirSync, readFileSync, renameSync, rmSync, writeFileSync } from 'node:fs';
import { join } from 'node:path';
import { beforeEach, describe, expect, it } from 'vitest';
import { moveDurably, removePatiently, writeDurably, type FileNames } from '#storage/durable-file.ts';
import { temporaryFolder } from '#support/temporary-folder.ts';

const PATIENCE = 1_270;

describe('a file that another program holds for a moment', () => {
  let folder: string;
  let file: string;
  let waited: number[];

  beforeEach(() => {
    folder = temporaryFolder();
    file = join(folder, 'marks.json');
    waited = [];
    writeFileSync(file, 'before');
  });

  /** Names that fail with this code until it was waited so long. */
  function held(code: string, until: number, platform: NodeJS.Platform = 'linux'): FileNames {
    const isHeld = () => waited.reduce((sum, each) => sum + each, 0) < until;
    const unlessHeld = (act: () => void): void => {
      if (isHeld()) throw Object.assign(new Error(`${code}: held`), { code });
      act();
    };
    return {
      platform,
      pause: (milliseconds) => void waited.push(milliseconds),
      rename: (from, to) => unlessHeld(() => renameSync(from, to)),
      remove: (name) => unlessHeld(() => rmSync(name, { force: true })),
    };
  }
  const found = () => ({ text: readFileSync(file, 'utf8'), names: readdirSync(folder) });

  it.each([
    ['EBUSY', 'linux'],
    ['EBUSY', 'win32'],
    ['EPERM', 'win32'],
    ['EACCES', 'win32'],
  ] as const)('B11 is written once it is let go, after growing pauses: %s on %s', (code, platform) => {
    writeDurably(file, 'after', held(code, 100, platform));
    expect({ ...found(), waited }).toEqual({ text: 'after', names: ['marks.json'], waited: [10, 20, 40, 80] });
  });

  it('B11 is what it was when it is held for too long, and nothing lies beside it', () => {
    expect(() => writeDurably(file, 'after', held('EBUSY', PATIENCE))).not.toThrow();
    waited = [];
    writeFileSync(file, 'before');
    const names = { ...held('EBUSY', Infinity), remove: (name: string) => rmSync(name, { force: true }) };
    expect(() => writeDurably(file, 'after', names)).toThrow('EBUSY: held');
    expect({ ...found(), waited: waited.reduce((sum, each) => sum + each, 0) }).toEqual({
      text: 'before',
      names: ['marks.json'],
      waited: PATIENCE,
    });
  });

  it('B11 says why it was not written, also when its beginnings cannot be removed', () => {
    const names = {
      ...held('EBUSY', Infinity),
      remove: () => {
        throw new Error('not removed');
      },
    };
    expect(() => writeDurably(file, 'after', names)).toThrow('EBUSY: held');
    writeDurably(file, 'after');
    expect(found()).toEqual({ text: 'after', names: ['marks.json'] });
  });

  it('B11 is not waited for where it is a matter of permissions', () => {
    expect(() => writeDurably(file, 'after', held('EPERM', 1))).toThrow('EPERM: held');
    expect({ text: found().text, waited }).toEqual({ text: 'before', waited: [] });
  });

  it('B11 is moved and removed once it is let go', () => {
    const moved = join(folder, 'moved.json');
    moveDurably(file, moved, held('EPERM', 10, 'win32'));
    expect(readdirSync(folder)).toEqual(['moved.json']);
    waited = [];
    removePatiently(moved, held('EACCES', 10, 'win32'));
    expect({ names: readdirSync(folder), waited }).toEqual({ names: [], waited: [10] });
  });
});
