import { join } from 'node:path';
import { expect, it } from 'vitest';
import { LaterCheck } from '#storage/later-check.ts';
import { HungFile } from '#support/hung-file.ts';
import { temporaryFolder } from '#support/temporary-folder.ts';

it('A14 a look for damage that cannot be interrupted is not waited for', async () => {
  const file = join(temporaryFolder(), 'hung.db');
  const hung = new HungFile(file);
  const check = new LaterCheck({ file, tables: ['prints'] });
  void check.run();
  await hung.isWaitedFor();
  await expect(check.stop(1)).resolves.toBeUndefined();
  hung.letGo();
});
