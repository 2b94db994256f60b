import { z } from 'zod';

/** Media types in which a font file is put; the first is the one that it is served in. */
export const FONT_MEDIA_TYPES = ['font/sfnt', 'font/ttf', 'font/otf'] as const;

/** What labels call the plain cut of a family when they give no style. */
export const REGULAR_STYLE = 'Regular';

/** A font that labels can use (extension). */
export const fontListItemSchema = z.object({
  family: z.string(),
  /** Regular, Bold, Italic, Bold Italic, or what the font's makers call it. */
  style: z.string(),
  /** Whether it comes with Strobe and cannot be removed. */
  isBundled: z.boolean(),
  /** Size of the file in bytes. */
  bytes: z.number().int(),
  /** When it was installed, ISO 8601; absent for a bundled one. */
  installed: z.string().optional(),
  /** Why this version cannot load it; labels in it cannot be drawn. Absent for one that can be used. */
  unusable: z.string().optional(),
});
export type FontListItem = z.infer<typeof fontListItemSchema>;

/** Text of a sample; characters that the font has when left out. */
export const fontSampleQuerySchema = z.object({ text: z.string().min(1).max(200).optional() });
