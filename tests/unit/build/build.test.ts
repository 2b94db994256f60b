import { mkdirSync, mkdtempSync, rmSync, utimesSync, writeFileSync } from 'node:fs';
import { tmpdir } from 'node:os';
import { join } from 'node:path';
import { afterEach, beforeEach, describe, expect, it } from 'vitest';
import { ensureBuilt, type Product } from '../../../build/scripts/build.ts';

describe('a build', () => {
  let root = '';
  let isBroken = false;
  const put = (name: string, text: string): void => {
    mkdirSync(join(root, 'src/deep'), { recursive: true });
    writeFileSync(join(root, 'src', name), text);
  };
  const product = (): Product => ({
    root,
    output: join(root, 'out'),
    proof: join(root, 'out/page'),
    inputs: ['src/**/*'],
    make: async () => {
      mkdirSync(join(root, 'out'));
      if (isBroken) throw new Error('broken');
      writeFileSync(join(root, 'out/page'), 'made');
      return Promise.resolve();
    },
  });

  beforeEach(() => {
    root = mkdtempSync(join(tmpdir(), 'strobe-build-'));
    isBroken = false;
    put('deep/a.ts', 'a');
  });
  afterEach(() => rmSync(root, { recursive: true }));

  it('is made once', async () => {
    expect([await ensureBuilt(product()), await ensureBuilt(product())]).toEqual([true, false]);
  });

  it('is made once for two concurrent calls', async () => {
    expect((await Promise.all([ensureBuilt(product()), ensureBuilt(product())])).sort()).toEqual([false, true]);
  });

  it('is made again when a file is changed, added or removed', async () => {
    await ensureBuilt(product());
    put('deep/a.ts', 'b');
    const changed = await ensureBuilt(product());
    put('b.ts', '');
    const appeared = await ensureBuilt(product());
    rmSync(join(root, 'src/b.ts'));
    expect([changed, appeared, await ensureBuilt(product())]).toEqual([true, true, true]);
  });

  it('is not made again for a file that was only touched', async () => {
    await ensureBuilt(product());
    utimesSync(join(root, 'src/deep/a.ts'), 1, 1);
    expect(await ensureBuilt(product())).toBe(false);
  });

  it('is made again when its output is missing', async () => {
    await ensureBuilt(product());
    rmSync(join(root, 'out'), { recursive: true });
    expect(await ensureBuilt(product())).toBe(true);
  });

  it('is made again after one that failed', async () => {
    isBroken = true;
    await expect(ensureBuilt(product())).rejects.toThrow('broken');
    isBroken = false;
    expect(await ensureBuilt(product())).toBe(true);
  });
});
