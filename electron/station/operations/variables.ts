import { z } from 'zod';
import { labelPromptSchema, variableListItemSchema } from '#contract/api-v3/variable.ts';
import type { StationHandlers } from '#contract/station/index.ts';
import { documentSchema } from '#contract/station/document.ts';
import { apiPath, queryText } from '../connections/controller-path.ts';
import { preconditionFor } from '../connections/current-content.ts';
import { anyVariableSchema, withForeignFields } from '../connections/foreign-documents.ts';
import { renamingOn } from './renaming.ts';
import type { StationModules } from '../modules/station-modules.ts';

export function variablesOperations({ controllers }: StationModules): StationHandlers['variables'] {
  /** A PUT resets fields that it leaves out: another controller's fields beyond the contract are read first and sent back. */
  async function foreignFields(connection: string, name: string): Promise<Record<string, unknown>> {
    const list = await controllers.read(connection, apiPath`/variables`, z.array(variableListItemSchema));
    if (!list.some((item) => item.name === name)) return {};
    return controllers.read(connection, apiPath`/variables/${name}`, documentSchema);
  }
  return {
    list: ({ connection }) => controllers.read(connection, apiPath`/variables`, z.array(variableListItemSchema)),
    get: ({ connection, name }) => controllers.read(connection, apiPath`/variables/${name}`, anyVariableSchema),
    put: async ({ connection, name, variable, expected }) => {
      const path = apiPath`/variables/${name}`;
      const headers = await preconditionFor(controllers, { connection, name, path, schema: anyVariableSchema }, expected);
      const isStrobe = controllers.hasExtensions(connection);
      const json = isStrobe ? variable : withForeignFields(variable, await foreignFields(connection, name));
      const { status } = await controllers.change(connection, { method: 'PUT', path, json, headers });
      return { created: status === 201 };
    },
    prompts: async ({ connection, label, printer }) =>
      controllers.hasExtensions(connection)
        ? controllers.read(connection, apiPath`/labels/${label}/prompts` + queryText({ printer }), z.array(labelPromptSchema))
        : [],
    remove: async ({ connection, name }) => {
      await controllers.change(connection, { method: 'DELETE', path: apiPath`/variables/${name}` });
      return {};
    },
    rename: renamingOn(controllers, 'variables'),
  };
}
