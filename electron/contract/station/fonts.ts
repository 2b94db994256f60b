import { z } from 'zod';
import { fontListItemSchema } from '../api-v3/font.ts';
import { connectionInput } from './operation-input.ts';
import { command, query } from './operation.ts';

/** A font that the designer offers. `isSubstitute` marks Strobe's own on a controller that does not say which fonts it has. */
export const offeredFontSchema = fontListItemSchema.extend({ isSubstitute: z.literal(true).optional() });
export type OfferedFont = z.infer<typeof offeredFontSchema>;

/** Font files: see `fontFileUrl`. */
export const fontsContract = {
  list: query(connectionInput, z.array(offeredFontSchema)),
  remove: command(connectionInput.extend({ family: z.string(), style: z.string() }), z.object({})),
};
