import { join } from 'node:path';
import { expect, it } from 'vitest';
import { BackgroundCheck } from '#storage/integrity/background-check.ts';
import { HungFile } from '#support/hung-file.ts';
import { temporaryFolder } from '#support/temporary-folder.ts';

it('A14 stopping a check that cannot be interrupted takes a second at most', async () => {
  const file = join(temporaryFolder(), 'hung.db');
  const hung = new HungFile(file);
  const check = new BackgroundCheck({ file, tables: ['prints'] });
  void check.run();
  await hung.isWaitedFor();
  await expect(check.stop(1)).resolves.toBeUndefined();
  hung.letGo();
});
