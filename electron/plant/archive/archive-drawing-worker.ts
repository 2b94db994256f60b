import { parentPort } from 'node:worker_threads';
import { deflateSync } from 'node:zlib';
import { ProblemError } from '#contract/problem.ts';
import { loadBundledFonts } from '#bundled-fonts/bundled-fonts.ts';
import type { DrawingAnswer } from '#drawing/drawing-messages.ts';
import { pictureHash } from '#drawing/picture-hash.ts';
import { encodePlanes } from '#rendering/label/planes-png.ts';
import { compilePlanes, printPlanes } from '#rendering/label/print-planes.ts';
import { withFallbackFonts } from '#rendering/text/fallback-fonts.ts';
import type { ArchivedDrawing } from './archived-drawing.ts';
import { readArchivedLabel, readArchivedValues } from './archived-values.ts';

/** Entry of the thread that draws archived prints again, one at a time. */
const fonts = await loadBundledFonts();

function draw({ document, values: text, hdpi, vdpi, isColor }: ArchivedDrawing): DrawingAnswer {
  const label = readArchivedLabel(document);
  const values = readArchivedValues(text);
  if (!label || !values) return { kind: 'refused', detail: 'This version cannot read the label or the values of the print.', errors: [] };
  try {
    const compiled = compilePlanes(label, { hdpi, vdpi, isColor }, withFallbackFonts(fonts, values.fallbackFonts));
    const planes = printPlanes(compiled, values);
    const resolution = { hdpi: compiled.hdpi, vdpi: compiled.vdpi };
    const png = encodePlanes(planes, { ...resolution, deflate: (bytes) => deflateSync(bytes) });
    return { kind: 'drawn', png, hash: pictureHash(planes) };
  } catch (error) {
    if (!(error instanceof ProblemError)) throw error;
    return { kind: 'refused', detail: error.message, errors: error.context.errors ?? [] };
  }
}

const port = parentPort;
if (!port) throw new Error('This is the entry of a worker thread.');
port.on('message', (request: ArchivedDrawing) => port.postMessage(draw(request)));
