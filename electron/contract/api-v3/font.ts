import { z } from 'zod';

/** Accepted media types of a font file; fonts are served as the first one. */
export const FONT_MEDIA_TYPES = ['font/sfnt', 'font/ttf', 'font/otf', 'font/collection'] as const;

/** The style of a font for which a label names none. */
export const REGULAR_STYLE = 'Regular';

/** The name of a font in labels and settings. `style` is '' for the regular style, 'Bold', 'Italic', 'Bold Italic' or another. */
export const fontReferenceSchema = z.looseObject({
  family: z.string().min(1).max(255),
  style: z.string().max(255).default(''),
});
export type FontName = Pick<z.infer<typeof fontReferenceSchema>, 'family' | 'style'>;

/** Fonts for characters that the font of a text lacks, in the order in which they are tried (extension). */
export const fallbackFontsSchema = z.array(fontReferenceSchema).max(16, 'must be at most 16 fonts');

/** A font that labels can use (extension). */
export const fontListItemSchema = z.object({
  family: z.string(),
  /** Regular, Bold, Italic, Bold Italic, or the style name in the font file. */
  style: z.string(),
  /** Whether the font comes with Strobe and cannot be removed. */
  isBundled: z.boolean(),
  /** Size of the file in bytes. */
  bytes: z.number().int(),
  /** When it was installed, ISO 8601; absent for a bundled font. */
  installed: z.string().optional(),
  /** Why this version cannot load the font; labels that use it cannot be rendered. Absent for a usable font. */
  unusable: z.string().optional(),
  /** SHA-256 of the installed file, hexadecimal; absent for a bundled font. */
  hash: z.string().optional(),
  /** The licence, as the file states it. */
  licence: z.string().optional(),
  licenceUrl: z.string().optional(),
  copyright: z.string().optional(),
});
export type FontListItem = z.infer<typeof fontListItemSchema>;

/** Which font of a collection is installed. By default the one with the name under which it is installed. */
export const fontFaceQuerySchema = z.object({
  /** Its place in the collection, from 0. */
  face: z.coerce.number().int().min(0).max(255).optional(),
});

/** The text of a font sample; by default characters that the font contains. */
export const fontSampleQuerySchema = z.object({ text: z.string().min(1).max(200).optional() });
