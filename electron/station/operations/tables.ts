import { rowsPageSchema, tableSchema, tableSummarySchema } from '#contract/api-v3/table.ts';
import type { StationHandlers } from '#contract/station/index.ts';
import { ProblemError } from '#contract/problem.ts';
import { documentSchema } from '#contract/station/document.ts';
import { apiPath, queryText } from '../connections/controller-path.ts';
import { preconditionFor } from '../connections/current-content.ts';
import { readSummaries } from './read-summaries.ts';
import { renamingOn } from './renaming.ts';
import { rowsOfTable } from './rows-of-table.ts';
import type { StationModules } from '../modules/station-modules.ts';

export function tablesOperations({ controllers }: StationModules): StationHandlers['tables'] {
  const get = (connection: string, name: string) => controllers.read(connection, apiPath`/tables/${name}`, documentSchema);
  return {
    list: async ({ connection }) => readSummaries(await controllers.read(connection, apiPath`/tables`, documentSchema), tableSummarySchema),
    rows: async ({ connection, name, query }) => {
      if (controllers.hasExtensions(connection)) {
        return controllers.read(connection, apiPath`/tables/${name}/rows` + queryText(query), rowsPageSchema);
      }
      const table = tableSchema.safeParse(await get(connection, name));
      if (!table.success) throw new ProblemError('controller-answer-invalid', { detail: NOT_ROWS });
      return rowsOfTable(table.data, query);
    },
    get: ({ connection, name }) => get(connection, name),
    put: async ({ connection, name, table, expected }) => {
      const path = apiPath`/tables/${name}`;
      const headers = await preconditionFor(controllers, { connection, name, path, schema: documentSchema }, expected);
      await controllers.change(connection, { method: 'PUT', path, json: table, headers });
      return {};
    },
    editCells: async ({ connection, name, edits }) => {
      if (!controllers.hasExtensions(connection)) throw new ProblemError('controller-refused', { detail: NO_CELLS });
      await controllers.change(connection, { method: 'POST', path: apiPath`/tables/${name}/cells`, json: edits });
      return {};
    },
    remove: async ({ connection, name }) => {
      await controllers.change(connection, { method: 'DELETE', path: apiPath`/tables/${name}` });
      return {};
    },
    rename: renamingOn(controllers, 'tables'),
  };
}

const NOT_ROWS = "The controller's table does not have columns and rows.";
const NO_CELLS = 'This controller accepts whole tables only. It cannot change single cells.';
