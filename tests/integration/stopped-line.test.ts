import { mkdtempSync, rmSync } from 'node:fs';
import { tmpdir } from 'node:os';
import { join } from 'node:path';
import { afterEach, beforeEach, expect, it } from 'vitest';
import type { LineState } from '#contract/api-v3/controller-line.ts';
import type { PrinterStatus } from '#contract/api-v3/printer.ts';
import { callApi, readApi } from '#support/call-api.ts';
import { startController, type ControllerProcess } from '#support/controller-process.ts';
import { until } from '#support/until.ts';
import { printerUrl } from '../faults/lines.ts';

const PRINTER = 'Line 1';

let folder: string;
let controller: ControllerProcess | undefined;

beforeEach(() => {
  folder = mkdtempSync(join(tmpdir(), 'strobe-stopped-line-'));
});
afterEach(async () => {
  await controller?.kill();
  rmSync(folder, { recursive: true, force: true });
});

async function start(): Promise<string> {
  controller = await startController({ dataFolder: folder, flags: ['--empty'] });
  const { url } = controller;
  await until(
    () => readApi<PrinterStatus>(`${printerUrl(url, PRINTER)}/status`),
    ({ state }) => state === 'STARTED',
  );
  return url;
}

it('A1 a line that a rule has stopped is stopped after a kill, for the same reason, and prints nothing until it is resumed', async () => {
  let url = await start();
  await callApi('PUT', `${url}/api/v3/lines/Filling`, { printers: [PRINTER], rules: { productsWithoutPrint: 1 } });
  const objs = [{ type: 'Text', x: 1, y: 1, text: 'X', font: { family: 'Arimo', height: 3 } }];
  await callApi('PUT', `${url}/api/v3/labels/Carton`, { format: 3, width: 20, height: 10, objs });
  await callApi('POST', `${printerUrl(url, PRINTER)}/printJob`, { labelName: 'Carton' });
  await callApi('POST', `${printerUrl(url, PRINTER)}/faults`, { fault: 'cover-open' });
  const trigger = () => fetch(`${printerUrl(url, PRINTER)}/trigger`, { method: 'POST' });
  expect((await trigger()).status).toBe(409);
  const before = await until(
    () => readApi<LineState>(`${url}/api/v3/lines/Filling/state`),
    // A stop has its id when it is stored.
    ({ stops }) => stops[0]?.id !== undefined,
  );
  await controller?.kill();
  url = await start();
  expect(await readApi(`${url}/api/v3/lines/Filling/state`)).toMatchObject({ isStopped: true, stops: before.stops });
  expect(await (await trigger()).json()).toMatchObject({ status: 409, title: 'The line is stopped' });
  expect(await readApi(`${url}/api/v3/prints`)).toMatchObject({ prints: [] });
  await callApi('POST', `${url}/api/v3/lines/Filling/resume`, { reason: 'cover closed' });
  expect((await trigger()).status).toBe(202);
});
