import { parentPort } from 'node:worker_threads';
import { readBundledFonts } from '#bundled-fonts/bundled-fonts.ts';
import { compileLabel } from '#rendering/label/compile-label.ts';
import { printLabel } from '#rendering/label/print-label.ts';
import { loadFonts } from '#rendering/text/font-library.ts';
import { CASE_LABEL, valuesOfPrint } from './labels.ts';

/** Entry of a worker thread of P9: receives serial numbers from `first` to `end` (exclusive), renders a label for each, and replies. */
const port = parentPort;
if (!port) throw new Error('This is the entry of a worker thread.');
const label = compileLabel(CASE_LABEL, { hdpi: 300, vdpi: 300 }, await loadFonts(await readBundledFonts()));
port.on('message', ({ first, end }: { first: number; end: number }) => {
  let dots = 0;
  for (let serial = first; serial < end; serial += 1) dots += printLabel(label, valuesOfPrint(serial)).words.length;
  port.postMessage(dots);
});
