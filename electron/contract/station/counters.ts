import { z } from 'zod';
import { counterListItemSchema, counterSchema } from '../api-v3/counter.ts';
import { command, query } from './operation.ts';
import { onConnection } from './on-connection.ts';
import { renamingCommand } from './renaming.ts';

export const countersContract = {
  list: query(onConnection, z.array(counterListItemSchema)),
  get: query(onConnection.extend({ name: z.string() }), counterSchema),
  put: command(onConnection.extend({ name: z.string(), counter: counterSchema }), z.object({ created: z.boolean() })),
  remove: command(onConnection.extend({ name: z.string() }), z.object({})),
  rename: renamingCommand,
};
