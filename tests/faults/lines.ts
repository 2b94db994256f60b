import { join } from 'node:path';
import { openControllerDatabase } from '#storage/controller-database.ts';
import type { ControllerDatabase } from '#storage/controller-schema.ts';
import { callApi } from '#support/call-api.ts';

/** A virtual printer of a run, with the counter that its labels print. */
export interface LineSetup {
  printer: string;
  counter: string;
  /** How fast a label passes the head, in mm/s. */
  lineSpeed: number;
  /** Prints that the device holds. */
  bufferDepth: number;
  isColor: boolean;
}

/** In mm; divided by the line's speed it is the time of a mark. */
export const LABEL_WIDTH = 24;

/** Puts the printers into a new database: they are warm at once, never run dry, and take every trigger. */
export async function installPrinters(db: ControllerDatabase, lines: readonly LineSetup[]): Promise<void> {
  const printers = lines.map((line, index) => ({ name: line.printer, position: index + 1, engine: 'virtual', config: configOf(line) }));
  await db.insertInto('printers').values(printers).execute();
  const bounceTimes = lines.map(({ printer }) => ({ key: `bounceTime/${printer}`, value: '0' }));
  await db.insertInto('settings').values(bounceTimes).execute();
}

/** The same for a data folder in which nothing was yet. */
export async function furnishFolder(folder: string, lines: readonly LineSetup[]): Promise<void> {
  const db = openControllerDatabase(join(folder, 'controller.db'));
  await installPrinters(db, lines).finally(() => db.destroy());
}

/** Puts a serial label on every line of a running controller; lines with the same counter share its serials. */
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
  const properties = { type: 'Strobe', color: isColor ? 'CMYK' : 'black', dpi: 300, height: 35, slices: [{ phs: ['PH1'], inkSupplies }] };
  return JSON.stringify({ properties, lineSpeed, bufferDepth, warmUp: 0, dotsPerSupply: 1e15 });
}

/** The counter's name stands before the serial: two pictures are the same only if the same serial was printed twice. */
export function serialLabel(counter: string): object {
  const text = `${counter} {COUNTER;${counter}}`;
  return { format: 3, width: LABEL_WIDTH, height: 4, objs: [{ type: 'Text', x: 0.2, y: 0.2, text, font: { family: 'Arimo', height: 2 } }] };
}
