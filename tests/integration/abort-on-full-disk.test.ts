import { mkdirSync } from 'node:fs';
import { join } from 'node:path';
import { afterEach, describe, expect, it } from 'vitest';
import { callApi, readApi } from '#support/call-api.ts';
import { startController, type ControllerProcess } from '#support/controller-process.ts';
import { SmallDisk, whyNoSmallDisk } from '#support/small-disk.ts';
import { furnishFolder, printerUrl, selectSerials, type LineSetup } from '../faults/lines.ts';

const PRINTER = 'Line 1';
const LINES: readonly LineSetup[] = [{ printer: PRINTER, counter: 'Serial', lineSpeed: 2_400, bufferDepth: 8, isColor: false }];
const why = whyNoSmallDisk();

interface Status {
  job: unknown;
  errors: string[];
}

let disk: SmallDisk | undefined;
let controller: ControllerProcess | undefined;
afterEach(async () => {
  await controller?.kill();
  disk?.remove();
});

async function start(dataFolder: string): Promise<string> {
  controller = await startController({ dataFolder, flags: ['--empty'] });
  return controller.url;
}
const status = (url: string) => readApi<Status>(`${printerUrl(url, PRINTER)}/status`);
const post = async (url: string, path: string) => (await fetch(`${printerUrl(url, PRINTER)}/${path}`, { method: 'POST' })).status;

describe('an abort on a disk that is full', () => {
  it.skipIf(why !== undefined)(
    `B4 J6 stops the line at once, and no job is selected afterwards, also with free space and after a restart${why === undefined ? '' : `: ${why}`}`,
    async () => {
      disk = new SmallDisk(16);
      const dataFolder = join(disk.folder, 'data');
      mkdirSync(dataFolder);
      await furnishFolder(dataFolder, LINES);
      const url = await start(dataFolder);
      await selectSerials(url, LINES);
      await callApi('PUT', `${printerUrl(url, PRINTER)}/conveyor`, { running: true, productsPerMinute: 600 });
      disk.fill();
      await expect.poll(async () => (await status(url)).errors.join()).toContain('is full');

      const aborted = await post(url, 'abortPrint');
      expect([aborted, (await status(url)).job]).toEqual([204, null]);
      await callApi('PUT', `${printerUrl(url, PRINTER)}/conveyor`, { running: false, productsPerMinute: 600 });

      disk.clear();
      // The status keeps the fault of a product that passed after the abort, so it does not say when there is space again.
      await expect.poll(async () => post(url, 'trigger')).toBe(409);
      expect((await status(url)).job).toBeNull();
      expect(await controller?.stop()).toBe(0);
      expect((await status(await start(dataFolder))).job).toBeNull();
    },
  );
});
