import { rowSharingSchema, tableSummarySchema } from '#contract/api-v3/table.ts';
import type { StationHandlers } from '#contract/station/index.ts';
import { documentSchema } from '#contract/station/document.ts';
import { apiPath } from '../connections/controller-path.ts';
import { preconditionFor } from '../connections/current-content.ts';
import { readSummaries } from './read-summaries.ts';
import { renamingOn } from './renaming.ts';
import { sendToPlant } from './send-to-plant.ts';
import type { StationModules } from '../modules/station-modules.ts';

export function tablesOperations(modules: StationModules): StationHandlers['tables'] {
  const { controllers, tableRows } = modules;
  const get = (connection: string, name: string) => controllers.read(connection, apiPath`/tables/${name}`, documentSchema);
  return {
    list: async ({ connection }) => readSummaries(await controllers.read(connection, apiPath`/tables`, documentSchema), tableSummarySchema),
    rows: ({ connection, name, query }) => tableRows.page({ connection, name }, query),
    get: ({ connection, name }) => get(connection, name),
    put: async ({ connection, name, table, expected }) => {
      const path = apiPath`/tables/${name}`;
      const headers = await preconditionFor(controllers, { connection, name, path, schema: documentSchema }, expected);
      await controllers.change(connection, { method: 'PUT', path, json: table, headers });
      return {};
    },
    editCells: async ({ connection, name, edits }) => {
      await tableRows.editCells({ connection, name }, edits);
      return {};
    },
    addRows: ({ connection, name, rows }) => tableRows.addRows({ connection, name }, rows),
    deleteRows: ({ connection, name, rows }) => tableRows.deleteRows({ connection, name }, rows),
    addColumn: ({ connection, name, column }) => tableRows.addColumn({ connection, name }, column),
    renameColumn: async ({ connection, name, renaming }) => {
      await tableRows.renameColumn({ connection, name }, renaming);
      return {};
    },
    deleteColumn: ({ connection, name, column }) => tableRows.deleteColumn({ connection, name }, column),
    rowSharing: ({ connection, name }) => controllers.read(connection, apiPath`/tables/${name}/rowSharing`, rowSharingSchema),
    releaseRows: async ({ connection, name }) => {
      await controllers.change(connection, { method: 'DELETE', path: apiPath`/tables/${name}/rowSharing` });
      return {};
    },
    remove: async ({ connection, name }) => {
      await controllers.change(connection, { method: 'DELETE', path: apiPath`/tables/${name}` });
      return {};
    },
    rename: renamingOn(controllers, 'tables'),
    sendToPlant: sendToPlant(modules, 'table'),
  };
}
