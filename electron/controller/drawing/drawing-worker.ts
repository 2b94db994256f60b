import { parentPort, workerData, type MessagePort } from 'node:worker_threads';
import { deflateSync } from 'node:zlib';
import type { Label } from '#contract/api-v3/label.ts';
import { ProblemError } from '#contract/problem.ts';
import type { PrintValues } from '#rendering/dynamic-text/print-values.ts';
import { encodePlanes } from '#rendering/label/planes-png.ts';
import { checkPlanes, compilePlanes, printPlanes, type CompiledPlanes } from '#rendering/label/print-planes.ts';
import { examinePrints, type Examiner, type PrintsToExamine } from '#rendering/label/review/examine-prints.ts';
import { reviewLabel } from '#rendering/label/review/review-label.ts';
import { withFallbackFonts } from '#rendering/text/fallback-fonts.ts';
import { HarfBuzz } from '#rendering/text/harfbuzz.ts';
import { pictureHash } from '#drawing/picture-hash.ts';
import { CompiledLabels } from './compiled-labels.ts';
import { Examiners } from './examiners.ts';
import { drawSample } from './font-sample.ts';
import { FontSets } from './font-sets.ts';
import type {
  CheckedPrint,
  CheckedRows,
  DrawingAnswer,
  DrawingRequest,
  DrawingWorkerData,
  FromWorker,
  ToDraw,
  ToWorker,
} from './worker-messages.ts';
import { warmUp } from './warm-up.ts';

/** Entry of a drawing thread: handles requests one after the other, and caches labels and fonts. */
const compiled = new CompiledLabels();
const examiners = new Examiners();
/** Drawings between two measurements of the memory: a measurement takes as long as a small label. */
const DRAWINGS_PER_MEASUREMENT = 64;

const harfbuzz = await HarfBuzz.start((workerData as DrawingWorkerData).heapBytes);
const fontSets = new FontSets(harfbuzz);

function answer(message: ToWorker): DrawingAnswer {
  if ('request' in message) return drawingOf(message);
  // Compiled labels refer to typefaces that may be freed now.
  compiled.clear();
  examiners.clear();
  warmUp(fontSets.load(message.fonts, message.fontFiles));
  return { kind: 'supplied' };
}

function drawingOf({ request, document }: ToDraw): DrawingAnswer {
  const cached = cachedAnswer(request);
  if (cached) return cached;
  const fonts = fontSets.find(request.fonts);
  if (document === undefined || !fonts) {
    return { kind: 'lacking', document: document === undefined, fonts: !fonts, held: fonts ? [] : fontSets.loadedKeys() };
  }
  const library = withFallbackFonts(fonts, request.values.fallbackFonts);
  const { sample } = request;
  if (sample) return { kind: 'sampled', sample: drawSample(library, sample.font, sample.text) };
  if (request.drawAsPng) return drawnAsPng(compilePlanes(JSON.parse(document) as Label, request.target, library), request);
  if (request.examine) return examined(examiners.compile(request, document, library), request, request.examine);
  if (!request.review) return drawn(compiled.compile(request, document, library), request);
  const { values, target, review } = request;
  return { kind: 'reviewed', review: reviewLabel(JSON.parse(document) as Label, values, { target, fonts: library, ...review }) };
}

/** The answer from cached labels, without the document. */
function cachedAnswer(request: DrawingRequest): DrawingAnswer | undefined {
  if (request.examine) {
    const examiner = examiners.find(request);
    return examiner && examined(examiner, request, request.examine);
  }
  const label = request.review || request.drawAsPng || request.sample ? undefined : compiled.find(request);
  return label && drawn(label, request);
}

function examined(examiner: Examiner, { values }: DrawingRequest, prints: PrintsToExamine): DrawingAnswer {
  return { kind: 'examined', examined: examinePrints(examiner, values, prints) };
}

function drawn(label: CompiledPlanes, { values, rows, each }: DrawingRequest): DrawingAnswer {
  if (each) return { kind: 'checkedEach', prints: checkEach(label, values, each) };
  if (rows) return { kind: 'checked', checked: checkRows(label, values, rows) };
  const planes = printPlanes(label, values);
  return { kind: 'drawn', planes, hash: pictureHash(planes), hdpi: label.hdpi, vdpi: label.vdpi };
}

function drawnAsPng(label: CompiledPlanes, { values }: DrawingRequest): DrawingAnswer {
  const { hdpi, vdpi } = label;
  const planes = printPlanes(label, values);
  const [{ width, height }] = planes;
  const png = width > 0 && height > 0 ? encodePlanes(planes, { hdpi, vdpi, deflate: (bytes) => deflateSync(bytes) }) : null;
  return { kind: 'drawnAsPng', png, hash: pictureHash(planes), hdpi, vdpi };
}

function checkRows(label: CompiledPlanes, values: PrintValues, rows: readonly PrintValues['row'][]): CheckedRows {
  const check = printCheck(label, values);
  let highest = { row: 0, height: 0 };
  for (const [row, cells] of rows.entries()) {
    const checked = check(cells);
    if ('refusal' in checked) return { row, ...checked };
    if (checked.height > highest.height) highest = { row, height: checked.height };
  }
  return { ...highest, vdpi: label.vdpi };
}

function checkEach(label: CompiledPlanes, values: PrintValues, rows: readonly PrintValues['row'][]): CheckedPrint[] {
  const check = printCheck(label, values);
  return rows.map((cells) => check(cells));
}

function printCheck(label: CompiledPlanes, values: PrintValues): (row: PrintValues['row']) => CheckedPrint {
  const { vdpi } = label;
  const check = checkPlanes(label, values);
  return (row) => {
    try {
      return { height: check(row).height, vdpi };
    } catch (error) {
      if (!(error instanceof ProblemError)) throw error;
      return { refusal: { slug: error.slug, context: error.context } };
    }
  };
}

function refusal(error: unknown): DrawingAnswer {
  if (error instanceof ProblemError) return { kind: 'refused', slug: error.slug, context: error.context };
  return { kind: 'failed', error };
}

/** Buffers to transfer without a copy: those that hold exactly one bitmap. */
function memoryOf(message: DrawingAnswer): ArrayBuffer[] {
  if (message.kind !== 'drawn') return [];
  return message.planes.flatMap(({ words }) =>
    words.buffer instanceof ArrayBuffer && words.byteLength === words.buffer.byteLength ? [words.buffer] : [],
  );
}

const port = parentPort;
if (!port) throw new Error('This is the entry of a worker thread.');
port.on('message', (requests: readonly ToWorker[]) => answerAll(port, requests));
port.postMessage({ kind: 'ready' } satisfies FromWorker);

let sinceMeasured = 0;

/**
 * Answers requests in order, each at once, so that a failure does not affect earlier answers. If the shaping engine failed, the thread
 * ends: its memory may be incomplete.
 */
function answerAll(to: MessagePort, requests: readonly ToWorker[]): void {
  for (const message of requests) {
    const reply = attempt(message);
    if (harfbuzz.failure) throw harfbuzz.failure;
    to.postMessage({ kind: 'answer', id: message.id, answer: reply } satisfies FromWorker, memoryOf(reply));
    sinceMeasured += 1;
    if (!('request' in message) || sinceMeasured >= DRAWINGS_PER_MEASUREMENT) measure(to);
  }
}

function attempt(message: ToWorker): DrawingAnswer {
  try {
    return answer(message);
  } catch (error) {
    return refusal(error);
  }
}

function measure(to: MessagePort): void {
  sinceMeasured = 0;
  const { external } = process.memoryUsage();
  to.postMessage({ kind: 'memory', memory: { heap: harfbuzz.heapBytes, external } } satisfies FromWorker);
}
