import { z } from 'zod';
import { fontListItemSchema } from '../api-v3/font.ts';
import { onConnection } from './on-connection.ts';
import { command, query } from './operation.ts';

/** Font files travel by URL: see `fontFileUrl`. */
export const fontsContract = {
  list: query(onConnection, z.array(fontListItemSchema)),
  remove: command(onConnection.extend({ family: z.string(), style: z.string() }), z.object({})),
};
