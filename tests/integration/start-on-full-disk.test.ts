import { existsSync, mkdirSync } from 'node:fs';
import { join } from 'node:path';
import { DatabaseSync } from 'node:sqlite';
import { afterEach, beforeEach, describe, expect, it } from 'vitest';
import { callApi, readApi } from '#support/call-api.ts';
import { runController, startController, type ControllerProcess } from '#support/controller-process.ts';
import { SmallDisk, whyNoSmallDisk } from '#support/small-disk.ts';
import { Judge } from '../faults/kills/judge.ts';
import { furnishFolder, printerUrl, selectSerials, type LineSetup } from '../faults/lines.ts';

/** Generous, since programs are started on a machine that may be busy. */
const FULL = 'The disk of the controller is full: nothing is printed until space is free.';
const DISK_FULL = { status: 507, type: 'urn:strobe:problem:disk-full' };
const why = whyNoSmallDisk();
const reason = why === undefined ? '' : `: ${why}`;
const PRINTER = 'Line 1';
/** A slow printer: a kill leaves prints with an unknown outcome. */
const LINES: readonly LineSetup[] = [{ printer: PRINTER, counter: 'Serial', lineSpeed: 100, bufferDepth: 8, isColor: false }];

interface Status {
  errors: string[];
  ragStatus: string;
  job: { printed: number } | null;
}

/** The WAL of a killed controller is space that the next one can reuse, so the disk is filled again without it. */
function truncateWal(dataFolder: string): void {
  const db = new DatabaseSync(join(dataFolder, 'controller.db'));
  db.exec('PRAGMA wal_checkpoint(TRUNCATE)');
  db.close();
}

describe('a start on a full disk', () => {
  let disk: SmallDisk;
  let dataFolder: string;
  let controller: ControllerProcess | undefined;

  beforeEach(() => {
    disk = new SmallDisk(16);
    dataFolder = join(disk.folder, 'data');
    mkdirSync(dataFolder);
  });
  afterEach(async () => {
    await controller?.kill();
    disk.remove();
  });

  async function start(): Promise<string> {
    controller = await startController({ dataFolder, flags: ['--empty'] });
    return controller.url;
  }
  const status = (url: string) => readApi<Status>(`${printerUrl(url, PRINTER)}/status`);
  const trigger = (url: string) => fetch(`${printerUrl(url, PRINTER)}/trigger`, { method: 'POST' });
  const roomAgain = (url: string) => expect.poll(async () => (await status(url)).errors).toEqual([]);
  async function problem(answer: Response): Promise<object> {
    return { status: answer.status, ...((await answer.json()) as object) };
  }

  it.skipIf(why !== undefined)(`B4 A2 is reported, prints nothing, and settles every print when there is space${reason}`, async () => {
    await furnishFolder(dataFolder, LINES);
    const judge = new Judge(dataFolder, LINES);
    const first = await start();
    await selectSerials(first, LINES);
    await callApi('PUT', `${printerUrl(first, PRINTER)}/conveyor`, { running: true, productsPerMinute: 1_200 });
    await judge.freshMarks(5);
    await controller?.kill();
    truncateWal(dataFolder);
    judge.afterKill([]);
    disk.fill();

    const url = await start();
    const { errors, ragStatus, job } = await status(url);
    expect({ errors, ragStatus }).toEqual({ errors: expect.arrayContaining([FULL]) as string[], ragStatus: 'RED' });
    expect(await problem(await trigger(url))).toMatchObject({ ...DISK_FULL, detail: FULL });
    expect(job?.printed).toBeGreaterThan(0);

    disk.clear();
    await roomAgain(url);
    await judge.afterRestart();
    expect((await trigger(url)).status).toBe(202);
    await judge.freshMarks(1);
    expect(await controller?.stop()).toBe(0);
    judge.atTheEnd();
  });

  it.skipIf(why !== undefined)(
    `B4 A14 after a normal end is read, refuses every write, ends normally, and continues by itself when there is space${reason}`,
    async () => {
      await furnishFolder(dataFolder, LINES);
      const first = await start();
      await selectSerials(first, LINES);
      expect(await controller?.stop()).toBe(0);
      disk.fill();
      await start();
      expect(await controller?.stop()).toBe(0);

      const url = await start();
      const put = (path: string, body: object) =>
        fetch(`${url}/api/v3/${path}`, { method: 'PUT', headers: { 'content-type': 'application/json' }, body: JSON.stringify(body) });
      const big = 'x'.repeat(50_000);
      const variable = { value: big, description: '', userEdit: false };
      const answers = [await put('variables/Big', variable), await put('tables/Big', { columns: ['A'], rows: [[big]] })];
      expect(await Promise.all(answers.map(problem))).toMatchObject([DISK_FULL, DISK_FULL]);
      const labels = await readApi<Record<string, unknown>>(`${url}/api/v3/labels`);
      const { status: health } = await fetch(`${url}/healthz`);
      expect({ health, labels: Object.keys(labels), errors: (await status(url)).errors }).toEqual({
        health: 200,
        labels: ['Serial'],
        errors: [FULL],
      });
      expect(existsSync(join(dataFolder, 'controller.json'))).toBe(false);

      disk.clear();
      await roomAgain(url);
      expect({ trigger: (await trigger(url)).status, variable: (await put('variables/Big', variable)).status }).toEqual({
        trigger: 202,
        variable: 201,
      });
      expect(existsSync(join(dataFolder, 'controller.json'))).toBe(true);
      expect(await controller?.stop()).toBe(0);
    },
  );

  it.skipIf(why !== undefined)(`B4 without a database explains what is wrong and what to do${reason}`, async () => {
    disk.fill();
    const { code, stderr } = await runController('--data', dataFolder, '--port', '0', '--empty');
    expect({ code, stderr }).toEqual({
      code: 1,
      stderr: expect.stringContaining('controller.db cannot be opened: its disk is full. Free some space and start again.') as string,
    });
  });
});
