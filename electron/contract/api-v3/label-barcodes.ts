import { z } from 'zod';
import { colorSchema, dynamicText, fontSchema, positioned, positive } from './label-parts.ts';

/** Attributes of every linear barcode. */
const linearBarcode = {
  ...positioned,
  /** Width of the narrowest bar; rounded to whole dots. */
  barWidth: positive.optional(),
  barHeight: positive.optional(),
  color: colorSchema.optional(),
  humanReadable: z.enum(['NONE', 'BELOW', 'ABOVE']).optional(),
  font: fontSchema.optional(),
};

/** An EAN-13 barcode. */
export const ean13ObjectSchema = z.looseObject({ type: z.literal('EAN-13'), ...linearBarcode, text: dynamicText });

/** A Code 128 barcode. */
export const code128ObjectSchema = z.looseObject({
  type: z.literal('Code128'),
  ...linearBarcode,
  text: dynamicText,
  encoding: z.enum(['AUTO', 'A', 'B', 'C']).optional(),
});

/**
 * One GS1 element string: application identifier and value, as an object or a pair. A missing check digit of an SSCC (00) is added; every
 * other value must be complete.
 */
export const gs1ElementSchema = z.union([
  z.looseObject({ id: z.string().regex(/^\d{2,4}$/, 'must be 2 to 4 digits'), value: dynamicText }),
  z.tuple([z.string().regex(/^\d{2,4}$/, 'must be 2 to 4 digits'), dynamicText]),
]);
export type Gs1Element = z.infer<typeof gs1ElementSchema>;

const apps = z.array(gs1ElementSchema).min(1, 'needs at least one application identifier').max(100);

/** Element strings in one text: application identifiers with their values, separated by FNC1 as the character U+001D. */
const plainGs1 = {
  text: dynamicText,
  /** Omits every FNC1 that readers do not need. */
  optimize: z.boolean().optional(),
};

/** A GS1-128 barcode with separate element strings. */
export const gs1128ObjectSchema = z.looseObject({ type: z.literal('GS1-128'), ...linearBarcode, apps });

/** A GS1-128 barcode with all element strings in one text. */
export const gs1128PlainObjectSchema = z.looseObject({ type: z.literal('GS1-128-Plain'), ...linearBarcode, ...plainGs1 });

/** An EAN-8 barcode: 7 digits, or 8 with a correct check digit. */
export const ean8ObjectSchema = z.looseObject({ type: z.literal('EAN-8'), ...linearBarcode, text: dynamicText });

/** A UPC-A barcode: 11 digits, or 12 with a correct check digit. */
export const upcAObjectSchema = z.looseObject({ type: z.literal('UPC-A'), ...linearBarcode, text: dynamicText });

/**
 * A UPC-E barcode: 7 digits beginning with 0 or 1, 8 with a correct check digit, or a UPC-A number of 11 or 12 digits that can be
 * compressed.
 */
export const upcEObjectSchema = z.looseObject({ type: z.literal('UPC-E'), ...linearBarcode, text: dynamicText });

/** A Code 93 barcode. */
export const code93ObjectSchema = z.looseObject({ type: z.literal('Code93'), ...linearBarcode, text: dynamicText });

const dataBar = { type: z.literal('GS1-DataBar'), ...linearBarcode };

const gtinVariant = z.enum(['OMNIDIRECTIONAL', 'TRUNCATED', 'STACKED', 'STACKED_OMNIDIRECTIONAL', 'LIMITED']);
const expandedVariant = z.enum(['EXPANDED', 'EXPANDED_STACKED']);

/**
 * A GS1 DataBar with a GTIN of 13 digits, or 14 with a correct check digit; OMNIDIRECTIONAL by default. The standard fixes the heights of
 * the stacked variants.
 */
export const dataBarGtinObjectSchema = z.looseObject({
  ...dataBar,
  // Optional first: only then does the union select this schema when the variant is missing.
  variant: gtinVariant.optional().default('OMNIDIRECTIONAL'),
  text: dynamicText,
});

/** A GS1 DataBar Expanded: element strings in one row or, for EXPANDED_STACKED, in rows of `segments` (4). */
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

/** The GS1 DataBar family: `variant` selects the symbology, and whether it contains a GTIN (`text`) or element strings (`apps`). */
export const dataBarObjectSchema = z.discriminatedUnion('variant', [dataBarGtinObjectSchema, dataBarExpandedObjectSchema], {
  error: `variant must be one of ${[...gtinVariant.options, ...expandedVariant.options].join(', ')}`,
});

const barRatio = z.number().min(2, 'must be at least 2').max(3, 'must be at most 3').optional();
const bearerBar = z.number().min(0, 'must not be negative').max(100, 'must be at most 100').optional();

const interleaved = {
  ...linearBarcode,
  text: dynamicText,
  /** Width of a wide bar in multiples of the narrow bar. */
  barRatio,
  /** Thickness of the bearer bars above and below the code, in narrow bars; 0 = none. */
  hBearerBar: bearerBar,
  /** Thickness of the bearer bars left and right of the code, in narrow bars; 0 = none. */
  vBearerBar: bearerBar,
};

/** An Interleaved 2 of 5 barcode. */
export const itfObjectSchema = z.looseObject({ type: z.literal('ITF'), ...interleaved });

/** An ITF-14 barcode: 13 digits, or 14 with a correct check digit. */
export const itf14ObjectSchema = z.looseObject({ type: z.literal('ITF-14'), ...interleaved });

/** A Code 39 barcode. */
export const code39ObjectSchema = z.looseObject({
  type: z.literal('Code39'),
  ...linearBarcode,
  text: dynamicText,
  /** Width of a wide bar in multiples of the narrow bar. */
  barRatio,
  /** Whether to add the modulo 43 check character. */
  checkDigit: z.boolean().optional(),
});

const matrixBarcode = {
  ...positioned,
  /** Side of one module; rounded to whole dots. */
  moduleSize: positive.optional(),
  quietZone: z.boolean().optional(),
  /** Empty modules around the code, in addition to its quiet zone. */
  extraQuietZone: z.number().int('must be whole modules').min(0, 'must not be negative').max(1000, 'must be at most 1000').optional(),
  color: colorSchema.optional(),
};

const dataMatrix = {
  ...matrixBarcode,
  /** Symbol size in modules; by default the smallest that fits. */
  size: z.object({ width: z.number().int().positive(), height: z.number().int().positive() }).optional(),
  rectangular: z.boolean().optional(),
};

/** A Data Matrix code. */
export const dataMatrixObjectSchema = z.looseObject({ type: z.literal('DataMatrix'), ...dataMatrix, text: dynamicText });

/** A GS1 DataMatrix code with separate element strings. */
export const gs1DataMatrixObjectSchema = z.looseObject({ type: z.literal('GS1-DataMatrix'), ...dataMatrix, apps });

/** A GS1 DataMatrix code with all element strings in one text. */
export const gs1DataMatrixPlainObjectSchema = z.looseObject({ type: z.literal('GS1-DataMatrix-Plain'), ...dataMatrix, ...plainGs1 });

const qrCode = {
  ...matrixBarcode,
  /** Modules per side (21, 25, ... 177); by default the smallest that fits. */
  size: z.number().int().positive().optional(),
  eccLevel: z.enum(['L', 'M', 'Q', 'H']).optional(),
};

/** A QR Code. */
export const qrCodeObjectSchema = z.looseObject({ type: z.literal('QRCode'), ...qrCode, text: dynamicText });

/** A GS1 QR Code with separate element strings. */
export const gs1QrCodeObjectSchema = z.looseObject({ type: z.literal('GS1-QRCode'), ...qrCode, apps });

/** A GS1 QR Code with all element strings in one text. */
export const gs1QrCodePlainObjectSchema = z.looseObject({ type: z.literal('GS1-QRCode-Plain'), ...qrCode, ...plainGs1 });

/** Scheme and domain of a link, optionally followed by the path under which its links begin. */
const linkDomain = z
  .string()
  .max(200, 'must have at most 200 characters')
  .regex(
    /^https?:\/\/[\da-z](?:[\d.a-z-]*[\da-z])?(?::\d{1,5})?(?:\/[\w.~-]+)*\/?$/iu,
    'must be https:// or http:// and a domain, such as https://id.gs1.org',
  );

/** A QR Code that contains a GS1 Digital Link. The link begins with the first element string that can be a primary key. */
export const gs1DigitalLinkObjectSchema = z.looseObject({
  type: z.literal('GS1-DigitalLink'),
  ...qrCode,
  apps,
  /** Scheme and domain of the link; by default the GS1 resolver, https://id.gs1.org. */
  domain: linkDomain.optional(),
});

const matrixEcc = z.int('must be a whole number');

/** A PDF417 code. */
export const pdf417ObjectSchema = z.looseObject({
  type: z.literal('PDF417'),
  ...matrixBarcode,
  text: dynamicText,
  /** Data columns and rows; by default as many as the data need. */
  columns: z.int('must be whole columns').min(1, 'must be at least 1').max(30, 'must be at most 30').optional(),
  rows: z.int('must be whole rows').min(3, 'must be at least 3').max(90, 'must be at most 90').optional(),
  /** Height of a row in modules. */
  rowHeight: z.int('must be whole modules').min(2, 'must be at least 2').max(20, 'must be at most 20').optional(),
  /** Error correction level: 2^(level + 1) codewords correct errors; by default the level that the standard recommends. */
  eccLevel: matrixEcc.min(0, 'must be at least 0').max(8, 'must be at most 8').optional(),
});

/** An Aztec code. */
export const aztecObjectSchema = z.looseObject({
  type: z.literal('Aztec'),
  ...matrixBarcode,
  text: dynamicText,
  /** Modules per side (15, 19, 23, 27, 31, 37, ... 151); by default the smallest that fits. */
  size: z.number().int().positive().optional(),
  /** Percentage of the symbol used for error correction. */
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

/** The schemas of all barcodes. */
export const BARCODE_SCHEMAS = [...LINEAR_SCHEMAS, dataBarObjectSchema, ...MATRIX_SCHEMAS] as const;

/** A linear barcode. */
export type LinearBarcode = z.infer<(typeof LINEAR_SCHEMAS)[number] | typeof dataBarObjectSchema>;
/** A matrix barcode. */
export type MatrixBarcode = z.infer<(typeof MATRIX_SCHEMAS)[number]>;
/** A barcode, linear or matrix. */
export type Barcode = LinearBarcode | MatrixBarcode;

/** A barcode with separate GS1 element strings. */
export type Gs1AppsBarcode = Extract<Barcode, { apps: Gs1Element[] }>;

/** The types of all linear barcodes. */
export const LINEAR_BARCODE_TYPES = [...LINEAR_SCHEMAS.map((schema) => schema.shape.type.value), dataBar.type.value];
/** The types of all matrix barcodes. */
export const MATRIX_BARCODE_TYPES = MATRIX_SCHEMAS.map((schema) => schema.shape.type.value);
