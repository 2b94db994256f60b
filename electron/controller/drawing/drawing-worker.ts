import { parentPort, type MessagePort } from 'node:worker_threads';
import { deflateSync } from 'node:zlib';
import type { Label } from '#contract/api-v3/label.ts';
import { ProblemError } from '#contract/problem.ts';
import type { PrintValues } from '#rendering/dynamic-text/print-values.ts';
import { encodePlanes } from '#rendering/planes-png.ts';
import { checkPlanes, compilePlanes, printPlanes, type CompiledPlanes } from '#rendering/print-planes.ts';
import { examinePrints, type Examiner, type PrintsToExamine } from '#rendering/review/examine-prints.ts';
import { reviewLabel } from '#rendering/review/review-label.ts';
import { loadFonts, type FontLibrary } from '#rendering/text/fonts.ts';
import { pictureHash } from '../engines/picture-hash.ts';
import { Recent } from '../recent.ts';
import { CompiledLabels } from './compiled-labels.ts';
import { Examiners } from './examiners.ts';
import type { CheckedPrint, CheckedRows, DrawingAnswer, DrawingRequest, FromWorker, ToDraw, ToWorker } from './messages.ts';
import { warmUp } from './warm-up.ts';

/** The entry of a worker thread: draws or looks at what it is sent, one after the other, and remembers labels and fonts. */
const LIBRARIES_KEPT = 2;
const compiled = new CompiledLabels();
const examiners = new Examiners();
const libraries = new Recent<FontLibrary>(LIBRARIES_KEPT);

async function answer(message: ToWorker): Promise<DrawingAnswer> {
  if ('request' in message) return drawingOf(message);
  warmUp(libraries.keep(message.fonts, await loadFonts([...message.fontFiles])));
  return { kind: 'supplied' };
}

function drawingOf({ request, document }: ToDraw): DrawingAnswer {
  const known = knownAnswer(request);
  if (known) return known;
  const library = libraries.find(request.fonts);
  if (document === undefined || !library) return { kind: 'lacking', document: document === undefined, fonts: !library };
  if (request.prove) return proved(compilePlanes(JSON.parse(document) as Label, request.target, library), request);
  if (request.examine) return examined(examiners.compile(request, document, library), request, request.examine);
  if (!request.review) return drawn(compiled.compile(request, document, library), request);
  const { values, target, review } = request;
  return { kind: 'reviewed', review: reviewLabel(JSON.parse(document) as Label, values, { target, fonts: library, ...review }) };
}

/** What can be answered without the document. */
function knownAnswer(request: DrawingRequest): DrawingAnswer | undefined {
  if (request.examine) {
    const examiner = examiners.find(request);
    return examiner && examined(examiner, request, request.examine);
  }
  const label = request.review || request.prove ? undefined : compiled.find(request);
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

function proved(label: CompiledPlanes, { values }: DrawingRequest): DrawingAnswer {
  const { hdpi, vdpi } = label;
  const planes = printPlanes(label, values);
  const [{ width, height }] = planes;
  const png = width > 0 && height > 0 ? encodePlanes(planes, { hdpi, vdpi, deflate: (bytes) => deflateSync(bytes) }) : null;
  return { kind: 'proved', png, hash: pictureHash(planes), hdpi, vdpi };
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

/** What may leave this thread without a copy: memory that holds one bitmap and nothing else. */
function memoryOf(message: DrawingAnswer): ArrayBuffer[] {
  if (message.kind !== 'drawn') return [];
  return message.planes.flatMap(({ words }) =>
    words.buffer instanceof ArrayBuffer && words.byteLength === words.buffer.byteLength ? [words.buffer] : [],
  );
}

const port = parentPort;
if (!port) throw new Error('This is the entry of a worker thread.');
port.on('message', (requests: readonly ToWorker[]) => void answerAll(port, requests));
port.postMessage({ kind: 'ready' } satisfies FromWorker);

/** Answers one after the other, each at once: what fails over one is not told of those before it. */
async function answerAll(to: MessagePort, requests: readonly ToWorker[]): Promise<void> {
  for (const message of requests) {
    const reply = await answer(message).catch(refusal);
    to.postMessage({ kind: 'answer', id: message.id, answer: reply } satisfies FromWorker, memoryOf(reply));
  }
}
