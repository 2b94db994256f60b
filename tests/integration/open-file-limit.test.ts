import { once } from 'node:events';
import { mkdirSync } from 'node:fs';
import { connect, type Socket } from 'node:net';
import { join } from 'node:path';
import { afterEach, describe, expect, it } from 'vitest';
import { callApi, readApi } from '#support/call-api.ts';
import { startController, type ControllerProcess } from '#support/controller-process.ts';
import { SmallDisk, whyNoSmallDisk } from '#support/small-disk.ts';
import { temporaryFolder } from '#support/temporary-folder.ts';
import { Judge } from '../faults/kills/judge.ts';
import { furnishFolder, printerUrl, selectSerials, type LineSetup } from '../faults/lines.ts';

/** Generous, since programs are started on a machine that may be busy. */
const FULL = 'The disk of the controller is full: nothing is printed until space is free.';
const PRINTER = 'Line 1';
const LINES: readonly LineSetup[] = [{ printer: PRINTER, counter: 'Serial', lineSpeed: 2_400, bufferDepth: 8, isColor: false }];
const OPEN_FILES = 256;
const why = whyNoSmallDisk();

let controller: ControllerProcess | undefined;
let disk: SmallDisk | undefined;
const sockets: Socket[] = [];
afterEach(async () => {
  for (const socket of sockets.splice(0)) socket.destroy();
  await controller?.kill();
  disk?.remove();
  controller = disk = undefined;
});

/** Resolves when the connection is open or was refused. */
async function hold(port: number): Promise<void> {
  const socket = connect(port, '127.0.0.1').on('error', () => undefined);
  sockets.push(socket);
  await Promise.race([once(socket, 'connect'), once(socket, 'close')]);
}

const errors = async (url: string) => (await readApi<{ errors: string[] }>(`${printerUrl(url, PRINTER)}/status`)).errors;
const trigger = (url: string) => fetch(`${printerUrl(url, PRINTER)}/trigger`, { method: 'POST' });

describe('a controller at its limit of open files', () => {
  it('B5 because of its connections prints on, serves active connections, and loses nothing', async () => {
    const dataFolder = temporaryFolder();
    await furnishFolder(dataFolder, LINES);
    const judge = new Judge(dataFolder, LINES);
    const under = ['prlimit', `--nofile=${OPEN_FILES}:${OPEN_FILES}`];
    controller = await startController({ dataFolder, flags: ['--empty'], under });
    const { url } = controller;
    await selectSerials(url, LINES);
    await callApi('PUT', `${printerUrl(url, PRINTER)}/conveyor`, { running: true, productsPerMinute: 600 });
    await judge.freshMarks(3);
    const { port } = new URL(url);
    await Promise.all(Array.from({ length: 2 * OPEN_FILES }, () => hold(Number(port))));

    await judge.freshMarks(10);
    expect(await errors(url)).toEqual([]);
    const made = await fetch(`${url}/api/v3/backups`, { method: 'POST', headers: { connection: 'close' } });
    expect(made.status).toBe(201);
    for (const socket of sockets.splice(0)) socket.destroy();
    expect((await trigger(url)).ok).toBe(true);
    await callApi('PUT', `${printerUrl(url, PRINTER)}/conveyor`, { running: false, productsPerMinute: 600 });
    expect(await controller.stop()).toBe(0);
    judge.afterKill([]);
    judge.atTheEnd();
  });

  it.skipIf(why !== undefined)(
    `B5 because the disk has no free inodes treats it as full, and continues by itself when it has${why === undefined ? '' : `: ${why}`}`,
    async () => {
      disk = new SmallDisk(32, 200);
      const dataFolder = join(disk.folder, 'data');
      mkdirSync(dataFolder);
      await furnishFolder(dataFolder, LINES);
      const judge = new Judge(dataFolder, LINES);
      controller = await startController({ dataFolder, flags: ['--empty'] });
      const { url } = controller;
      // Before the selection, which writes the high-water marks of the first prints in the background.
      disk.takeAllNames();
      await selectSerials(url, LINES);
      expect((await trigger(url)).status).toBe(507);
      expect(await errors(url)).toContain(FULL);
      const refused = await fetch(`${url}/api/v3/backups`, { method: 'POST' });
      expect({ status: refused.status, ...((await refused.json()) as object) }).toMatchObject({
        status: 507,
        type: 'urn:strobe:problem:disk-full',
      });

      disk.clear();
      await expect.poll(() => errors(url)).toEqual([]);
      expect((await trigger(url)).status).toBe(202);
      await judge.freshMarks(1);
      expect(await controller.stop()).toBe(0);
      judge.afterKill([]);
      judge.atTheEnd();
    },
  );
});
