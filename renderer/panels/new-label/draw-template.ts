import axios from 'axios';
import { compileLabel } from '#rendering/label/compile-label.ts';
import type { Moment, PrintValues } from '#rendering/dynamic-text/print-values.ts';
import { printLabel } from '#rendering/label/print-label.ts';
import type { Bitmap } from '#rendering/raster/bitmap.ts';
import { withFallbackFonts } from '#rendering/text/fallback-fonts.ts';
import { loadFonts, withFonts, type FontFile, type FontLibrary } from '#rendering/text/font-library.ts';
import { nextTask } from '../../domain/browser/next-task.ts';
import { PAGE_FONTS } from '../../domain/browser/page-fonts.ts';
import type { LabelTemplate } from './templates.ts';

/** Sufficient for the size of a card. */
const PICTURE = { hdpi: 203, vdpi: 203 };
const LIMIT = 30_000;
/** Templates use the fonts that come with the page, so that no controller is needed. */
let library: Promise<FontLibrary> | undefined;

/**
 * A template as it would print at this moment, rendered in a task of its own; in a script that the page has no font for, with the fallback
 * fonts of the controller. Throws `cannot-render` if none of them has a character.
 */
export async function drawTemplate(template: LabelTemplate, moment: Moment, readFallback: () => Promise<FontFile[]>): Promise<Bitmap> {
  library ??= readLibrary();
  const fallback = template.script === undefined ? [] : await readFallback();
  const fonts = withFallbackFonts(await withFonts(await library, fallback), fallback);
  await nextTask();
  return printLabel(compileLabel(template.label, PICTURE, fonts), exampleValues(template, moment));
}

/** Loaded once; a failed load is repeated at the next call. */
function readLibrary(): Promise<FontLibrary> {
  const reading = Promise.all(PAGE_FONTS.map(readCut)).then(loadFonts);
  reading.catch(() => (library = undefined));
  return reading;
}

async function readCut({ family, style, url }: (typeof PAGE_FONTS)[number]) {
  const { data } = await axios.get<ArrayBuffer>(url, { responseType: 'arraybuffer', timeout: LIMIT });
  return { family, style, bytes: new Uint8Array(data) };
}

/** The initial values of the resources that are created with the label. */
export function exampleValues({ variables, counters, shiftCodes, table }: LabelTemplate, moment: Moment): PrintValues {
  const [row] = table?.content.rows ?? [];
  return {
    moment,
    variables: new Map(Object.entries(variables).map(([name, { value }]) => [name, value])),
    counters: new Map(Object.entries(counters)),
    shiftCodes: new Map(Object.entries(shiftCodes).map(([name, { shifts }]) => [name, shifts])),
    row: row && new Map(table?.content.columns.map((column, index) => [column, row[index] ?? ''])),
  };
}
