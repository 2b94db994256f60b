import { parentPort } from 'node:worker_threads';
import { deflateSync } from 'node:zlib';
import { ProblemError } from '#contract/problem.ts';
import type { PrintValues } from '#rendering/dynamic-text/print-values.ts';
import { encodePlanes } from '#rendering/label/planes-png.ts';
import { compilePlanes, printPlanes } from '#rendering/label/print-planes.ts';
import { withSubstitute } from '#rendering/text/font-library.ts';
import { loadBundledFonts } from '#bundled-fonts/bundled-fonts.ts';
import { drawableLabel } from './drawable-label.ts';
import type { DrawingRequest } from './drawing-request.ts';
import type { DrawingAnswer } from '#drawing/drawing-messages.ts';
import { pictureHash } from '#drawing/picture-hash.ts';

/** Entry of the thread that draws labels of controllers that provide no pictures. Draws one label at a time. */
const fonts = withSubstitute(await loadBundledFonts(), 'Arimo');

/** A resolved label needs no values. */
const NO_VALUES: PrintValues = {
  moment: { epochMs: 0, timeZone: 'UTC' },
  variables: new Map(),
  counters: new Map(),
  row: undefined,
};

function draw({ label, hdpi, vdpi }: DrawingRequest): DrawingAnswer {
  try {
    const compiled = compilePlanes(drawableLabel(label), { hdpi, vdpi }, fonts);
    const planes = printPlanes(compiled, NO_VALUES);
    const [{ width, height }] = planes;
    if (width === 0 || height === 0) return { kind: 'refused', detail: 'The label is empty.', errors: [] };
    const resolution = { hdpi: compiled.hdpi, vdpi: compiled.vdpi };
    return {
      kind: 'drawn',
      png: encodePlanes(planes, { ...resolution, deflate: (bytes) => deflateSync(bytes) }),
      hash: pictureHash(planes),
    };
  } catch (error) {
    if (!(error instanceof ProblemError)) throw error;
    return { kind: 'refused', detail: error.message, errors: error.context.errors ?? [] };
  }
}

const port = parentPort;
if (!port) throw new Error('This is the entry of a worker thread.');
port.on('message', (request: DrawingRequest) => port.postMessage(draw(request)));
