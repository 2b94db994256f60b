import { createHash } from 'node:crypto';
import { ProblemError } from '#contract/problem.ts';
import { parsePrintValues, stringifyPrintValues } from '#rendering/dynamic-text/print-values.ts';
import type { PlanesTarget } from '#rendering/print-planes.ts';
import { labelSchema } from '#contract/api-v3/label.ts';
import type { DrawingPool } from '../drawing/drawing-pool.ts';
import type { Log } from '../engines/log.ts';
import type { Fonts } from '../fonts/fonts.ts';
import { labelDocument, type LabelDocument } from '../jobs/label-documents.ts';
import type { LabelTester } from '../labels/labels.ts';
import { tryStored } from '../stored-content/stored-json.ts';
import type { Printers } from '../printers/printers.ts';
import { compare, isOpen, NOT_COMPARED, type DrawnLabel } from './compare-proofs.ts';
import type { DueLabel, StoredProof } from './label-proof-store.ts';
import { sampleValues, type SampleRooms } from './sample-values.ts';

export interface ProofRooms extends SampleRooms {
  drawing: DrawingPool;
  fonts: Fonts;
  printers: Printers;
  tests: LabelTester;
  /** Milliseconds since the epoch. */
  now: () => number;
  log: Log;
}

/** The program that draws: its version, and a text that differs between any two that may draw otherwise. */
export interface DrawingProgram {
  version: string;
  drawing: string;
}

const DEFAULT_TARGET: PlanesTarget = { hdpi: 300, vdpi: 300 };

/**
 * Draws a label with what it was drawn with before and holds it against that; the first time with samples. What could not be drawn proves nothing: other
 * samples may be better. Throws `too-many-requests`.
 */
export async function drawProof(
  rooms: ProofRooms,
  { name, revision, document: text }: DueLabel,
  { findLast, program }: { findLast: (hash: string) => Promise<StoredProof | undefined>; program: DrawingProgram },
): Promise<StoredProof> {
  const read = tryStored(labelSchema, text);
  if ('fault' in read) return unusableProof(rooms, { name, revision, text, fault: read.fault, program });
  const document = labelDocument(read.value);
  const last = await findLast(document.hash);
  const known = last && (last.picture_hash !== null || isOpen(last)) ? last : undefined;
  const fontSet = rooms.fonts.set;
  const fonts = rooms.fonts.filesOf(document.needs.fonts);
  const label = { name, revision, document_hash: document.hash, font_set: fontSet.id, fonts };
  if (last?.drawing === program.drawing && last.fonts === fonts) return { ...last, ...label };
  const order = known ? orderOf(known) : await firstOrder(rooms, document);
  const drawn = await draw(rooms, document, order);
  const proof = { ...order, ...label, ...program, ...drawn, made: rooms.now() };
  if (!known) return { ...proof, ...NOT_COMPARED };
  if (known.drawing === program.drawing && !isOpen(known)) return { ...known, ...proof };
  const testFault = await findTestFault(rooms, document);
  return { ...known, ...proof, ...compare(known, { drawn, testFault, isFontReplaced: known.fonts !== fonts }) };
}

/** Of a label that this version cannot use: it is not tried again before it changes, and keeps none of the others from being drawn. */
function unusableProof(
  { fonts, now }: ProofRooms,
  { name, revision, text, fault, program }: { name: string; revision: number; text: string; fault: string; program: DrawingProgram },
): StoredProof {
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

/** What a label is drawn with, as it is stored. */
type StoredOrder = Pick<StoredProof, 'print_values' | 'hdpi' | 'vdpi' | 'is_color'>;

function orderOf({ print_values, hdpi, vdpi, is_color }: StoredProof): StoredOrder {
  return { print_values, hdpi, vdpi, is_color };
}

/** As the first printer prints it. */
async function firstOrder(rooms: ProofRooms, document: LabelDocument): Promise<StoredOrder> {
  const { label } = document;
  const { hdpi, vdpi, isColor } = rooms.printers.all()[0]?.engine.target ?? DEFAULT_TARGET;
  return {
    print_values: stringifyPrintValues(await sampleValues(rooms, document)),
    ...{ hdpi: label.hdpi ?? hdpi, vdpi: label.vdpi ?? vdpi, is_color: Number(isColor === true) },
  };
}

async function draw({ drawing, fonts, log }: ProofRooms, { hash, text }: LabelDocument, order: StoredOrder): Promise<DrawnLabel> {
  const target = { hdpi: order.hdpi, vdpi: order.vdpi, isColor: order.is_color === 1 };
  try {
    const proved = await drawing.prove({ hash, text, target, values: parsePrintValues(order.print_values), fonts: fonts.set });
    return { picture: proved.png, picture_hash: proved.hash, fault: null };
  } catch (error) {
    if (error instanceof ProblemError && error.slug === 'too-many-requests') throw error;
    if (!(error instanceof ProblemError)) log.error('a label could not be drawn to be compared', error);
    const fault = error instanceof ProblemError ? error.message : 'Something went wrong inside the controller.';
    return { picture: null, picture_hash: null, fault };
  }
}

async function findTestFault({ tests }: ProofRooms, { label }: LabelDocument): Promise<string | undefined> {
  try {
    await tests.refuse(label, 'A test fails');
    return undefined;
  } catch (error) {
    if (error instanceof ProblemError) return error.message;
    throw error;
  }
}
