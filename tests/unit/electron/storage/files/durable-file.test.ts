import { readdirSync, readFileSync, renameSync, rmSync, writeFileSync } from 'node:fs';
import { join } from 'node:path';
import { beforeEach, describe, expect, it } from 'vitest';
import { moveDurably, removePatiently, writeDurably, type FileOperations } from '#storage/files/durable-file.ts';
import { temporaryFolder } from '#support/temporary-folder.ts';

const PATIENCE = 1_270;

describe('a file that another program has open', () => {
  let folder: string;
  let file: string;
  let waited: number[];

  beforeEach(() => {
    folder = temporaryFolder();
    file = join(folder, 'marks.json');
    waited = [];
    writeFileSync(file, 'before');
  });

  /** File operations that fail with this code for this time. */
  function held(code: string, until: number, platform: NodeJS.Platform = 'linux'): FileOperations {
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
  ] as const)('B11 is written once it is released, after growing pauses: %s on %s', (code, platform) => {
    writeDurably(file, 'after', held(code, 100, platform));
    expect({ ...found(), waited }).toEqual({ text: 'after', names: ['marks.json'], waited: [10, 20, 40, 80] });
  });

  it('B11 keeps its content when it is open for too long, without a temporary file', () => {
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

  it('B11 reports why it was not written, also when the temporary file cannot be removed', () => {
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

  it('B11 is not retried for a missing permission', () => {
    expect(() => writeDurably(file, 'after', held('EPERM', 1))).toThrow('EPERM: held');
    expect({ text: found().text, waited }).toEqual({ text: 'before', waited: [] });
  });

  it('B11 is moved and removed when it is closed', () => {
    const moved = join(folder, 'moved.json');
    moveDurably(file, moved, held('EPERM', 10, 'win32'));
    expect(readdirSync(folder)).toEqual(['moved.json']);
    waited = [];
    removePatiently(moved, held('EACCES', 10, 'win32'));
    expect({ names: readdirSync(folder), waited }).toEqual({ names: [], waited: [10] });
  });
});
