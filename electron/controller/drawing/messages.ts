import type { FieldError, ProblemSlug } from '#contract/problem.ts';
import type { Review } from '#contract/api-v3/simulation.ts';
import type { PrintValues } from '#rendering/dynamic-text/print-values.ts';
import type { Planes, PlanesTarget } from '#rendering/print-planes.ts';
import type { Bitmap } from '#rendering/raster/bitmap.ts';
import type { ExaminedPrint, PrintsToExamine } from '#rendering/review/examine-prints.ts';
import type { ReviewContext } from '#rendering/review/review-label.ts';
import type { FontName } from '#rendering/text/fonts.ts';

/** A drawn line of text with its resolution in dots per inch. */
export interface FontSample {
  planes: readonly [Bitmap];
  hdpi: number;
  vdpi: number;
}

/** What is drawn, said by names: a worker that has drawn it before needs no more. */
export interface DrawingRequest {
  /** Of the label's document. */
  hash: string;
  target: PlanesTarget;
  values: PrintValues;
  /** Id of a font set. */
  fonts: string;
  /** There when the label is looked at and not drawn. */
  review?: Pick<ReviewContext, 'printableHeight'>;
  /** There when prints are only checked: one with each of these rows, and else the same values. */
  rows?: readonly PrintValues['row'][];
  /** The same, where each is checked whatever came of the others. */
  each?: readonly PrintValues['row'][];
  /** There when prints are drawn one after the other to be looked at. */
  examine?: PrintsToExamine & Pick<ReviewContext, 'printableHeight'>;
  /** There when a font is shown: a line of text in it, which is the one given or a common one. No document is needed. */
  sample?: { font: FontName; text: string | undefined };
  /** There when the label is drawn this once: nothing is remembered of it, so that nothing is forgotten that prints need. */
  prove?: true;
}

/** A drawing that is kept: its dots as a PNG, null where there are none. */
export interface ProvedDrawing {
  png: Uint8Array<ArrayBuffer> | null;
  hash: string;
  hdpi: number;
  vdpi: number;
}

/** What is wrong with a print, as a problem tells it. */
export interface Refusal {
  slug: ProblemSlug;
  context: { detail?: string; instance?: string; errors?: FieldError[] };
}

/** What came of a check: the first of the rows that cannot be printed, else the one whose picture is highest. */
export type CheckedRows = { row: number; refusal: Refusal } | { row: number; height: number; vdpi: number };

/** What came of the check of one print, whose height is in dots. */
export type CheckedPrint = { height: number; vdpi: number } | { refusal: Refusal };

/** A request, with the document that `hash` names where the worker said that it lacks it. */
export interface ToDraw {
  /** Stands in the answer. */
  id: number;
  request: DrawingRequest;
  document?: string;
}

/** A font of a set. */
export interface SuppliedFont extends FontName {
  /** The same key always stands for the same name and file. */
  key: string;
  /** The file, left out when the worker has loaded it already. */
  bytes?: Uint8Array;
}

/** A font set that a worker said that it lacks. */
export interface ToSupply {
  /** Stands in the answer. */
  id: number;
  /** Id of the set. */
  fonts: string;
  fontFiles: readonly SuppliedFont[];
}

/** What a worker begins with. */
export interface DrawingWorkerData {
  /** What the heap may grow to that holds the fonts. */
  heapBytes: number;
}

/** Memory of a worker in bytes. */
export interface WorkerMemory {
  /** Of its WebAssembly heap, which holds the fonts. */
  heap: number;
  /** Outside of V8's own heap, whose limit V8 keeps: the WebAssembly heap and the bitmaps. */
  external: number;
}

/** To a worker, in messages of one or several. */
export type ToWorker = ToDraw | ToSupply;

/**
 * From a worker: `ready` first, then one answer for each request, and now and then how much memory it takes. Bitmaps are handed over, not
 * copied.
 */
export type FromWorker =
  { kind: 'ready' } | { kind: 'answer'; id: number; answer: DrawingAnswer } | { kind: 'memory'; memory: WorkerMemory };
export type DrawingAnswer =
  | { kind: 'drawn'; planes: Planes; hash: string; hdpi: number; vdpi: number }
  | ({ kind: 'proved' } & ProvedDrawing)
  | { kind: 'reviewed'; review: Review }
  | { kind: 'checked'; checked: CheckedRows }
  | { kind: 'checkedEach'; prints: CheckedPrint[] }
  | { kind: 'examined'; examined: ExaminedPrint[] }
  | { kind: 'sampled'; sample: FontSample }
  | { kind: 'lacking'; document: boolean; fonts: boolean; /** Keys of the fonts that it has loaded. */ held: readonly string[] }
  | { kind: 'supplied' }
  | ({ kind: 'refused' } & Refusal)
  | { kind: 'failed'; error: unknown };
