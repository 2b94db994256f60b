import { z } from 'zod';
import { BARCODE_SCHEMAS, LINEAR_BARCODE_TYPES, MATRIX_BARCODE_TYPES } from './label-barcodes.ts';
import type { Barcode } from './label-barcodes.ts';
import { approvalStateSchema } from './approval-state.ts';
import { EXTENSION } from './extension.ts';
import { fallbackFontsSchema } from './font.ts';
import { labelTestSchema } from './label-test.ts';
import { colorSchema, coordinate, dynamicText, finite, fontSchema, length, named, positioned, positive } from './label-parts.ts';

/**
 * Lengths are in millimetres. Unknown keys are preserved (`looseObject`), so an older station does not lose the content of a newer label.
 */

/** Rotation of the whole label. */
export const rotationSchema = z.enum(['NONE', 'CW90', 'CW180', 'CCW90']);
export type Rotation = z.infer<typeof rotationSchema>;

/** A text. */
export const textObjectSchema = z.looseObject({
  type: z.literal('Text'),
  ...positioned,
  text: dynamicText,
  /**
   * Markup of styles in the text. SIMPLE: `*bold*`. ADVANCED: `[key="value" key="value"]text[]`, nested to any depth, with the keys color,
   * font-family, font-style and font-height (mm); values may contain dynamic fields. `\*`, `\[`, `\]` and `\"` are literal characters.
   * Dynamic fields and their values never contain markup.
   */
  styleFormat: z.enum(['NONE', 'SIMPLE', 'ADVANCED']).optional(),
  font: fontSchema,
  color: colorSchema.optional(),
  width: positive.optional(),
  height: positive.optional(),
  /**
   * LEFT and RIGHT refer to the object's sides. By default a line begins where its paragraph begins: LEFT, or RIGHT in Arabic and Hebrew.
   */
  hAlign: z.enum(['LEFT', 'CENTER', 'RIGHT', 'JUSTIFIED']).optional(),
  vAlign: z.enum(['TOP', 'CENTER', 'BOTTOM']).optional(),
  /** Distance added between characters; may be negative. */
  letterSpacing: coordinate.optional(),
  /** Distance added between lines; may be negative. */
  lineSpacing: coordinate.optional(),
});
export type TextObject = z.infer<typeof textObjectSchema>;

/** A rectangle. */
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

/** An ellipse. */
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

/** A line through two or more points. */
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

/** A picture that is part of the label. */
export const staticBitmapObjectSchema = z.looseObject({
  type: z.literal('StaticBitmap'),
  ...positioned,
  /** A PNG in Base64, with or without the prefix `data:image/png;base64,`; stretched to width and height. */
  bitmap: z.string().min(1),
  width: positive,
  height: positive,
  /** Colour of the dark dots (black). If it is absent, a colour printer prints the picture in its own colours. */
  fgColor: colorSchema.optional(),
  /** Colour of the light dots; if it is absent, light dots are transparent. */
  bgColor: colorSchema.optional(),
  /** Darkness above which a dot prints, 0 to 1 (0.5); with dithering, a higher threshold darkens the whole picture. */
  threshold: finite
    .refine((value) => value >= 0, 'must not be negative')
    .refine((value) => value <= 1, 'must be at most 1')
    .optional(),
  /** How grey levels become dots (NONE: by the threshold). A picture in its own colours is always screened for each ink. */
  dithering: z.enum(['NONE', 'ORDERED', 'FLOYD_STEINBERG']).optional(),
});
export type StaticBitmapObject = z.infer<typeof staticBitmapObjectSchema>;

/** A group of objects with a common print condition. */
export interface ObjectGroup {
  type: 'ObjectGroup';
  name?: string | undefined;
  visible?: string | undefined;
  children: LabelObject[];
  [key: string]: unknown;
}

/** A group has no position; its children are drawn in order, and none of them if the group is not visible. */
export const objectGroupSchema = z.looseObject({
  type: z.literal('ObjectGroup'),
  ...named,
  get children(): z.ZodType<LabelObject[]> {
    return z.array(labelObjectSchema).max(10_000).default([]);
  },
});

/** Any object of a label. */
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

/** The object types that this version can draw. */
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

/** Any object of a label. */
export const labelObjectSchema: z.ZodType<LabelObject> = z.discriminatedUnion('type', OBJECT_SCHEMAS, {
  error: `must be an object whose type is one of ${LABEL_OBJECT_TYPES.join(', ')}`,
});

/** The label document in the bodies of PUT and GET. */
export const labelSchema = z.looseObject({
  format: z.literal(3, 'must be 3'),
  /** 0 = automatic: the extent of the content. */
  width: length,
  /** 0 = automatic: the extent of the content. */
  height: length,
  objs: z.array(labelObjectSchema).max(10_000, 'must have at most 10 000 objects'),
  bgColor: colorSchema.optional(),
  /** Distance that a product moves between its trigger and the print. */
  printDelay: length.optional(),
  /** Deprecated name of printDelay, which takes precedence. */
  margin: length.optional(),
  hdpi: positive.optional(),
  vdpi: positive.optional(),
  rotation: rotationSchema.optional(),
  /** Moves the whole print vertically; positive is up. */
  vOffset: coordinate.optional(),
  /** Scale factor along the print direction; 1 = unscaled. */
  stretch: positive.refine((factor) => factor <= 4, 'must be at most 4').optional(),
  /** Extension: tests of the label. They run with every PUT of the label and before a job with it is selected. */
  labelTests: z.array(labelTestSchema).max(200, 'must be at most 200 tests').optional().meta(EXTENSION),
  /** Extension: fonts for characters that the font of a text lacks, in their order; tried before the controller's own. */
  fallbackFonts: fallbackFontsSchema.optional().meta(EXTENSION),
});
export type Label = z.infer<typeof labelSchema>;

/**
 * The minimum that a stored label must have to be read. A label that this version cannot use, because of a stricter schema or another version
 * of Strobe, is returned as it is stored, so that it can be saved, corrected or replaced.
 */
export const storedLabelSchema = z.looseObject({ objs: z.unknown() }).meta(EXTENSION);

/** An element of the label list. */
export const labelSummarySchema = z.object({
  width: z.number(),
  height: z.number(),
  /** When the label was last put, ISO 8601. */
  modified: z.string(),
  /** Increases with every PUT of this label. */
  revision: z.number().int(),
  /** Extension: the columns of the table row that the label prints; empty for a label that needs no row, or that cannot be used. */
  columns: z.array(z.string()).meta(EXTENSION),
  /** Extension: the approval of the current version. */
  approval: approvalStateSchema.meta(EXTENSION),
  /** Extension: the newest approved version; null when there is none. */
  approvedRevision: z.number().int().nullable().meta(EXTENSION),
});
export type LabelSummary = z.infer<typeof labelSummarySchema>;

/** Query of the simulation; tableName, keyColumn and key must be given together or not at all. */
export const simulationQuerySchema = z.object({
  tableName: z.string().optional(),
  keyColumn: z.string().optional(),
  key: z.string().optional(),
  /** Extension: the printer whose resolution is used. */
  printer: z.string().optional().meta(EXTENSION),
  /** Extension: simulates as much as possible; objects with errors are omitted and listed in the review's faults. */
  lenient: z.enum(['true', 'false'], 'must be true or false').optional().meta(EXTENSION),
  /** Extension: the time of the print, ISO 8601. */
  at: z.iso
    .datetime({ offset: true, error: 'must be a date and time in ISO 8601, such as 2026-11-21T06:00:00Z' })
    .optional()
    .meta(EXTENSION),
});
export type SimulationQuery = z.infer<typeof simulationQuerySchema>;
