import { z } from 'zod';

/** A number as JSON has it. */
export const finite = z.number().refine(Number.isFinite, 'must be a finite number');
/** Millimetres, as all lengths of a label; 0 is allowed. */
export const length = finite
  .refine((value) => value >= 0, 'must not be negative')
  .refine((value) => value <= 10_000, 'must be at most 10 000 mm');
/** A length greater than 0. */
export const positive = finite
  .refine((value) => value > 0, 'must be greater than 0')
  .refine((value) => value <= 10_000, 'must be at most 10 000 mm');
/** Millimetres from the label's corner, on either side of it. */
export const coordinate = finite.refine((value) => Math.abs(value) <= 10_000, 'must lie within 10 000 mm');
/** Text that may hold codes. */
export const dynamicText = z.string().max(20_000, 'must have at most 20 000 characters');

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

/** What every object may have. */
export const named = {
  name: z.string().max(255).optional(),
  /** Drawn unless this text is empty, `0` or `false`; may hold codes. */
  visible: dynamicText.optional(),
};

/** Where an object stands. */
export const positioned = {
  ...named,
  x: coordinate,
  y: coordinate,
  hAnchor: hAnchorSchema.optional(),
  vAnchor: vAnchorSchema.optional(),
  rotation: objectRotationSchema.optional(),
};
