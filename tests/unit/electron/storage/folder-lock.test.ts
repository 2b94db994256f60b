import { describe, expect, it } from 'vitest';
import { lockFolder } from '#storage/folder-lock.ts';
import { FixtureProcess } from '#support/child-process.ts';
import { temporaryFolder } from '#support/temporary-folder.ts';

describe('A13 the lock of a data folder', () => {
  it('refuses the folder while another process holds it', async () => {
    const folder = temporaryFolder();
    expect(await new FixtureProcess('hold-folder.ts', folder).line()).toBe('held');
    expect(lockFolder(folder)).toBeUndefined();
  });

  it('is free again when its holder is killed', async () => {
    const folder = temporaryFolder();
    const holder = new FixtureProcess('hold-folder.ts', folder);
    await holder.line();
    await holder.kill();
    const lock = lockFolder(folder);
    expect(lock).toBeDefined();
    lock?.release();
  });

  it('is free again when its holder lets go', async () => {
    const folder = temporaryFolder();
    lockFolder(folder)?.release();
    expect(await new FixtureProcess('hold-folder.ts', folder).line()).toBe('held');
  });

  it('tells a folder that is not there from one that is held', () => {
    expect(() => lockFolder('/nowhere/at/all')).toThrow('unable to open database file');
  });
});
