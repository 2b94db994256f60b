import { rowsPageSchema, tableSummarySchema } from '#contract/api-v3/table.ts';
import type { StationHandlers } from '#contract/station/index.ts';
import { apiPath, queryText } from '../connections/controller-path.ts';
import type { Controllers } from '../connections/controllers.ts';
import { objectSchema, readSummaries } from './read-dictionary.ts';

export function tablesOperations(controllers: Controllers): StationHandlers['tables'] {
  return {
    list: async ({ connection }) => readSummaries(await controllers.read(connection, apiPath`/tables`, objectSchema), tableSummarySchema),
    rows: ({ connection, name, query }) => controllers.read(connection, apiPath`/tables/${name}/rows` + queryText(query), rowsPageSchema),
    remove: async ({ connection, name }) => {
      await controllers.change(connection, { method: 'DELETE', path: apiPath`/tables/${name}` });
      return {};
    },
  };
}
