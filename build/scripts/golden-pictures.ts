import { readFile } from 'node:fs/promises';
import { join } from 'node:path';
import { deflateSync } from 'node:zlib';
import { labelSchema } from '#contract/api-v3/label.ts';
import type { Label } from '#contract/api-v3/label.ts';
import { loadBundledFonts } from '#controller/fonts/bundled-fonts.ts';
import type { PrintValues } from '#rendering/dynamic-text/print-values.ts';
import { encodePlanes } from '#rendering/planes-png.ts';
import { compilePlanes, printPlanes } from '#rendering/print-planes.ts';
import type { Planes } from '#rendering/print-planes.ts';

/** Where the labels of the picture sheet and their golden pictures are. */
export const PICTURES_FOLDER = join(import.meta.dirname, '../../tests/fixtures/pictures');

const DPI = 203;

/** What all pictures are printed with: noon of 21 November 2026 in Berlin. */
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
  /** Whether it is drawn for a printer that mixes colours. */
  isColor: boolean;
}

/** Every label of the picture sheet: `labels.json` for a printer of one ink, `color-labels.json` for one that mixes colours. */
export async function readSheetLabels(): Promise<SheetLabel[]> {
  const [mono, color] = await Promise.all([readLabels('labels.json', false), readLabels('color-labels.json', true)]);
  return [...mono, ...color];
}

/** Draws labels of the picture sheet as they print. */
export async function preparePictures(): Promise<(label: SheetLabel) => Planes> {
  const fonts = await loadBundledFonts();
  return ({ label, isColor }) => printPlanes(compilePlanes(label, { hdpi: DPI, vdpi: DPI, isColor }, fonts), VALUES);
}

/** The picture as it is kept. */
export function pictureFile(planes: Planes): Uint8Array {
  return encodePlanes(planes, { hdpi: DPI, vdpi: DPI, deflate: (bytes) => deflateSync(bytes, { level: 9 }) });
}

async function readLabels(file: string, isColor: boolean): Promise<SheetLabel[]> {
  const byName = JSON.parse(await readFile(join(PICTURES_FOLDER, file), 'utf8')) as Record<string, unknown>;
  return Object.entries(byName).map(([name, document]) => ({ name, label: labelSchema.parse(document), isColor }));
}
