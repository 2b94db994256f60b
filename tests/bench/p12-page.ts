import { loadFonts, type FontName } from '#rendering/text/fonts.ts';
import { digestPrints, type PrintOrder } from '#support/print-digest.ts';

/** The entry of the page of P12. Its fonts lie beside it: their names in `fonts.json`, the files by their number. */
const names = (await (await fetch('fonts.json')).json()) as FontName[];
const files = names.map(async (name, index) => ({ ...name, bytes: new Uint8Array(await (await fetch(`fonts/${index}`)).arrayBuffer()) }));
const fonts = await loadFonts(await Promise.all(files));

/** Draws in the page. */
export function digestInPage(order: PrintOrder): string[] {
  return digestPrints(order, fonts);
}
