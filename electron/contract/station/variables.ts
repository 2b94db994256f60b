import { z } from 'zod';
import { labelPromptSchema, variableListItemSchema, variableSchema } from '../api-v3/variable.ts';
import { command, query } from './operation.ts';
import { connectionInput } from './operation-input.ts';
import { expectedContent } from './expected-content.ts';
import { renamingCommand } from './renaming.ts';

export const variablesContract = {
  list: query(connectionInput, z.array(variableListItemSchema)),
  get: query(connectionInput.extend({ name: z.string() }), variableSchema),
  put: command(
    'data',
    connectionInput.extend({ name: z.string(), variable: variableSchema, ...expectedContent }),
    z.object({ created: z.boolean() }),
  ),
  /** The prompts of a label, in the version that a selection on the printer takes; empty for a controller without this extension. */
  prompts: query(connectionInput.extend({ label: z.string(), printer: z.string().optional() }), z.array(labelPromptSchema)),
  remove: command('data', connectionInput.extend({ name: z.string() }), z.object({})),
  rename: renamingCommand('data'),
};
