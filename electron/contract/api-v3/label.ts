import { z } from 'zod';
import { BARCODE_SCHEMAS, LINEAR_BARCODE_TYPES, MATRIX_BARCODE_TYPES } from './label-barcodes.ts';
import type { Barcode } from './label-barcodes.ts';
import { EXTENSION } from './extension.ts';
import { labelTestSchema } from './label-test.ts';
import { colorSchema, coordinate, dynamicText, finite, fontSchema, length, named, positioned, positive } from './label-parts.ts';

/** Lengths are millimetres throughout. Unknown keys are kept (`looseObject`), so that a newer label survives an older station. */

export const rotationSchema = z.enum(['NONE', 'CW90', 'CW180', 'CCW90']);
export type Rotation = z.infer<typeof rotationSchema>;

export const textObjectSchema = z.looseObject({
  type: z.literal('Text'),
  ...positioned,
  text: dynamicText,
  /**
   * How styles are written in the text. SIMPLE: `*bold*`. ADVANCED: `[key="value" key="value"]text[]`, nested as deep as need be, with the
   * keys color, font-family, font-style and font-height (mm); a value may hold codes. `\*`, `\[`, `\]` and `\"` are ordinary characters.
   * Codes and what they stand for never hold styles.
   */
  styleFormat: z.enum(['NONE', 'SIMPLE', 'ADVANCED']).optional(),
  font: fontSchema,
  color: colorSchema.optional(),
  width: positive.optional(),
  height: positive.optional(),
  /** LEFT and RIGHT are sides of the object. Without it a line stands where its paragraph begins: LEFT, in Arabic or Hebrew RIGHT. */
  hAlign: z.enum(['LEFT', 'CENTER', 'RIGHT', 'JUSTIFIED']).optional(),
  vAlign: z.enum(['TOP', 'CENTER', 'BOTTOM']).optional(),
  /** Added between characters; may be negative. */
  letterSpacing: coordinate.optional(),
  /** Added between lines; may be negative. */
  lineSpacing: coordinate.optional(),
});
export type TextObject = z.infer<typeof textObjectSchema>;

export const rectObjectSchema = z.looseObject({
  type: z.literal('Rect'),
  ...positioned,
  width: positive,
  height: positive,
  fillColor: colorSchema.optional(),
  lineWidth: length.optional(),
  lineColor: colorSchema.optional(),
  cornerRadius: length.optional(),
});
export type RectObject = z.infer<typeof rectObjectSchema>;

export const ellipseObjectSchema = z.looseObject({
  type: z.literal('Ellipse'),
  ...positioned,
  width: positive,
  height: positive,
  fillColor: colorSchema.optional(),
  lineWidth: length.optional(),
  lineColor: colorSchema.optional(),
});
export type EllipseObject = z.infer<typeof ellipseObjectSchema>;

export const polyLineObjectSchema = z.looseObject({
  type: z.literal('PolyLine'),
  ...named,
  points: z
    .array(coordinate)
    .min(4, 'needs at least two points')
    .max(100_000, 'must have at most 50 000 points')
    .refine((points) => points.length % 2 === 0, 'needs an even number of coordinates'),
  lineWidth: positive.optional(),
  color: colorSchema.optional(),
  segments: z.array(positive).max(100).optional(),
});
export type PolyLineObject = z.infer<typeof polyLineObjectSchema>;

export const staticBitmapObjectSchema = z.looseObject({
  type: z.literal('StaticBitmap'),
  ...positioned,
  /** A PNG as base64, with or without `data:image/png;base64,` before it; it is stretched to width and height. */
  bitmap: z.string().min(1),
  width: positive,
  height: positive,
  /** What dark dots are drawn in (black). A printer of colours draws the picture in its own colours without it. */
  fgColor: colorSchema.optional(),
  /** What lies behind the picture; without it light dots show what lies below. */
  bgColor: colorSchema.optional(),
  /** Dots darker than this print, 0 to 1 (0.5); with dithering a higher one makes the picture darker as a whole. */
  threshold: finite
    .refine((value) => value >= 0, 'must not be negative')
    .refine((value) => value <= 1, 'must be at most 1')
    .optional(),
  /** How shades become dots (NONE: by the threshold). A picture in its own colours always has a screen for each ink. */
  dithering: z.enum(['NONE', 'ORDERED', 'FLOYD_STEINBERG']).optional(),
});
export type StaticBitmapObject = z.infer<typeof staticBitmapObjectSchema>;

export interface ObjectGroup {
  type: 'ObjectGroup';
  name?: string | undefined;
  visible?: string | undefined;
  children: LabelObject[];
  [key: string]: unknown;
}

/** A group has no position of its own; its children, if it has any, are drawn in order, none of them when it is not visible. */
export const objectGroupSchema = z.looseObject({
  type: z.literal('ObjectGroup'),
  ...named,
  get children(): z.ZodType<LabelObject[]> {
    return z.array(labelObjectSchema).max(10_000).default([]);
  },
});

export type LabelObject = TextObject | RectObject | EllipseObject | PolyLineObject | StaticBitmapObject | Barcode | ObjectGroup;

const OBJECT_SCHEMAS = [
  textObjectSchema,
  rectObjectSchema,
  ellipseObjectSchema,
  polyLineObjectSchema,
  staticBitmapObjectSchema,
  ...BARCODE_SCHEMAS,
  objectGroupSchema,
] as const;

/** The object types that this version draws. */
export const LABEL_OBJECT_TYPES = [
  'Text',
  'Rect',
  'Ellipse',
  'PolyLine',
  'StaticBitmap',
  ...LINEAR_BARCODE_TYPES,
  ...MATRIX_BARCODE_TYPES,
  'ObjectGroup',
] as const;

export const labelObjectSchema: z.ZodType<LabelObject> = z.discriminatedUnion('type', OBJECT_SCHEMAS, {
  error: `must be an object whose type is one of ${LABEL_OBJECT_TYPES.join(', ')}`,
});

/** A label document, as PUT and GET carry it. */
export const labelSchema = z.looseObject({
  format: z.literal(3, 'must be 3'),
  /** 0 = automatic: the content's extent. */
  width: length,
  /** 0 = automatic: the content's extent. */
  height: length,
  objs: z.array(labelObjectSchema).max(10_000, 'must have at most 10 000 objects'),
  bgColor: colorSchema.optional(),
  /** How far a product still moves between its trigger and the print. */
  printDelay: length.optional(),
  /** The deprecated name of printDelay; printDelay counts where both are given. */
  margin: length.optional(),
  hdpi: positive.optional(),
  vdpi: positive.optional(),
  rotation: rotationSchema.optional(),
  /** Moves the whole print; positive is up. */
  vOffset: coordinate.optional(),
  /** Factor along the print direction; 1 = none. */
  stretch: positive.refine((factor) => factor <= 4, 'must be at most 4').optional(),
  /** Extension: what its prints must say. They run with every PUT of the label, and before it is selected. */
  labelTests: z.array(labelTestSchema).max(200, 'must be at most 200 tests').optional().meta(EXTENSION),
});
export type Label = z.infer<typeof labelSchema>;

/** An element of the label list. */
export const labelSummarySchema = z.object({
  width: z.number(),
  height: z.number(),
  /** When the label was last put, ISO 8601. */
  modified: z.string(),
  /** Grows with every PUT of this label. */
  revision: z.number().int(),
});
export type LabelSummary = z.infer<typeof labelSummarySchema>;

/** Query of the simulation: tableName, keyColumn and key come together or not at all. */
export const simulationQuerySchema = z.object({
  tableName: z.string().optional(),
  keyColumn: z.string().optional(),
  key: z.string().optional(),
  /** Extension: the printer whose resolution is drawn. */
  printer: z.string().optional().meta(EXTENSION),
  /** Extension: draws and resolves what can be; what cannot is left out and listed among the faults of the review. */
  lenient: z.enum(['true', 'false'], 'must be true or false').optional().meta(EXTENSION),
  /** Extension: the moment, ISO 8601. */
  at: z.iso.datetime({ offset: true, error: 'must be a moment as ISO 8601, such as 2026-11-21T06:00:00Z' }).optional().meta(EXTENSION),
});
export type SimulationQuery = z.infer<typeof simulationQuerySchema>;
