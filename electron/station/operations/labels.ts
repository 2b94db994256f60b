import { labelSummarySchema } from '#contract/api-v3/label.ts';
import type { StationHandlers } from '#contract/station/index.ts';
import { apiPath, queryText } from '../connections/controller-path.ts';
import type { Controllers } from '../connections/controllers.ts';
import { objectSchema, readSummaries } from './read-dictionary.ts';

/** Labels pass through as the JSON they are: another controller's may have any shape. */
export function labelsOperations(controllers: Controllers): StationHandlers['labels'] {
  return {
    list: async ({ connection }) => readSummaries(await controllers.read(connection, apiPath`/labels`, objectSchema), labelSummarySchema),
    get: ({ connection, name }) => controllers.read(connection, apiPath`/labels/${name}`, objectSchema),
    put: async ({ connection, name, label }) => {
      const { status } = await controllers.change(connection, { method: 'PUT', path: apiPath`/labels/${name}`, json: label });
      return { created: status === 201 };
    },
    remove: async ({ connection, name }) => {
      await controllers.change(connection, { method: 'DELETE', path: apiPath`/labels/${name}` });
      return {};
    },
    simulate: ({ connection, name, query }) =>
      controllers.read(connection, apiPath`/labels/${name}/simulation` + queryText(query), objectSchema),
  };
}
