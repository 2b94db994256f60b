import { mkdirSync } from 'node:fs';
import { join } from 'node:path';
import { afterEach, describe, expect, it } from 'vitest';
import { readinessSchema } from '#contract/api-v3/health.ts';
import { callApi, readApi } from '#support/call-api.ts';
import { runController, startController, type ControllerProcess } from '#support/controller-process.ts';
import { InjectedCalls } from '#support/injected-calls.ts';
import { SmallDisk, whyNoSmallDisk } from '#support/small-disk.ts';
import { temporaryFolder } from '#support/temporary-folder.ts';
import { Judge } from '../faults/kills/judge.ts';
import { furnishFolder, printerUrl, selectSerials, type LineSetup } from '../faults/lines.ts';
import { whyNotRecorded } from '../faults/power/record.ts';

/** Generous, since programs are started on a machine that may be busy. */
const READ_ONLY = 'The disk of the controller is read-only: nothing is printed until it can be written again.';
const REFUSED = { status: 507, type: 'urn:strobe:problem:disk-read-only' };
const WRITABLE_AGAIN = 10;
/** The system calls with which a controller changes a disk. Its virtual print heads write their own memory by other calls. */
const CHANGES = 'pwrite64,mkdir,rename,unlink,ftruncate,fallocate';
const PRINTER = 'Line 1';
const LINES: readonly LineSetup[] = [{ printer: PRINTER, counter: 'Serial', lineSpeed: 2_400, bufferDepth: 8, isColor: false }];
const whyNoDisk = whyNoSmallDisk();
const noDisk = whyNoDisk === undefined ? '' : `: ${whyNoDisk}`;
const whyNoInjection = whyNotRecorded();
const noInjection = whyNoInjection === undefined ? '' : `: ${whyNoInjection}`;

let controller: ControllerProcess | undefined;
let disk: SmallDisk | undefined;
afterEach(async () => {
  await controller?.kill();
  disk?.remove();
  controller = disk = undefined;
});

async function start(dataFolder: string): Promise<string> {
  controller = await startController({ dataFolder, flags: ['--empty'] });
  return controller.url;
}
const errors = async (url: string) => (await readApi<{ errors: string[] }>(`${printerUrl(url, PRINTER)}/status`)).errors;
const trigger = (url: string) => fetch(`${printerUrl(url, PRINTER)}/trigger`, { method: 'POST' });
const put = (url: string, path: string, body: object) =>
  fetch(`${url}/api/v3/${path}`, { method: 'PUT', headers: { 'content-type': 'application/json' }, body: JSON.stringify(body) });
async function problem(answer: Response): Promise<object> {
  return { status: answer.status, ...((await answer.json()) as object) };
}
async function reasons(url: string): Promise<string[]> {
  return readinessSchema.parse(await (await fetch(`${url}/healthz/ready`)).json()).reasons.map(({ code }) => code);
}

/** Checks that all reads are answered, and nothing is changed. */
async function expectOnlyReads(url: string): Promise<void> {
  expect(await errors(url)).toContain(READ_ONLY);
  expect(await reasons(url)).toEqual(['disk-read-only']);
  expect(await problem(await trigger(url))).toMatchObject({ ...REFUSED, detail: READ_ONLY });
  const answers = [
    await put(url, 'variables/Batch', { value: 'x', description: '', userEdit: false }),
    await put(url, 'tables/Goods', { columns: ['A'], rows: [['x']] }),
  ];
  expect(await Promise.all(answers.map(problem))).toMatchObject([REFUSED, REFUSED]);
  expect(Object.keys(await readApi<object>(`${url}/api/v3/labels`))).toEqual(['Serial']);
}

describe('a disk that becomes read-only', () => {
  it.skipIf(whyNoInjection !== undefined)(
    `B6 while a line prints stops the serials and every change, is read from, and is printed on by itself once it can be written${noInjection}`,
    async () => {
      const dataFolder = temporaryFolder();
      await furnishFolder(dataFolder, LINES);
      const judge = new Judge(dataFolder, LINES);
      const url = await start(dataFolder);
      await selectSerials(url, LINES);
      await callApi('PUT', `${printerUrl(url, PRINTER)}/conveyor`, { running: true, productsPerMinute: 600 });
      await judge.freshMarks(5);
      const refusing = await InjectedCalls.into(controller?.pid ?? 0, `${CHANGES}:error=EROFS`);
      await expect.poll(() => errors(url)).toContain(READ_ONLY);
      await callApi('PUT', `${printerUrl(url, PRINTER)}/conveyor`, { running: false, productsPerMinute: 600 });
      await expectOnlyReads(url);

      await refusing.stop();
      await expect.poll(() => errors(url)).not.toContain(READ_ONLY);
      expect({ trigger: (await trigger(url)).status, reasons: await reasons(url) }).toEqual({ trigger: 202, reasons: [] });
      expect(await controller?.stop()).toBe(0);
      judge.afterKill([]);
      await start(dataFolder);
      await judge.afterRestart();
      expect(await controller?.stop()).toBe(0);
      judge.atTheEnd();
    },
  );

  it.skipIf(whyNoDisk !== undefined).each([
    ['was killed', async (running: ControllerProcess) => running.kill()],
    ['ended in order', async (running: ControllerProcess) => expect(await running.stop()).toBe(0)],
  ])(`B6 before a start, after a run that %s, is read, and the next start prints when it is writable again${noDisk}`, async (_how, end) => {
    disk = new SmallDisk(16);
    const dataFolder = join(disk.folder, 'data');
    mkdirSync(dataFolder);
    await furnishFolder(dataFolder, LINES);
    const judge = new Judge(dataFolder, LINES);
    const first = await start(dataFolder);
    await selectSerials(first, LINES);
    expect((await trigger(first)).status).toBe(202);
    await judge.freshMarks(1);
    if (controller) await end(controller);
    judge.afterKill([]);
    disk.makeReadOnly();

    await expectOnlyReads(await start(dataFolder));
    expect(await controller?.stop()).toBe(0);
    await expectOnlyReads(await start(dataFolder));
    disk.makeWritable();
    expect(await controller?.ended).toBe(WRITABLE_AGAIN);

    const again = await start(dataFolder);
    await judge.afterRestart();
    expect({ trigger: (await trigger(again)).status, reasons: await reasons(again) }).toEqual({ trigger: 202, reasons: [] });
    await judge.freshMarks(1);
    expect(await controller?.stop()).toBe(0);
    judge.atTheEnd();
  });

  it.skipIf(whyNoDisk !== undefined)(`B6 without a database explains what is wrong and what to do${noDisk}`, async () => {
    disk = new SmallDisk(16);
    disk.makeReadOnly();
    const { code, stderr } = await runController('--data', disk.folder, '--port', '0', '--empty');
    expect({ code, stderr }).toEqual({
      code: 1,
      stderr: expect.stringContaining('controller.db cannot be opened: its disk is read-only. Make it writable and start again.') as string,
    });
  });
});
