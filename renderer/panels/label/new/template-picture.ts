import axios from 'axios';
import { compileLabel } from '#rendering/compile-label.ts';
import type { Moment, PrintValues } from '#rendering/dynamic-text/print-values.ts';
import { printLabel } from '#rendering/print-label.ts';
import type { Bitmap } from '#rendering/raster/bitmap.ts';
import { loadFonts, type FontLibrary } from '#rendering/text/fonts.ts';
import { nextTask } from '../../../composables/next-task.ts';
import { OWN_FONTS } from '../../../composables/own-fonts.ts';
import type { LabelTemplate } from './templates.ts';

/** Fine enough to be told apart on a card. */
const PICTURE = { hdpi: 203, vdpi: 203 };
const LIMIT = 30_000;
/** Templates are set in what comes with the page itself: no controller is asked, and every one prints Arial. */
let library: Promise<FontLibrary> | undefined;

/** A template as it would print at this moment, in a task of its own. */
export async function drawTemplate(template: LabelTemplate, moment: Moment): Promise<Bitmap> {
  library ??= readLibrary();
  const fonts = await library;
  await nextTask();
  return printLabel(compileLabel(template.label, PICTURE, fonts), exampleValues(template, moment));
}

/** Read once; what failed is read anew by whoever asks next. */
function readLibrary(): Promise<FontLibrary> {
  const reading = Promise.all(OWN_FONTS.map(readCut)).then(loadFonts);
  reading.catch(() => (library = undefined));
  return reading;
}

async function readCut({ family, style, url }: (typeof OWN_FONTS)[number]) {
  const { data } = await axios.get<ArrayBuffer>(url, { responseType: 'arraybuffer', timeout: LIMIT });
  return { family, style, bytes: new Uint8Array(data) };
}

/** The values that are made with the label. */
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
