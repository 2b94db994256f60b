import { z } from 'zod';

/** A finite number. */
export const finite = z.number().refine(Number.isFinite, 'must be a finite number');
/** A length in millimetres; 0 is allowed. */
export const length = finite
  .refine((value) => value >= 0, 'must not be negative')
  .refine((value) => value <= 10_000, 'must be at most 10 000 mm');
/** A length greater than 0. */
export const positive = finite
  .refine((value) => value > 0, 'must be greater than 0')
  .refine((value) => value <= 10_000, 'must be at most 10 000 mm');
/** A coordinate in millimetres from the label's corner; may be negative. */
export const coordinate = finite.refine((value) => Math.abs(value) <= 10_000, 'must lie within 10 000 mm');
/** Text that may contain dynamic fields such as `{DATE}`. */
export const dynamicText = z.string().max(20_000, 'must have at most 20 000 characters');

/** Rotation of an object: degrees clockwise around its anchor point. */
export const objectRotationSchema = z.union([z.literal(0), z.literal(90), z.literal(180), z.literal(270)]);

/** The horizontal side of an object that its position refers to. */
export const hAnchorSchema = z.enum(['LEFT', 'CENTER', 'RIGHT']);
/** The vertical side of an object that its position refers to. */
export const vAnchorSchema = z.enum(['TOP', 'CENTER', 'BOTTOM']);

/** `#rrggbb`, `rgb(20%,70%,40%)`, `cmyk(...)` or a colour name; may contain dynamic text. */
export const colorSchema = z.string().min(1).max(200);

/** The font of a text. */
export const fontSchema = z.looseObject({
  family: z.string().min(1).max(255),
  style: z.string().max(255).default(''),
  /** Height in millimetres. */
  height: positive,
});
export type Font = z.infer<typeof fontSchema>;

/** Attributes of every object. */
export const named = {
  name: z.string().max(255).optional(),
  /** The object is drawn unless this text is empty, `0` or `false`; may contain dynamic text. */
  visible: dynamicText.optional(),
};

/** Position and rotation of an object. */
export const positioned = {
  ...named,
  x: coordinate,
  y: coordinate,
  hAnchor: hAnchorSchema.optional(),
  vAnchor: vAnchorSchema.optional(),
  rotation: objectRotationSchema.optional(),
};
