import { z } from 'zod';
import { labelPromptSchema, variableListItemSchema, variableSchema, type Variable } from '#contract/api-v3/variable.ts';
import type { StationHandlers } from '#contract/station/index.ts';
import { documentSchema } from '#contract/station/document.ts';
import { apiPath } from '../connections/controller-path.ts';
import type { Controllers } from '../connections/controllers.ts';
import { conditionOver } from '../connections/present.ts';
import { renamingOn } from './renaming.ts';

/** A variable of any controller: what this station does not know of it is left aside. */
export const anyVariableSchema = z.object(variableSchema.shape);

export function variablesOperations(controllers: Controllers): StationHandlers['variables'] {
  /** PUT replaces: a field that another controller has beyond the contract would be reset, so it is sent back as it was. */
  async function foreignFields(connection: string, name: string): Promise<Record<string, unknown>> {
    const list = await controllers.read(connection, apiPath`/variables`, z.array(variableListItemSchema));
    if (!list.some((item) => item.name === name)) return {};
    return controllers.read(connection, apiPath`/variables/${name}`, documentSchema);
  }
  return {
    list: ({ connection }) => controllers.read(connection, apiPath`/variables`, z.array(variableListItemSchema)),
    get: ({ connection, name }) => controllers.read(connection, apiPath`/variables/${name}`, anyVariableSchema),
    put: async ({ connection, name, variable, over }) => {
      const path = apiPath`/variables/${name}`;
      const headers = await conditionOver(controllers, { connection, name, path, schema: anyVariableSchema }, over);
      const isKnown = controllers.hasExtensions(connection);
      const json = isKnown ? variable : withForeignFields(variable, await foreignFields(connection, name));
      const { status } = await controllers.change(connection, { method: 'PUT', path, json, headers });
      return { created: status === 201 };
    },
    prompts: async ({ connection, label }) =>
      controllers.hasExtensions(connection)
        ? controllers.read(connection, apiPath`/labels/${label}/prompts`, z.array(labelPromptSchema))
        : [],
    remove: async ({ connection, name }) => {
      await controllers.change(connection, { method: 'DELETE', path: apiPath`/variables/${name}` });
      return {};
    },
    rename: renamingOn(controllers, 'variables'),
  };
}

/** A variable as another controller is to keep it, with what that one has beyond the contract as it was. */
export function withForeignFields({ pinned, ...specified }: Variable, theirs: Record<string, unknown>): Record<string, unknown> {
  // The specification does not know what is pinned: a controller that does not either is not told of what is not.
  return { ...theirs, ...specified, ...(pinned || 'pinned' in theirs ? { pinned } : {}) };
}
