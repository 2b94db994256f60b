import { mkdirSync, readdirSync, statSync } from 'node:fs';
import { join } from 'node:path';
import { afterEach, describe, expect, it } from 'vitest';
import { callApi, readApi } from '#support/call-api.ts';
import { startController, type ControllerProcess } from '#support/controller-process.ts';
import { SmallDisk, whyNoSmallDisk } from '#support/small-disk.ts';
import { Judge } from '../faults/kills/judge.ts';
import { furnishFolder, printerUrl, selectSerials, type LineSetup } from '../faults/lines.ts';

/** Generous, since programs are started on a machine that may be busy. */
const FULL = 'The disk of the controller is full: nothing is printed until space is free.';
const why = whyNoSmallDisk();
/** Two printers that share their serials; the second one is slow. */
const LINES: readonly LineSetup[] = [
  { printer: 'Line 1', counter: 'Shared', lineSpeed: 2_400, bufferDepth: 8, isColor: false },
  { printer: 'Line 2', counter: 'Shared', lineSpeed: 100, bufferDepth: 8, isColor: false },
];

let disk: SmallDisk;
let controller: ControllerProcess | undefined;
afterEach(async () => {
  await controller?.kill();
  disk.remove();
});

async function start(dataFolder: string): Promise<string> {
  controller = await startController({ dataFolder, flags: ['--empty'] });
  return controller.url;
}

const errorsOf = (url: string) =>
  Promise.all(LINES.map(async ({ printer }) => (await readApi<{ errors: string[] }>(`${printerUrl(url, printer)}/status`)).errors));
const setConveyors = (url: string, running: boolean) =>
  Promise.all(LINES.map(({ printer }) => callApi('PUT', `${printerUrl(url, printer)}/conveyor`, { running, productsPerMinute: 1_200 })));

describe('a disk that becomes full while two lines print', () => {
  it.skipIf(why !== undefined)(
    `B4 I8 stops the serials only, loses no print of the engines, and prints on when there is space${why === undefined ? '' : `: ${why}`}`,
    async () => {
      disk = new SmallDisk(16);
      const dataFolder = join(disk.folder, 'data');
      mkdirSync(dataFolder);
      await furnishFolder(dataFolder, LINES);
      const judge = new Judge(dataFolder, LINES);
      const url = await start(dataFolder);
      await selectSerials(url, LINES);
      await setConveyors(url, true);
      await judge.freshMarks(10);
      disk.fill();
      await expect.poll(() => errorsOf(url)).toEqual(LINES.map(() => expect.arrayContaining([FULL]) as string[]));

      const refused = await fetch(`${printerUrl(url, 'Line 1')}/trigger`, { method: 'POST' });
      expect({ status: refused.status, ...((await refused.json()) as object) }).toMatchObject({
        status: 507,
        type: 'urn:strobe:problem:disk-full',
        detail: FULL,
      });
      await setConveyors(url, false);
      const marks = LINES.flatMap((_, index) => {
        const folder = join(dataFolder, 'marks', String(index + 1));
        return readdirSync(folder).filter((name) => name.endsWith('.png') && statSync(join(folder, name)).size === 0);
      });
      expect(marks).toEqual([]);

      disk.clear();
      await expect.poll(async () => (await errorsOf(url)).flat()).not.toContain(FULL);
      for (const { printer } of LINES) await callApi('POST', `${printerUrl(url, printer)}/trigger`);
      expect(await controller?.stop()).toBe(0);
      judge.afterKill([]);
      const again = await start(dataFolder);
      await judge.afterRestart();
      expect((await errorsOf(again)).flat()).toEqual([]);
      expect(await controller?.stop()).toBe(0);
      judge.atTheEnd();
    },
  );
});
