import { mkdirSync } from 'node:fs';
import { join } from 'node:path';
import { expect, it } from 'vitest';
import { temporaryFolder } from '#support/temporary-folder.ts';
import { OrderFolderRun } from '../faults/folder/order-folder-run.ts';

it(
  'A1 two controllers that are killed take each file of a folder once, and refuse each with its reason',
  { timeout: 240_000 },
  async () => {
    const folder = join(temporaryFolder(), 'share');
    mkdirSync(folder);
    await using run = new OrderFolderRun({ folder, seed: 7, tell: () => undefined });
    const figures = await run.suffer({ files: 60, kills: 2 });
    expect(figures).toMatchObject({ files: 60, kills: 2 });
    expect(figures.orders).toBeGreaterThan(60);
    expect(figures.refused).toBeGreaterThan(0);
  },
);
