import { readFile } from 'node:fs/promises';
import { join } from 'node:path';
import { deflateSync } from 'node:zlib';
import { labelSchema } from '#contract/api-v3/label.ts';
import type { Label } from '#contract/api-v3/label.ts';
import { loadBundledFonts } from '#bundled-fonts/bundled-fonts.ts';
import type { PrintValues } from '#rendering/dynamic-text/print-values.ts';
import { encodePlanes } from '#rendering/label/planes-png.ts';
import { compilePlanes, printPlanes } from '#rendering/label/print-planes.ts';
import type { Planes } from '#rendering/label/planes.ts';

/** Folder of the picture sheet: its labels and their golden pictures. */
export const PICTURES_FOLDER = join(import.meta.dirname, '../../tests/fixtures/pictures');

const DPI = 203;

/** The values of all pictures: noon of 21 November 2026 in Berlin. */
const VALUES: PrintValues = {
  moment: { epochMs: Date.UTC(2026, 10, 21, 11), timeZone: 'Europe/Berlin' },
  variables: new Map([['Lot', 'A7731']]),
  counters: new Map([['Serial', { value: 42, width: 6, padding: '0' }]]),
  shiftCodes: new Map([['Shift', [{ offset: 360, code: 'E' }]]]),
  row: new Map([['Name', 'Sardines à la sauce tomate']]),
};

/** A label of the picture sheet. */
export interface SheetLabel {
  name: string;
  label: Label;
  /** Whether it is rendered for a colour printer. */
  isColor: boolean;
}

/** All labels of the picture sheet: `labels.json` for a printer with one ink, `color-labels.json` for a colour printer. */
export async function readSheetLabels(): Promise<SheetLabel[]> {
  const [mono, color] = await Promise.all([readLabels('labels.json', false), readLabels('color-labels.json', true)]);
  return [...mono, ...color];
}

/** Prepares a function that renders labels of the picture sheet as they print. */
export async function preparePictures(): Promise<(label: SheetLabel) => Planes> {
  const fonts = await loadBundledFonts();
  return ({ label, isColor }) => printPlanes(compilePlanes(label, { hdpi: DPI, vdpi: DPI, isColor }, fonts), VALUES);
}

/** Encodes a picture for its file. */
export function pictureFile(planes: Planes): Uint8Array {
  return encodePlanes(planes, { hdpi: DPI, vdpi: DPI, deflate: (bytes) => deflateSync(bytes, { level: 9 }) });
}

async function readLabels(file: string, isColor: boolean): Promise<SheetLabel[]> {
  const byName = JSON.parse(await readFile(join(PICTURES_FOLDER, file), 'utf8')) as Record<string, unknown>;
  return Object.entries(byName).map(([name, document]) => ({ name, label: labelSchema.parse(document), isColor }));
}
