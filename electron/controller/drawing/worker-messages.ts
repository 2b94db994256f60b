import type { FieldError, ProblemSlug } from '#contract/problem.ts';
import type { Review } from '#contract/api-v3/simulation.ts';
import type { PrintValues } from '#rendering/dynamic-text/print-values.ts';
import type { Planes, PlanesTarget } from '#rendering/label/planes.ts';
import type { Bitmap } from '#rendering/raster/bitmap.ts';
import type { ExaminedPrint, PrintsToExamine } from '#rendering/label/review/examine-prints.ts';
import type { ReviewContext } from '#rendering/label/review/review-label.ts';
import type { FontName } from '#rendering/text/font-library.ts';

/** A drawn line of text with its resolution in dots per inch. */
export interface FontSample {
  planes: readonly [Bitmap];
  hdpi: number;
  vdpi: number;
}

/** A request for a drawing by the hash of its document and the id of its fonts: a worker that has both cached needs no more. */
export interface DrawingRequest {
  /** Hash of the label's document. */
  hash: string;
  target: PlanesTarget;
  values: PrintValues;
  /** Id of a font set. */
  fonts: string;
  /** Set to review the label without drawing it. */
  review?: Pick<ReviewContext, 'printableHeight'>;
  /** Set to check prints without drawing: one for each of these rows, with the same other values. */
  rows?: readonly PrintValues['row'][];
  /** As `rows`, with a result for every row. */
  each?: readonly PrintValues['row'][];
  /** Set to examine prints one after the other. */
  examine?: PrintsToExamine & Pick<ReviewContext, 'printableHeight'>;
  /** Set to draw a line of text in a font: the given text or a sample. Needs no document. */
  sample?: { font: FontName; text: string | undefined };
  /** Set to draw a PNG without caching the label, so that no label that prints need is evicted. */
  drawAsPng?: true;
}

/** A drawing as a PNG; null when it has no dots. */
export interface PngDrawing {
  png: Uint8Array<ArrayBuffer> | null;
  hash: string;
  hdpi: number;
  vdpi: number;
}

/** The problem of a print that cannot be made. */
export interface Refusal {
  slug: ProblemSlug;
  context: { detail?: string; instance?: string; errors?: FieldError[] };
}

/** The result of a check: the first row that cannot be printed, else the row with the highest picture, in dots. */
export type CheckedRows = { row: number; refusal: Refusal } | { row: number; height: number; vdpi: number };

/** The result of the check of one print; the height is in dots. */
export type CheckedPrint = { height: number; vdpi: number } | { refusal: Refusal };

/** A request, with its document if the worker lacks it. */
export interface ToDraw {
  /** Stands in the answer. */
  id: number;
  request: DrawingRequest;
  document?: string;
}

/** A font of a set. */
export interface SuppliedFont extends FontName {
  /** Key of name and file: see `fontKey`. */
  key: string;
  /** The file; undefined when the worker has loaded it already. */
  bytes?: Uint8Array;
}

/** A font set that the worker lacks. */
export interface ToSupply {
  /** Stands in the answer. */
  id: number;
  /** Id of the set. */
  fonts: string;
  fontFiles: readonly SuppliedFont[];
}

/** Start parameters of a worker. */
export interface DrawingWorkerData {
  /** Limit of the WebAssembly heap, in bytes. */
  heapBytes: number;
}

/** Memory of a worker in bytes. */
export interface WorkerMemory {
  /** The WebAssembly heap, which holds the fonts. */
  heap: number;
  /** Memory outside the V8 heap: the WebAssembly heap and bitmaps. V8 limits its own heap. */
  external: number;
}

/** A request to a worker; a message has one or several. */
export type ToWorker = ToDraw | ToSupply;

/** From a worker: `ready` first, then one answer per request, and from time to time its memory. Bitmaps are transferred, not copied. */
export type FromWorker =
  | { kind: 'ready' }
  | { kind: 'answer'; id: number; answer: DrawingAnswer }
  | { kind: 'memory'; memory: WorkerMemory };
export type DrawingAnswer =
  | { kind: 'drawn'; planes: Planes; hash: string; hdpi: number; vdpi: number }
  | ({ kind: 'drawnAsPng' } & PngDrawing)
  | { kind: 'reviewed'; review: Review }
  | { kind: 'checked'; checked: CheckedRows }
  | { kind: 'checkedEach'; prints: CheckedPrint[] }
  | { kind: 'examined'; examined: ExaminedPrint[] }
  | { kind: 'sampled'; sample: FontSample }
  | { kind: 'lacking'; document: boolean; fonts: boolean; /** Keys of the fonts that it has loaded. */ held: readonly string[] }
  | { kind: 'supplied' }
  | ({ kind: 'refused' } & Refusal)
  | { kind: 'failed'; error: unknown };
