import { mkdtempSync, rmSync } from 'node:fs';
import { tmpdir } from 'node:os';
import { join } from 'node:path';
import { setTimeout as wait } from 'node:timers/promises';
import { afterEach, beforeEach, expect, it } from 'vitest';
import type { PrinterStatus } from '#contract/api-v3/printer.ts';
import type { RowSharing } from '#contract/api-v3/table.ts';
import { callApi, readApi } from '#support/call-api.ts';
import { startController, type ControllerProcess } from '#support/controller-process.ts';
import { Random } from '#support/random.ts';
import { until } from '#support/until.ts';
import { LedgerFile } from '../faults/ledger-file.ts';
import { furnishFolder, printerUrl, type LineSetup } from '../faults/lines.ts';

const LINES: readonly LineSetup[] = ['Line 1', 'Line 2', 'Line 3'].map((printer, index) => ({
  ...{ printer, counter: 'none', bufferDepth: 4, isColor: false },
  lineSpeed: 2_400 - 600 * index,
}));
const ROWS = 250;
const KILLS = 5;
const seed = Date.now() % 1_000_000;

let folder: string;
let controller: ControllerProcess | undefined;

beforeEach(() => {
  folder = mkdtempSync(join(tmpdir(), 'strobe-shared-rows-'));
});
afterEach(async () => {
  await controller?.kill();
  rmSync(folder, { recursive: true, force: true });
});

async function start(): Promise<string> {
  controller = await startController({ dataFolder: folder, flags: ['--empty'] });
  return controller.url;
}

async function setConveyors(url: string, running: boolean): Promise<void> {
  for (const { printer } of LINES) await callApi('PUT', `${printerUrl(url, printer)}/conveyor`, { running, productsPerMinute: 1_500 });
}

/** Prints that are not void, by row. */
function printedRows(): { row: number; states: string[] }[] {
  const ledger = new LedgerFile(folder);
  return ledger.read((database) => {
    const prints = database.prepare("SELECT row, state FROM prints WHERE state <> 'void' ORDER BY id").all();
    return Array.from({ length: ROWS }, (_, row) => ({
      row,
      states: prints.filter((print) => Number(print['row']) === row).map((print) => String(print['state'])),
    }));
  });
}

it(`A1 A2 I2 three printers print each shared row once over kills at random moments, seed ${seed}`, { timeout: 240_000 }, async () => {
  const random = new Random(seed);
  const copies = Array.from({ length: ROWS }, () => random.pick([0, 1, 1, 1, 2]));
  await furnishFolder(folder, LINES);
  let url = await start();
  const objs = [{ type: 'Text', x: 0.2, y: 0.2, text: '{TABLE;Id}', font: { family: 'Arimo', height: 2 } }];
  await callApi('PUT', `${url}/api/v3/labels/Row`, { format: 3, width: 24, height: 4, objs });
  await callApi('PUT', `${url}/api/v3/tables/Rows`, {
    columns: ['Id', 'Copies'],
    rows: copies.map((count, row) => [`row ${row}`, String(count)]),
  });
  for (const { printer } of LINES) {
    const job = { labelName: 'Row', tableName: 'Rows', copiesColumn: 'Copies', rowAllocation: 'shared' };
    await callApi('POST', `${printerUrl(url, printer)}/printJob`, job);
  }
  const taken = async () => (await readApi<RowSharing>(`${url}/api/v3/tables/Rows/rowSharing`)).takenCopies;
  const total = copies.reduce((sum, count) => sum + count, 0);

  for (let kill = 1; kill <= KILLS; kill += 1) {
    const enough = Math.floor((total * kill) / (KILLS + 2));
    await setConveyors(url, true);
    await until(taken, (copiesTaken) => copiesTaken >= enough);
    await wait(random.whole(0, 40));
    await controller?.kill();
    url = await start();
  }
  await setConveyors(url, true);
  const statuses = () => Promise.all(LINES.map(({ printer }) => readApi<PrinterStatus>(`${printerUrl(url, printer)}/status`)));
  await until(statuses, (all) => all.every(({ job }) => job === null));
  await until(
    async () => printedRows(),
    (rows) => rows.every(({ states }) => states.every((state) => state === 'printed')),
  );

  expect(printedRows()).toEqual(copies.map((count, row) => ({ row, states: Array.from({ length: count }, () => 'printed') })));
  expect(new LedgerFile(folder).findLedgerFaults()).toEqual([]);
});
