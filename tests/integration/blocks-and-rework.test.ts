import { mkdtempSync, rmSync } from 'node:fs';
import { tmpdir } from 'node:os';
import { join } from 'node:path';
import { setTimeout as wait } from 'node:timers/promises';
import { afterEach, beforeEach, expect, it } from 'vitest';
import type { MissedTriggersPage } from '#contract/api-v3/missed-trigger.ts';
import type { PrinterStatus } from '#contract/api-v3/printer.ts';
import { callApi, readApi } from '#support/call-api.ts';
import { startController, type ControllerProcess } from '#support/controller-process.ts';
import { Random } from '#support/random.ts';
import { until } from '#support/until.ts';
import { LedgerFile } from '../faults/ledger-file.ts';
import { furnishFolder, printerUrl, type LineSetup } from '../faults/lines.ts';

const LINES: readonly LineSetup[] = ['Line 1', 'Line 2'].map((printer) => ({
  ...{ printer, counter: 'none', lineSpeed: 2_400, bufferDepth: 4, isColor: false },
}));
const KILLS = 4;
const REWORKED = 60;
const seed = Date.now() % 1_000_000;

let folder: string;
let controller: ControllerProcess | undefined;
let url: string;
let random: Random;

beforeEach(async () => {
  folder = mkdtempSync(join(tmpdir(), 'strobe-blocks-'));
  random = new Random(seed);
  await furnishFolder(folder, LINES);
  await restart();
  const objs = [{ type: 'Text', x: 0.2, y: 0.2, text: '{VARIABLE;Lot} {COUNTER;Serial}', font: { family: 'Arimo', height: 2 } }];
  await callApi('PUT', `${url}/api/v3/variables/Lot`, { value: 'L0' });
  await callApi('PUT', `${url}/api/v3/counters/Serial`, { value: 1, width: 8 });
  await callApi('PUT', `${url}/api/v3/labels/Batch`, { format: 3, width: 24, height: 4, objs });
});
afterEach(async () => {
  await controller?.kill();
  rmSync(folder, { recursive: true, force: true });
});

async function restart(): Promise<void> {
  await controller?.kill();
  controller = await startController({ dataFolder: folder, flags: ['--empty'] });
  url = controller.url;
}

const setConveyor = (printer: string, running: boolean) =>
  callApi('PUT', `${printerUrl(url, printer)}/conveyor`, { running, productsPerMinute: 1_500 });

function ledger(sql: string): Record<string, unknown>[] {
  return new LedgerFile(folder).read((database) => database.prepare(sql).all());
}

const printsOfLine1 = (): number => Number(ledger("SELECT count(*) AS n FROM prints WHERE printer = 'Line 1'")[0]?.['n']);

it(`A1 A2 I2 what is blocked is not printed after kills at random moments, seed ${seed}`, { timeout: 240_000 }, async () => {
  for (let kill = 1; kill <= KILLS; kill += 1) {
    await callApi('PUT', `${url}/api/v3/variables/Lot`, { value: `L${kill}` });
    await callApi('POST', `${printerUrl(url, 'Line 1')}/printJob`, { labelName: 'Batch' });
    const before = printsOfLine1();
    await setConveyor('Line 1', true);
    await until(
      async () => printsOfLine1(),
      (prints) => prints > before + 3,
    );
    await callApi('POST', `${url}/api/v3/printBlocks`, { variable: 'Lot', value: `L${kill}`, reason: 'wrong lot' });
    const blocked = printsOfLine1();
    await wait(random.whole(0, 40));
    await restart();
    await setConveyor('Line 1', true);
    const missed = () => readApi<MissedTriggersPage>(`${printerUrl(url, 'Line 1')}/missedTriggers?limit=1`);
    const lastBefore = (await missed()).missedTriggers[0]?.id ?? 0;
    await until(missed, ({ missedTriggers }) => (missedTriggers[0]?.id ?? 0) > lastBefore);
    await setConveyor('Line 1', false);
    expect(printsOfLine1()).toBe(blocked);
  }
  expect(new LedgerFile(folder).findLedgerFaults()).toEqual([]);
});

it(`A1 A2 I2 each print is reworked once over kills at random moments, seed ${seed}`, { timeout: 240_000 }, async () => {
  await callApi('POST', `${printerUrl(url, 'Line 1')}/printJob`, { labelName: 'Batch', copies: REWORKED });
  await setConveyor('Line 1', true);
  const printed = () => ledger("SELECT id FROM prints WHERE printer = 'Line 1' AND state = 'printed' ORDER BY id");
  await until(
    async () => printed(),
    (prints) => prints.length === REWORKED,
  );
  await setConveyor('Line 1', false);
  const prints = printed().map(({ id }) => Number(id));
  await callApi('POST', `${printerUrl(url, 'Line 2')}/rework`, { prints, reason: 'creased' });
  const made = () => ledger("SELECT supersedes FROM prints WHERE printer = 'Line 2' AND state <> 'void'");
  for (let kill = 1; kill <= KILLS; kill += 1) {
    const enough = Math.floor((REWORKED * kill) / (KILLS + 2));
    await setConveyor('Line 2', true);
    await until(
      async () => made(),
      (reworked) => reworked.length >= enough,
    );
    await wait(random.whole(0, 40));
    await restart();
  }
  await setConveyor('Line 2', true);
  await until(
    () => readApi<PrinterStatus>(`${printerUrl(url, 'Line 2')}/status`),
    ({ job }) => job === null,
  );
  const open = () => ledger("SELECT id FROM prints WHERE state NOT IN ('printed', 'void')");
  await until(
    async () => open(),
    (prints) => prints.length === 0,
  );
  expect(
    made()
      .map(({ supersedes }) => Number(supersedes))
      .sort((one, other) => one - other),
  ).toEqual(prints);
  expect(new LedgerFile(folder).findLedgerFaults()).toEqual([]);
});
