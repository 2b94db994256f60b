import { z } from 'zod';
import { labelPromptSchema, variableListItemSchema, variableSchema } from '../api-v3/variable.ts';
import { command, query } from './operation.ts';
import { onConnection } from './on-connection.ts';
import { overSeen } from './over-seen.ts';
import { renamingCommand } from './renaming.ts';

export const variablesContract = {
  list: query(onConnection, z.array(variableListItemSchema)),
  get: query(onConnection.extend({ name: z.string() }), variableSchema),
  put: command(onConnection.extend({ name: z.string(), variable: variableSchema, ...overSeen }), z.object({ created: z.boolean() })),
  /** What a label asks the operator for; nothing from a controller that does not say. */
  prompts: query(onConnection.extend({ label: z.string() }), z.array(labelPromptSchema)),
  remove: command(onConnection.extend({ name: z.string() }), z.object({})),
  rename: renamingCommand,
};
