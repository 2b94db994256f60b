import { z } from 'zod';
import { BARCODE_SCHEMAS } from '#contract/api-v3/label-barcodes.ts';
import type { Barcode, Gs1Element } from '#contract/api-v3/label-barcodes.ts';
import type { CarriedIdentifiers } from '#rendering/barcodes/gs1/associations.ts';
import type { PrintValues } from '#rendering/dynamic-text/print-values.ts';
import { LabelFault } from '#rendering/document/label-fault.ts';
import type { PrintTarget } from '#rendering/label/label-geometry.ts';
import { barDots, linearShape } from '#rendering/objects/linear-dimensions.ts';
import { wholeDots } from '#rendering/objects/object-context.ts';
import type { DotDensity } from '#rendering/objects/object-context.ts';
import { ObjectTexts, resolveWith } from '#rendering/objects/object-texts.ts';
import { isMatrixBarcode, prepareLinearSymbol, prepareMatrixSymbol } from '#rendering/objects/symbol-objects.ts';
import { moduleSizeOf } from '#rendering/objects/module-size.ts';
import type { SuggestedSymbology } from './suggested-symbologies.ts';

const barcodeSchema: z.ZodType<Barcode> = z.discriminatedUnion('type', [...BARCODE_SCHEMAS]);
const MILLIMETRES_PER_INCH = 25.4;

/** The inputs of the dialog for a new code. */
export interface BarcodeAnswers {
  text: string;
  apps: readonly Gs1Element[];
  /** Size of a module in millimetres. */
  moduleLength: number | undefined;
  barHeight: number | undefined;
}

/** What a code is created with and checked against. */
export interface BarcodeContext {
  values: PrintValues;
  /** The identifiers that the other codes of the label contain. */
  carried: CarriedIdentifiers;
  target: PrintTarget;
}

/** The size of a module on the printer. */
export interface RealModule {
  dots: number;
  /** Millimetres. */
  length: number;
}

/** A code that is not on the label yet. */
export interface NewBarcode {
  /** At the label's corner; undefined while the inputs are incomplete. */
  object?: Barcode;
  module?: RealModule;
  /** Millimetres, without the quiet zone; undefined if the code cannot be encoded. */
  size?: { width: number; height: number };
  /** The fault of the code as it would be printed now, and its path in the object. */
  fault?: { path: string; detail: string };
}

/**
 * Creates the object and encodes it as it would be printed now. There is no object while a length is missing; the length's own field
 * reports that.
 */
export function newBarcode(offer: SuggestedSymbology, answers: BarcodeAnswers, context: BarcodeContext): NewBarcode {
  if (answers.moduleLength === undefined || (offer.barHeight !== undefined && answers.barHeight === undefined)) return {};
  const read = barcodeSchema.safeParse({
    ...offer.object,
    x: 0,
    y: 0,
    ...(offer.holds === 'apps' ? { apps: answers.apps } : { text: answers.text }),
    [offer.size.key]: answers.moduleLength,
    ...(offer.barHeight !== undefined && { barHeight: answers.barHeight }),
  });
  if (read.success) return encode(read.data, context);
  const [issue] = read.error.issues;
  return { fault: { path: `/${issue?.path.join('/') ?? ''}`, detail: issue?.message ?? read.error.message } };
}

function encode(object: Barcode, context: BarcodeContext): NewBarcode {
  const { target } = context;
  const resolution = { x: target.hdpi / MILLIMETRES_PER_INCH, y: target.vdpi / MILLIMETRES_PER_INCH };
  const module = realModule(object, resolution);
  try {
    return { object, module, size: realSize(object, { ...context, resolution, module }) };
  } catch (error) {
    if (error instanceof LabelFault) return { object, module, fault: { path: error.path, detail: error.message } };
    throw error;
  }
}

/** The modules of a matrix code are square: the coarser direction determines their size. */
function realModule(object: Barcode, { x, y }: DotDensity): RealModule {
  const density = isMatrixBarcode(object) ? Math.min(x, y) : x;
  const dots = wholeDots(moduleSizeOf(object), density);
  return { dots, length: dots / density };
}

function realSize(
  object: Barcode,
  { values, carried, resolution, module }: BarcodeContext & { resolution: DotDensity; module: RealModule },
): { width: number; height: number } {
  const symbolContext = { texts: new ObjectTexts(), carried };
  const resolve = resolveWith(values);
  if (isMatrixBarcode(object)) {
    const { width, height } = prepareMatrixSymbol(object, symbolContext)(resolve);
    return { width: width * module.length, height: height * module.length * rowHeight(object) };
  }
  const bars = barDots(prepareLinearSymbol(object, symbolContext)(resolve), linearShape(object, resolution, { textPlace: 'NONE' }));
  return { width: bars.width / resolution.x, height: bars.height / resolution.y };
}

/** The rows of a PDF417 code are higher than its modules are wide. */
function rowHeight(object: Barcode): number {
  return object.type === 'PDF417' ? (object.rowHeight ?? 3) : 1;
}
