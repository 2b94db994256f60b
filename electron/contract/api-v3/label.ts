import { z } from 'zod';

/** Lengths are millimetres throughout. Unknown keys are kept (`looseObject`), so that a newer label survives an older station. */

const finite = z.number().refine(Number.isFinite, 'must be a finite number');
const length = finite.refine((value) => value >= 0, 'must not be negative').refine((value) => value <= 10_000, 'must be at most 10 000 mm');
const positive = finite
  .refine((value) => value > 0, 'must be greater than 0')
  .refine((value) => value <= 10_000, 'must be at most 10 000 mm');
const coordinate = finite.refine((value) => Math.abs(value) <= 10_000, 'must lie within 10 000 mm');
const dynamicText = z.string().max(20_000, 'must have at most 20 000 characters');

export const rotationSchema = z.enum(['NONE', 'CW90', 'CW180', 'CCW90']);
export type Rotation = z.infer<typeof rotationSchema>;

/** Rotation of an object: degrees clockwise around its anchor point. */
export const objectRotationSchema = z.union([z.literal(0), z.literal(90), z.literal(180), z.literal(270)]);

export const hAnchorSchema = z.enum(['LEFT', 'CENTER', 'RIGHT']);
export const vAnchorSchema = z.enum(['TOP', 'CENTER', 'BOTTOM']);

/** `#rrggbb`, `rgb(20%,70%,40%)`, `cmyk(...)` or a colour's name; may hold dynamic text. */
export const colorSchema = z.string().min(1).max(200);

export const fontSchema = z.looseObject({
  family: z.string().min(1).max(255),
  style: z.string().max(255).default(''),
  /** Height in millimetres. */
  height: positive,
});
export type Font = z.infer<typeof fontSchema>;

const positioned = {
  name: z.string().max(255).optional(),
  x: coordinate,
  y: coordinate,
  hAnchor: hAnchorSchema.optional(),
  vAnchor: vAnchorSchema.optional(),
  rotation: objectRotationSchema.optional(),
};

export const textObjectSchema = z.looseObject({
  type: z.literal('Text'),
  ...positioned,
  text: dynamicText,
  font: fontSchema,
  color: colorSchema.optional(),
  width: positive.optional(),
  height: positive.optional(),
  hAlign: z.enum(['LEFT', 'CENTER', 'RIGHT', 'JUSTIFIED']).optional(),
  vAlign: z.enum(['TOP', 'CENTER', 'BOTTOM']).optional(),
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

export const polyLineObjectSchema = z.looseObject({
  type: z.literal('PolyLine'),
  name: z.string().max(255).optional(),
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

export interface ObjectGroup {
  type: 'ObjectGroup';
  name?: string | undefined;
  children: LabelObject[];
  [key: string]: unknown;
}

/** A group has no position of its own; its children are drawn in order. */
export const objectGroupSchema = z.looseObject({
  type: z.literal('ObjectGroup'),
  name: z.string().max(255).optional(),
  get children(): z.ZodType<LabelObject[]> {
    return z.array(labelObjectSchema).max(10_000);
  },
});

export type LabelObject =
  TextObject | RectObject | PolyLineObject | Ean13Object | Code128Object | Gs1DataMatrixObject | QrCodeObject | ObjectGroup;

const OBJECT_SCHEMAS = [
  textObjectSchema,
  rectObjectSchema,
  polyLineObjectSchema,
  ean13ObjectSchema,
  code128ObjectSchema,
  gs1DataMatrixObjectSchema,
  qrCodeObjectSchema,
  objectGroupSchema,
] as const;

/** The object types that this version draws. */
export const LABEL_OBJECT_TYPES = ['Text', 'Rect', 'PolyLine', 'EAN-13', 'Code128', 'GS1-DataMatrix', 'QRCode', 'ObjectGroup'] as const;

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
  hdpi: positive.optional(),
  vdpi: positive.optional(),
  rotation: rotationSchema.optional(),
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
  printer: z.string().optional(),
  /** Extension: the moment, ISO 8601. */
  at: z.iso.datetime({ offset: true, error: 'must be a moment as ISO 8601, such as 2026-11-21T06:00:00Z' }).optional(),
});
export type SimulationQuery = z.infer<typeof simulationQuerySchema>;
