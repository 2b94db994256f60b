import { z } from 'zod';
import { BARCODE_SCHEMAS } from '#contract/api-v3/label-barcodes.ts';
import type { Barcode, Gs1Element } from '#contract/api-v3/label-barcodes.ts';
import type { CarriedIdentifiers } from '#rendering/barcodes/gs1-pairs.ts';
import type { PrintValues } from '#rendering/dynamic-text/print-values.ts';
import { LabelFault } from '#rendering/label-fault.ts';
import type { PrintTarget } from '#rendering/label-geometry.ts';
import { barDots, linearShape } from '#rendering/objects/linear-shape.ts';
import { wholeDots } from '#rendering/objects/object-context.ts';
import type { DotDensity } from '#rendering/objects/object-context.ts';
import { ObjectTexts, resolveWith } from '#rendering/objects/object-texts.ts';
import { isMatrixBarcode, prepareLinearSymbol, prepareMatrixSymbol } from '#rendering/objects/symbol-objects.ts';
import { moduleSizeOf } from '#rendering/objects/module-size.ts';
import type { SymbolOffer } from './symbol-offers.ts';

const barcodeSchema: z.ZodType<Barcode> = z.discriminatedUnion('type', [...BARCODE_SCHEMAS]);
const MILLIMETRES_PER_INCH = 25.4;

/** What is asked for a new code. */
export interface BarcodeAnswers {
  text: string;
  apps: readonly Gs1Element[];
  /** Size of a module in millimetres. */
  moduleLength: number | undefined;
  barHeight: number | undefined;
}

/** What a code is made and checked with. */
export interface BarcodeContext {
  values: PrintValues;
  /** By the other codes of the label. */
  carried: CarriedIdentifiers;
  target: PrintTarget;
}

/** What becomes of a module on the printer. */
export interface RealModule {
  dots: number;
  /** Millimetres. */
  length: number;
}

/** A code that is not on the label yet. */
export interface NewBarcode {
  /** At the corner of the label; undefined while it is none. */
  object?: Barcode;
  module?: RealModule;
  /** Millimetres without the free space around it; undefined while it cannot be encoded. */
  size?: { width: number; height: number };
  /** What is wrong with it as it would be printed now, and where in the object. */
  fault?: { path: string; detail: string };
}

/** Makes the object and encodes it as it would be printed now. It is none while a length is missing, which is said where it is asked for. */
export function newBarcode(offer: SymbolOffer, answers: BarcodeAnswers, context: BarcodeContext): NewBarcode {
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

/** Modules of a matrix are square: the coarser direction decides. */
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

/** Rows of a PDF417 are higher than its modules are wide. */
function rowHeight(object: Barcode): number {
  return object.type === 'PDF417' ? (object.rowHeight ?? 3) : 1;
}
