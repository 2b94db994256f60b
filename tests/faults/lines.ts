import { join } from 'node:path';
import { openControllerDatabase } from '#storage/database/controller-database.ts';
import type { ControllerDatabase } from '#storage/database/controller-schema.ts';
import { callApi } from '#support/call-api.ts';

/** A virtual printer of a run, with the counter that its labels print. */
export interface LineSetup {
  printer: string;
  counter: string;
  /** Speed of the line in mm/s. */
  lineSpeed: number;
  /** Number of prints that the device buffers. */
  bufferDepth: number;
  isColor: boolean;
}

/** In mm; divided by the line speed it is the duration of a mark. */
export const LABEL_WIDTH = 24;

/** Adds the printers to a new database: they are warm at once, never run out of ink, and accept every trigger. */
export async function installPrinters(db: ControllerDatabase, lines: readonly LineSetup[]): Promise<void> {
  const printers = lines.map((line, index) => ({ name: line.printer, position: index + 1, config: configOf(line) }));
  await db.insertInto('printers').values(printers).execute();
  const bounceTimes = lines.map(({ printer }) => ({ key: `bounceTime/${printer}`, value: '0' }));
  await db.insertInto('settings').values(bounceTimes).execute();
}

/** As `installPrinters`, for an empty data folder. */
export async function furnishFolder(folder: string, lines: readonly LineSetup[]): Promise<void> {
  const db = openControllerDatabase(join(folder, 'controller.db'));
  try {
    await installPrinters(db, lines);
  } finally {
    await db.destroy();
  }
}

/** Selects a serial label on every line of a running controller; lines with the same counter share its serial numbers. */
export async function selectSerials(url: string, lines: readonly LineSetup[]): Promise<void> {
  const api = `${url}/api/v3`;
  for (const counter of new Set(lines.map((line) => line.counter))) {
    await callApi('PUT', `${api}/counters/${counter}`, { value: 1, width: 8 });
    await callApi('PUT', `${api}/labels/${counter}`, serialLabel(counter));
  }
  for (const { printer, counter } of lines) await callApi('POST', `${printerUrl(url, printer)}/printJob`, { labelName: counter });
}

export function printerUrl(url: string, printer: string): string {
  return `${url}/api/v3/printers/${encodeURIComponent(printer)}`;
}

function configOf({ lineSpeed, bufferDepth, isColor }: LineSetup): string {
  const inkSupplies = isColor ? ['Cyan', 'Magenta', 'Yellow', 'Black'] : ['IS1'];
  const engine = { kind: 'virtual', bufferDepth, warmUp: 0, dotsPerSupply: 1e15 };
  const geometry = { dpi: 300, physicalWidth: 110, height: 35, slices: [{ phs: ['PH1'], inkSupplies }] };
  return JSON.stringify({ engine, type: 'Strobe', color: isColor ? 'CMYK' : 'black', ...geometry, lineSpeed });
}

/** The label shows the counter's name and value, so equal pictures mean a duplicate serial number. */
export function serialLabel(counter: string): object {
  const text = `${counter} {COUNTER;${counter}}`;
  return { format: 3, width: LABEL_WIDTH, height: 4, objs: [{ type: 'Text', x: 0.2, y: 0.2, text, font: { family: 'Arimo', height: 2 } }] };
}
