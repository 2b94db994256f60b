import { closeSync, copyFileSync, mkdirSync, openSync, writeSync } from 'node:fs';
import { DatabaseSync } from 'node:sqlite';
import { join } from 'node:path';
import { afterEach, describe, expect, it } from 'vitest';
import { readApi } from '#support/call-api.ts';
import { runController, startController, type ControllerProcess } from '#support/controller-process.ts';
import { temporaryFolder } from '#support/temporary-folder.ts';
import { furnishFolder, printerUrl, selectSerials, type LineSetup } from '../faults/lines.ts';

/** Generous, since programs are started on a machine that may be busy. */
const PAGE = 4_096;
const LINES: readonly LineSetup[] = [{ printer: 'Line 1', counter: 'Serial', lineSpeed: 2_400, bufferDepth: 8, isColor: false }];

let controller: ControllerProcess | undefined;
afterEach(() => controller?.kill());

describe('a database whose old records are damaged', () => {
  it('B7 starts, ends when the damage is found, and does not start again before a backup is restored', async () => {
    const { dataFolder, file, url } = await startFurnished();
    expect((await fetch(`${printerUrl(url, 'Line 1')}/trigger`, { method: 'POST' })).status).toBe(202);
    expect(await controller?.stop()).toBe(0);
    copyFileSync(file, `${file}.backup`);
    damage(file, 'missed_triggers');

    controller = await startController({ dataFolder });
    expect(await controller.ended).toBe(8);
    const { code, stderr } = await runController('--data', dataFolder, '--port', '0');
    expect({ code, stderr }).toEqual({
      code: 8,
      stderr: expect.stringContaining(
        'controller.db cannot be opened: it is damaged or no database. Restore a backup, or move it away to start with an empty one.',
      ) as string,
    });

    copyFileSync(`${file}.backup`, file);
    controller = await startController({ dataFolder });
    expect(await controller.stop()).toBe(0);
  });

  it('B7 ends when the start reads damaged pages, and the next start restores a backup', async () => {
    const { dataFolder, file, url } = await startFurnished();
    expect((await fetch(`${url}/api/v3/backups`, { method: 'POST' })).status).toBe(201);
    expect(await controller?.stop()).toBe(0);
    // The ledger is checked for consistency at every start.
    damage(file, 'history_minutes');

    const { code, stderr } = await runController('--data', dataFolder, '--port', '0');
    expect({ code, stderr }).toEqual({ code: 8, stderr: expect.stringContaining('controller.db is damaged') as string });
    controller = await startController({ dataFolder });
    expect(await readApi(`${controller.url}/api/v3/recovery`)).toMatchObject({ recovery: { reason: 'backup' } });
    expect(await controller.stop()).toBe(0);
  });
});

/** A controller with one printer that prints serials. */
async function startFurnished() {
  const dataFolder = join(temporaryFolder(), 'data');
  mkdirSync(dataFolder);
  await furnishFolder(dataFolder, LINES);
  controller = await startController({ dataFolder, flags: ['--empty'] });
  await selectSerials(controller.url, LINES);
  return { dataFolder, file: join(dataFolder, 'controller.db'), url: controller.url };
}

/** Overwrites the first page of a table. */
function damage(file: string, table: string): void {
  const database = new DatabaseSync(file);
  const page = Number(database.prepare('SELECT rootpage FROM sqlite_schema WHERE name = ?').get(table)?.['rootpage']);
  database.close();
  const handle = openSync(file, 'r+');
  writeSync(handle, Buffer.alloc(PAGE, 0xa5), 0, PAGE, (page - 1) * PAGE);
  closeSync(handle);
}
