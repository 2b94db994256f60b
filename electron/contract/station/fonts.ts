import { z } from 'zod';
import { fontListItemSchema } from '../api-v3/font.ts';
import { connectionInput } from './operation-input.ts';
import { command, query } from './operation.ts';

/** Font files: see `fontFileUrl`. */
export const fontsContract = {
  list: query(connectionInput, z.array(fontListItemSchema)),
  remove: command(connectionInput.extend({ family: z.string(), style: z.string() }), z.object({})),
};
