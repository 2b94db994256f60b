import { z } from 'zod';
import { newNameSchema } from './name.ts';

/** A font of the controller's computer, which labels can use once it is installed on the controller (extension). */
export const systemFontSchema = z.object({
  /** Identifies the font while its file stays where it is. */
  id: z.string(),
  family: z.string(),
  /** Regular, Bold, Italic, Bold Italic, or another name in the file. */
  style: z.string(),
  /** ISO 15924 codes of the scripts that it covers, such as Hans, Jpan, Hebr or Thai. */
  scripts: z.array(z.string()),
  /** The licence, as the file states it. */
  licence: z.string().optional(),
  licenceUrl: z.string().optional(),
  copyright: z.string().optional(),
  /** The path of the file on the controller's computer. */
  file: z.string(),
  /** Size of the file in bytes; a collection has one for all its fonts. */
  bytes: z.number().int(),
});
export type SystemFont = z.infer<typeof systemFontSchema>;

/** Query of the list. */
export const systemFontsQuerySchema = z.object({
  /** Only fonts that have all these characters. */
  characters: z.string().min(1).max(200).optional(),
});

/** Body of the installation of a font of the computer: its name in labels, by default that in the file. */
export const systemFontInstallationSchema = z.strictObject({
  family: newNameSchema.optional(),
  style: newNameSchema.optional(),
});

/** A font that was installed. */
export const installedSystemFontSchema = z.object({
  family: z.string(),
  style: z.string(),
  /** SHA-256 of the installed file, hexadecimal. */
  hash: z.string(),
});
