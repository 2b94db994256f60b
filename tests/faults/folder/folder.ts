import { mkdtempSync, rmSync } from 'node:fs';
import { mkdir } from 'node:fs/promises';
import { tmpdir } from 'node:os';
import { join } from 'node:path';
import type { Order } from '../fault-run.ts';
import { OrderFolderRun } from './order-folder-run.ts';

/** Files for one kill, unless the number of kills is given. */
const FILES_OF_KILL = 100;

/** Files with orders in a folder that two controllers watch, while they are killed and the folder goes away and returns. */
export async function folder({ amount, kills = Math.ceil(amount / FILES_OF_KILL), seed, tell }: Order): Promise<string> {
  const place = mkdtempSync(join(tmpdir(), 'strobe-folder-'));
  const path = join(place, 'share');
  await mkdir(path);
  await using run = new OrderFolderRun({ folder: path, seed, tell });
  const { files, orders, refused, absences } = await run.suffer({ files: amount, kills });
  rmSync(place, { recursive: true, force: true });
  return [
    `${files} files, ${kills} kills of two controllers, the folder ${absences} times away`,
    `each of ${orders} orders exactly once`,
    `each of ${refused} refusals with its reason`,
  ].join('; ');
}
