import { z } from 'zod';
import { fontListItemSchema } from '../api-v3/font.ts';
import { installedSystemFontSchema, systemFontSchema } from '../api-v3/system-font.ts';
import { connectionInput } from './operation-input.ts';
import { command, query } from './operation.ts';

/** A font that the designer offers. `isSubstitute` marks Strobe's own on a controller that does not say which fonts it has. */
export const offeredFontSchema = fontListItemSchema.extend({ isSubstitute: z.literal(true).optional() });
export type OfferedFont = z.infer<typeof offeredFontSchema>;

/** Font files: see `fontFileUrl`. */
export const fontsContract = {
  list: query(connectionInput, z.array(offeredFontSchema)),
  /** Extension: the fonts of the controller's computer, all or those with certain characters. */
  listSystem: query(connectionInput.extend({ characters: z.string().optional() }), z.array(systemFontSchema)),
  /** Extension: installs one of them under its own name. */
  installSystem: command('labels', connectionInput.extend({ id: z.string() }), installedSystemFontSchema),
  remove: command('labels', connectionInput.extend({ family: z.string(), style: z.string() }), z.object({})),
};
