import { createHash } from 'node:crypto';
import { ProblemError } from '#contract/problem.ts';
import { parsePrintValues, stringifyPrintValues } from '#rendering/dynamic-text/print-values.ts';
import type { PlanesTarget } from '#rendering/label/planes.ts';
import { labelSchema } from '#contract/api-v3/label.ts';
import type { DrawingPool } from '../drawing/drawing-pool.ts';
import type { Log } from '#process/log.ts';
import type { Fonts } from '../fonts/fonts.ts';
import { labelDocument, type LabelDocument } from '../preparation/label-documents.ts';
import type { LabelTester } from '../labels/labels.ts';
import { tryStored } from '../stored-content/stored-json.ts';
import type { Printers } from '../printers/printers.ts';
import { compare, isOpen, NOT_COMPARED, type DrawnLabel } from './compare-drawings.ts';
import type { DueLabel, StoredComparison } from './comparison-store.ts';
import { sampleValues, type SampleDeps } from './sample-values.ts';

export interface ComparisonDeps extends SampleDeps {
  drawing: DrawingPool;
  fonts: Fonts;
  printers: Printers;
  tests: LabelTester;
  /** Milliseconds since the epoch. */
  now: () => number;
  log: Log;
}

/** The drawing program: its version, and a text that differs between any two versions that may draw differently. */
export interface DrawingProgram {
  version: string;
  drawing: string;
}

const DEFAULT_TARGET: PlanesTarget = { hdpi: 300, vdpi: 300 };

/**
 * Draws a label with the same values as before and compares the two drawings; the first time with sample values. A label that could not be
 * drawn gets new samples the next time, which may be better. Throws `too-many-requests`.
 */
export async function drawComparison(
  deps: ComparisonDeps,
  { name, revision, document: text }: DueLabel,
  { findLast, program }: { findLast: (hash: string) => Promise<StoredComparison | undefined>; program: DrawingProgram },
): Promise<StoredComparison> {
  const read = tryStored(labelSchema, text);
  if ('fault' in read) return unusableComparison(deps, { name, revision, text, fault: read.fault, program });
  const document = labelDocument(read.value);
  const last = await findLast(document.hash);
  const previous = last && (last.picture_hash !== null || isOpen(last)) ? last : undefined;
  const fontSet = deps.fonts.set;
  const order = previous ? orderOf(previous) : await firstOrder(deps, document);
  const fonts = fontFilesOf(deps, document, order);
  const label = { name, revision, document_hash: document.hash, font_set: fontSet.id, fonts };
  if (last?.drawing === program.drawing && last.fonts === fonts) return { ...last, ...label };
  const drawn = await draw(deps, document, order);
  const comparison = { ...order, ...label, ...program, ...drawn, made: deps.now() };
  if (!previous) return { ...comparison, ...NOT_COMPARED };
  if (previous.drawing === program.drawing && !isOpen(previous)) return { ...previous, ...comparison };
  const testFault = await findTestFault(deps, document);
  return { ...previous, ...comparison, ...compare(previous, { drawn, testFault, isFontReplaced: previous.fonts !== fonts }) };
}

/** For a label that this version cannot use: it is not drawn again until it changes, and does not block others. */
function unusableComparison(
  { fonts, now }: ComparisonDeps,
  { name, revision, text, fault, program }: { name: string; revision: number; text: string; fault: string; program: DrawingProgram },
): StoredComparison {
  const values = stringifyPrintValues({
    moment: { epochMs: 0, timeZone: 'UTC' },
    variables: new Map(),
    counters: new Map(),
    row: undefined,
  });
  return {
    ...{ name, revision, document_hash: createHash('sha256').update(text).digest('hex'), print_values: values },
    ...{ ...DEFAULT_TARGET, is_color: 0, font_set: fonts.set.id, fonts: '', ...program, made: now() },
    ...{ picture: null, picture_hash: null, fault },
    ...NOT_COMPARED,
  };
}

/** What a label was drawn with, as it is stored. */
type StoredOrder = Pick<StoredComparison, 'print_values' | 'hdpi' | 'vdpi' | 'is_color'>;

function orderOf({ print_values, hdpi, vdpi, is_color }: StoredComparison): StoredOrder {
  return { print_values, hdpi, vdpi, is_color };
}

/** The first drawing uses the first printer's properties. */
async function firstOrder(deps: ComparisonDeps, document: LabelDocument): Promise<StoredOrder> {
  const { label } = document;
  const { hdpi, vdpi, isColor } = deps.printers.all()[0]?.engine.target ?? DEFAULT_TARGET;
  return {
    print_values: stringifyPrintValues(await sampleValues(deps, document)),
    ...{ hdpi: label.hdpi ?? hdpi, vdpi: label.vdpi ?? vdpi, is_color: Number(isColor === true) },
  };
}

/** The files of the fonts that the label names, and of the fallback fonts of the drawing. */
function fontFilesOf({ fonts }: ComparisonDeps, { needs }: LabelDocument, { print_values }: StoredOrder): string {
  const { fallbackFonts = [] } = parsePrintValues(print_values);
  return fonts.filesOf([...needs.fonts, ...fallbackFonts]);
}

async function draw({ drawing, fonts, log }: ComparisonDeps, { hash, text }: LabelDocument, order: StoredOrder): Promise<DrawnLabel> {
  const target = { hdpi: order.hdpi, vdpi: order.vdpi, isColor: order.is_color === 1 };
  try {
    const proved = await drawing.drawAsPng({ hash, text, target, values: parsePrintValues(order.print_values), fonts: fonts.set });
    return { picture: proved.png, picture_hash: proved.hash, fault: null };
  } catch (error) {
    if (error instanceof ProblemError && error.slug === 'too-many-requests') throw error;
    if (!(error instanceof ProblemError)) log.error('a label could not be drawn for the comparison', error);
    const fault = error instanceof ProblemError ? error.message : 'An unexpected error occurred in the controller.';
    return { picture: null, picture_hash: null, fault };
  }
}

async function findTestFault({ tests }: ComparisonDeps, { label }: LabelDocument): Promise<string | undefined> {
  try {
    await tests.refuse(label, 'A test fails');
    return undefined;
  } catch (error) {
    if (error instanceof ProblemError) return error.message;
    throw error;
  }
}
