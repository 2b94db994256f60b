import { z } from 'zod';
import { colorSchema, dynamicText, fontSchema, positioned, positive } from './label-parts.ts';

/** What every code of bars has. */
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

export const code128ObjectSchema = z.looseObject({
  type: z.literal('Code128'),
  ...linearBarcode,
  text: dynamicText,
  encoding: z.enum(['AUTO', 'A', 'B', 'C']).optional(),
});

/**
 * One GS1 element string: application identifier and value, written as an object or as a pair. The check digit of an SSCC (00) is made when
 * it is missing; every other value must be complete.
 */
export const gs1ElementSchema = z.union([
  z.looseObject({ id: z.string().regex(/^\d{2,4}$/, 'must be 2 to 4 digits'), value: dynamicText }),
  z.tuple([z.string().regex(/^\d{2,4}$/, 'must be 2 to 4 digits'), dynamicText]),
]);
export type Gs1Element = z.infer<typeof gs1ElementSchema>;

const apps = z.array(gs1ElementSchema).min(1, 'needs at least one application identifier').max(100);

/** Element strings in one text: application identifiers and values in turn, FNC1 written as the character U+001D. */
const plainGs1 = {
  text: dynamicText,
  /** Leaves out every FNC1 that no reader needs. */
  optimize: z.boolean().optional(),
};

export const gs1128ObjectSchema = z.looseObject({ type: z.literal('GS1-128'), ...linearBarcode, apps });

export const gs1128PlainObjectSchema = z.looseObject({ type: z.literal('GS1-128-Plain'), ...linearBarcode, ...plainGs1 });

/** 7 digits, or 8 with a check digit that is right. */
export const ean8ObjectSchema = z.looseObject({ type: z.literal('EAN-8'), ...linearBarcode, text: dynamicText });

/** 11 digits, or 12 with a check digit that is right. */
export const upcAObjectSchema = z.looseObject({ type: z.literal('UPC-A'), ...linearBarcode, text: dynamicText });

/** 7 digits that begin with 0 or 1, 8 with a check digit that is right, or a UPC-A of 11 or 12 whose zeros can be left out. */
export const upcEObjectSchema = z.looseObject({ type: z.literal('UPC-E'), ...linearBarcode, text: dynamicText });

export const code93ObjectSchema = z.looseObject({ type: z.literal('Code93'), ...linearBarcode, text: dynamicText });

const dataBar = { type: z.literal('GS1-DataBar'), ...linearBarcode };

const gtinVariant = z.enum(['OMNIDIRECTIONAL', 'TRUNCATED', 'STACKED', 'STACKED_OMNIDIRECTIONAL', 'LIMITED']);
const expandedVariant = z.enum(['EXPANDED', 'EXPANDED_STACKED']);

/** A GTIN of 13 digits, or 14 with a check digit that is right; OMNIDIRECTIONAL where nothing is said. The stacked variants have the heights of their standard. */
export const dataBarGtinObjectSchema = z.looseObject({
  ...dataBar,
  // Optional first: only then does the union of both find this one where it is missing.
  variant: gtinVariant.optional().default('OMNIDIRECTIONAL'),
  text: dynamicText,
});

/** Element strings in one row or, EXPANDED_STACKED, in rows of `segments` (4). */
export const dataBarExpandedObjectSchema = z.looseObject({
  ...dataBar,
  variant: expandedVariant,
  apps,
  segments: z
    .int('must be a whole number')
    .min(2, 'must be at least 2')
    .max(22, 'must be at most 22')
    .multipleOf(2, 'must be even')
    .optional(),
});

/** The family of GS1 DataBar: `variant` says which one, and with it whether it holds a GTIN (`text`) or element strings (`apps`). */
export const dataBarObjectSchema = z.discriminatedUnion('variant', [dataBarGtinObjectSchema, dataBarExpandedObjectSchema], {
  error: `variant must be one of ${[...gtinVariant.options, ...expandedVariant.options].join(', ')}`,
});

const barRatio = z.number().min(2, 'must be at least 2').max(3, 'must be at most 3').optional();
const bearerBar = z.number().min(0, 'must not be negative').max(100, 'must be at most 100').optional();

const interleaved = {
  ...linearBarcode,
  text: dynamicText,
  /** Width of a wide bar in narrow ones. */
  barRatio,
  /** Thickness of the bars above and below the code, in narrow bars; 0 is none. */
  hBearerBar: bearerBar,
  /** Thickness of the bars at both sides of the code, in narrow bars; 0 is none. */
  vBearerBar: bearerBar,
};

export const itfObjectSchema = z.looseObject({ type: z.literal('ITF'), ...interleaved });

/** 13 digits, or 14 with a check digit that is right. */
export const itf14ObjectSchema = z.looseObject({ type: z.literal('ITF-14'), ...interleaved });

export const code39ObjectSchema = z.looseObject({
  type: z.literal('Code39'),
  ...linearBarcode,
  text: dynamicText,
  /** Width of a wide bar in narrow ones. */
  barRatio,
  /** Whether the check character of modulo 43 is added. */
  checkDigit: z.boolean().optional(),
});

const matrixBarcode = {
  ...positioned,
  /** Side of one module; snapped to whole dots. */
  moduleSize: positive.optional(),
  quietZone: z.boolean().optional(),
  /** Modules that stay free around the code beside its quiet zone. */
  extraQuietZone: z.number().int('must be whole modules').min(0, 'must not be negative').max(1000, 'must be at most 1000').optional(),
  color: colorSchema.optional(),
};

const dataMatrix = {
  ...matrixBarcode,
  /** Symbol size in modules; the smallest that fits when left out. */
  size: z.object({ width: z.number().int().positive(), height: z.number().int().positive() }).optional(),
  rectangular: z.boolean().optional(),
};

export const dataMatrixObjectSchema = z.looseObject({ type: z.literal('DataMatrix'), ...dataMatrix, text: dynamicText });

export const gs1DataMatrixObjectSchema = z.looseObject({ type: z.literal('GS1-DataMatrix'), ...dataMatrix, apps });

export const gs1DataMatrixPlainObjectSchema = z.looseObject({ type: z.literal('GS1-DataMatrix-Plain'), ...dataMatrix, ...plainGs1 });

const qrCode = {
  ...matrixBarcode,
  /** Modules per side (21, 25, ... 177); the smallest that fits when left out. */
  size: z.number().int().positive().optional(),
  eccLevel: z.enum(['L', 'M', 'Q', 'H']).optional(),
};

export const qrCodeObjectSchema = z.looseObject({ type: z.literal('QRCode'), ...qrCode, text: dynamicText });

export const gs1QrCodeObjectSchema = z.looseObject({ type: z.literal('GS1-QRCode'), ...qrCode, apps });

export const gs1QrCodePlainObjectSchema = z.looseObject({ type: z.literal('GS1-QRCode-Plain'), ...qrCode, ...plainGs1 });

/** What stands before the first slash of a link, and the folder on that server when the links begin in one. */
const linkDomain = z
  .string()
  .max(200, 'must have at most 200 characters')
  .regex(
    /^https?:\/\/[\da-z](?:[\d.a-z-]*[\da-z])?(?::\d{1,5})?(?:\/[\w.~-]+)*\/?$/iu,
    'must be https:// or http:// and a domain, such as https://id.gs1.org',
  );

/** A QR Code of a GS1 Digital Link: the first element string that can be a primary key begins the link. */
export const gs1DigitalLinkObjectSchema = z.looseObject({
  type: z.literal('GS1-DigitalLink'),
  ...qrCode,
  apps,
  /** Where the link leads; to the resolver of GS1, https://id.gs1.org, when left out. */
  domain: linkDomain.optional(),
});

const matrixEcc = z.int('must be a whole number');

export const pdf417ObjectSchema = z.looseObject({
  type: z.literal('PDF417'),
  ...matrixBarcode,
  text: dynamicText,
  /** Columns of data and rows; the data decide what is left out. */
  columns: z.int('must be whole columns').min(1, 'must be at least 1').max(30, 'must be at most 30').optional(),
  rows: z.int('must be whole rows').min(3, 'must be at least 3').max(90, 'must be at most 90').optional(),
  /** Height of a row in modules. */
  rowHeight: z.int('must be whole modules').min(2, 'must be at least 2').max(20, 'must be at most 20').optional(),
  /** 2 to the power of this and one more is the number of codewords that correct errors; as the standard recommends when left out. */
  eccLevel: matrixEcc.min(0, 'must be at least 0').max(8, 'must be at most 8').optional(),
});

export const aztecObjectSchema = z.looseObject({
  type: z.literal('Aztec'),
  ...matrixBarcode,
  text: dynamicText,
  /** Modules per side (15, 19, 23, 27, 31, 37, ... 151); the smallest that fits when left out. */
  size: z.number().int().positive().optional(),
  /** Percent of the symbol that correct errors. */
  eccPercent: matrixEcc.min(5, 'must be at least 5').max(95, 'must be at most 95').optional(),
});

const LINEAR_SCHEMAS = [
  ean13ObjectSchema,
  ean8ObjectSchema,
  upcAObjectSchema,
  code128ObjectSchema,
  gs1128ObjectSchema,
  gs1128PlainObjectSchema,
  itfObjectSchema,
  itf14ObjectSchema,
  code39ObjectSchema,
  upcEObjectSchema,
  code93ObjectSchema,
] as const;
const MATRIX_SCHEMAS = [
  dataMatrixObjectSchema,
  gs1DataMatrixObjectSchema,
  gs1DataMatrixPlainObjectSchema,
  qrCodeObjectSchema,
  gs1QrCodeObjectSchema,
  gs1QrCodePlainObjectSchema,
  gs1DigitalLinkObjectSchema,
  pdf417ObjectSchema,
  aztecObjectSchema,
] as const;

/** Every kind of barcode. */
export const BARCODE_SCHEMAS = [...LINEAR_SCHEMAS, dataBarObjectSchema, ...MATRIX_SCHEMAS] as const;

/** A code of bars. */
export type LinearBarcode = z.infer<(typeof LINEAR_SCHEMAS)[number] | typeof dataBarObjectSchema>;
/** A code of modules. */
export type MatrixBarcode = z.infer<(typeof MATRIX_SCHEMAS)[number]>;
/** A code of either kind. */
export type Barcode = LinearBarcode | MatrixBarcode;

/** A code whose element strings are written one by one. */
export type Gs1AppsBarcode = Extract<Barcode, { apps: Gs1Element[] }>;

/** The types of the codes of bars. */
export const LINEAR_BARCODE_TYPES = [...LINEAR_SCHEMAS.map((schema) => schema.shape.type.value), dataBar.type.value];
/** The types of the codes of modules. */
export const MATRIX_BARCODE_TYPES = MATRIX_SCHEMAS.map((schema) => schema.shape.type.value);
