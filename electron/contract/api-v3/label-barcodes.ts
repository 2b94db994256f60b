import { z } from 'zod';
import { colorSchema, dynamicText, fontSchema, positioned, positive } from './label-parts.ts';

const linearBarcode = {
  ...positioned,
  /** Width of the narrowest bar; snapped to whole dots. */
  barWidth: positive.optional(),
  barHeight: positive.optional(),
  color: colorSchema.optional(),
  humanReadable: z.enum(['NONE', 'BELOW', 'ABOVE']).optional(),
  font: fontSchema.optional(),
};

export const ean13ObjectSchema = z.looseObject({ type: z.literal('EAN-13'), ...linearBarcode, text: dynamicText });
export type Ean13Object = z.infer<typeof ean13ObjectSchema>;

export const code128ObjectSchema = z.looseObject({
  type: z.literal('Code128'),
  ...linearBarcode,
  text: dynamicText,
  encoding: z.enum(['AUTO', 'A', 'B', 'C']).optional(),
});
export type Code128Object = z.infer<typeof code128ObjectSchema>;

const matrixBarcode = {
  ...positioned,
  /** Side of one module; snapped to whole dots. */
  moduleSize: positive.optional(),
  quietZone: z.boolean().optional(),
  color: colorSchema.optional(),
};

/** One GS1 element string: application identifier and value, written as an object or as a pair. */
export const gs1ElementSchema = z.union([
  z.looseObject({ id: z.string().regex(/^\d{2,4}$/, 'must be 2 to 4 digits'), value: dynamicText }),
  z.tuple([z.string().regex(/^\d{2,4}$/, 'must be 2 to 4 digits'), dynamicText]),
]);
export type Gs1Element = z.infer<typeof gs1ElementSchema>;

export const gs1DataMatrixObjectSchema = z.looseObject({
  type: z.literal('GS1-DataMatrix'),
  ...matrixBarcode,
  apps: z.array(gs1ElementSchema).min(1, 'needs at least one application identifier').max(100),
  /** Symbol size in modules; the smallest that fits when left out. */
  size: z.object({ width: z.number().int().positive(), height: z.number().int().positive() }).optional(),
  rectangular: z.boolean().optional(),
});
export type Gs1DataMatrixObject = z.infer<typeof gs1DataMatrixObjectSchema>;

export const qrCodeObjectSchema = z.looseObject({
  type: z.literal('QRCode'),
  ...matrixBarcode,
  text: dynamicText,
  /** Modules per side (21, 25, ... 177); the smallest that fits when left out. */
  size: z.number().int().positive().optional(),
  eccLevel: z.enum(['L', 'M', 'Q', 'H']).optional(),
});
export type QrCodeObject = z.infer<typeof qrCodeObjectSchema>;

const LINEAR_SCHEMAS = [ean13ObjectSchema, code128ObjectSchema] as const;
const MATRIX_SCHEMAS = [gs1DataMatrixObjectSchema, qrCodeObjectSchema] as const;

/** Every kind of barcode. */
export const BARCODE_SCHEMAS = [...LINEAR_SCHEMAS, ...MATRIX_SCHEMAS] as const;

/** A code of bars. */
export type LinearBarcode = z.infer<(typeof LINEAR_SCHEMAS)[number]>;
/** A code of modules. */
export type MatrixBarcode = z.infer<(typeof MATRIX_SCHEMAS)[number]>;
/** A code of either kind. */
export type Barcode = LinearBarcode | MatrixBarcode;

/** The types of the codes of bars. */
export const LINEAR_BARCODE_TYPES = LINEAR_SCHEMAS.map((schema) => schema.shape.type.value);
/** The types of the codes of modules. */
export const MATRIX_BARCODE_TYPES = MATRIX_SCHEMAS.map((schema) => schema.shape.type.value);
