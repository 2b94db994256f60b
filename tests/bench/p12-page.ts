import { loadFonts, type FontName } from '#rendering/text/font-library.ts';
import { digestPrints, type PrintOrder } from '#support/print-digest.ts';

/** Entry of the page of P12. Its fonts are next to it: their names in `fonts.json`, the files by index. */
const names = (await (await fetch('fonts.json')).json()) as FontName[];
const files = names.map(async (name, index) => ({ ...name, bytes: new Uint8Array(await (await fetch(`fonts/${index}`)).arrayBuffer()) }));
const fonts = await loadFonts(await Promise.all(files));

/** Renders in the page. */
export function digestInPage(order: PrintOrder): string[] {
  return digestPrints(order, fonts);
}
