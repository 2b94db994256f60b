import { z } from 'zod';
import { orderFilesPageSchema, orderFolderSchema } from '#contract/api-v3/order-folder.ts';
import type { StationHandlers } from '#contract/station/index.ts';
import { authorHeaders } from '../connections/command-headers.ts';
import { apiPath, queryText } from '../connections/controller-path.ts';
import type { StationModules } from '../modules/station-modules.ts';

/** The folders that a controller watches for files with orders. */
export function orderFoldersOperations({ controllers, author }: StationModules): StationHandlers['orderFolders'] {
  const headers = () => authorHeaders(author());
  return {
    list: ({ connection }) =>
      controllers.hasExtensions(connection)
        ? controllers.read(connection, apiPath`/order-folders`, z.array(orderFolderSchema))
        : Promise.resolve([]),
    put: async ({ connection, name, configuration }) => {
      await controllers.change(connection, {
        method: 'PUT',
        path: apiPath`/order-folders/${name}`,
        json: configuration,
        headers: headers(),
      });
      return {};
    },
    remove: async ({ connection, name }) => {
      await controllers.change(connection, { method: 'DELETE', path: apiPath`/order-folders/${name}`, headers: headers() });
      return {};
    },
    files: ({ connection, name, limit }) =>
      controllers.read(connection, apiPath`/order-folders/${name}/files` + queryText({ limit }), orderFilesPageSchema),
  };
}
