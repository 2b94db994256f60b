import { cpSync, readFileSync } from 'node:fs';
import { join } from 'node:path';
import { setTimeout as wait } from 'node:timers/promises';
import { callApi } from '#support/call-api.ts';
import { startController, type ControllerProcess } from '#support/controller-process.ts';
import { EngineLog } from '../engine-log.ts';
import { furnishFolder, printerUrl, selectSerials, type LineSetup } from '../lines.ts';
import type { Ending } from './plan.ts';

export const PRINTER = 'Line 1';
export const COUNTER = 'Serial';
const LINES: readonly LineSetup[] = [{ printer: PRINTER, counter: COUNTER, lineSpeed: 24_000, bufferDepth: 8, isColor: false }];
const ROWS = 400;
const PRINTS = 8;
/** Time limit for marks in milliseconds. */
const MARK_PATIENCE = 30_000;

/** A data folder as left by a controller, and what is needed to damage copies of it. */
export interface Origin {
  folder: string;
  ending: Ending;
  /** The WAL of the previous run, which was killed. */
  oldLog: Buffer;
}

/** Runs a station several times, with prints in each run and two backups in between, and returns its folder. */
export async function makeOrigin(folder: string, ending: Ending): Promise<Origin> {
  await furnishFolder(folder, LINES);
  const first = await startController({ dataFolder: folder, flags: ['--empty'] });
  await selectSerials(first.url, LINES);
  const rows = Array.from({ length: ROWS }, (_, row) => `A-${row},"product number ${row}, in a box"`);
  await callApi('PUT', `${first.url}/api/v3/tables/Products`, `Article,Name\n${rows.join('\n')}\n`);
  await printSome(folder, first, PRINTS);
  await callApi('POST', `${first.url}/api/v3/backups`);
  await printSome(folder, first, PRINTS);
  await first.kill();
  const oldLog = readFileSync(join(folder, 'controller.db-wal'));
  const second = await startController({ dataFolder: folder, flags: ['--empty'] });
  await printSome(folder, second, PRINTS);
  await callApi('POST', `${second.url}/api/v3/backups`);
  await printSome(folder, second, PRINTS);
  await (ending === 'killed' ? second.kill() : second.stop());
  return { folder, ending, oldLog };
}

/** Makes that many prints; the next product comes after the mark of the previous one. */
export async function printSome(folder: string, { url }: Pick<ControllerProcess, 'url'>, prints: number): Promise<void> {
  const log = new EngineLog(folder, { printer: PRINTER, position: 1 });
  log.readOn();
  for (let print = 0; print < prints; print += 1) {
    await callApi('POST', `${printerUrl(url, PRINTER)}/trigger`);
    for (const end = Date.now() + MARK_PATIENCE; log.readOn().length === 0; await wait(5)) {
      if (Date.now() > end) throw new Error(`no mark appeared within ${MARK_PATIENCE} ms`);
    }
  }
  await settled(url, prints);
}

/** Resolves when the ledger has settled the last prints. Prints that were lost and recovered may need a person. */
async function settled(url: string, last: number): Promise<void> {
  for (const end = Date.now() + MARK_PATIENCE; ; await wait(5)) {
    const answer = await callApi('GET', `${url}/api/v3/prints?limit=${last}`);
    const { prints } = (await answer.json()) as { prints: { state: string }[] };
    if (prints.every(({ state }) => state === 'printed' || state === 'void')) return;
    if (Date.now() > end) throw new Error(`marks were not confirmed within ${MARK_PATIENCE} ms`);
  }
}

/** Copies the folder without the marker that identifies a copy, so that it counts as the damaged original. */
export function copyOrigin({ folder }: Origin, to: string): void {
  cpSync(folder, to, { recursive: true, filter: (file) => !file.endsWith('lock.db') && !file.endsWith('-origin') });
}
