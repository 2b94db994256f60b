import { describe, expect, it } from 'vitest';
import { lockFolder } from '#storage/files/folder-lock.ts';
import { FixtureProcess } from '#support/child-process.ts';
import { temporaryFolder } from '#support/temporary-folder.ts';

describe('A13 the lock of a data folder', () => {
  it('refuses a folder that another process has locked', async () => {
    const folder = temporaryFolder();
    expect(await new FixtureProcess('hold-folder.ts', folder).line()).toBe('held');
    expect(lockFolder(folder)).toBeUndefined();
  });

  it('is released when its process is killed', async () => {
    const folder = temporaryFolder();
    const holder = new FixtureProcess('hold-folder.ts', folder);
    await holder.line();
    await holder.kill();
    const lock = lockFolder(folder);
    expect(lock).toBeDefined();
    lock?.release();
  });

  it('is released on request', async () => {
    const folder = temporaryFolder();
    lockFolder(folder)?.release();
    expect(await new FixtureProcess('hold-folder.ts', folder).line()).toBe('held');
  });

  it('throws for a missing folder', () => {
    expect(() => lockFolder('/nowhere/at/all')).toThrow('unable to open database file');
  });
});
