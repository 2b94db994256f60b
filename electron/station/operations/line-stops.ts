import { controllerLineListSchema, endedStopsSchema } from '#contract/api-v3/controller-line.ts';
import type { StationHandlers } from '#contract/station/index.ts';
import { apiPath } from '../connections/controller-path.ts';
import { openFeed } from '../platform/feed.ts';
import type { StationModules } from '../modules/station-modules.ts';
import { requireExtensions } from './require-extensions.ts';

const WHAT = 'lines';

/** Every operation but the list throws `controller-refused` for a controller without this extension. */
export function lineStopsOperations({ controllers, lines, includedLines }: StationModules): StationHandlers['lineStops'] {
  const change = async (connection: string, request: Parameters<typeof controllers.change>[1]) => {
    requireExtensions(controllers, connection, WHAT);
    await controllers.change(connection, request);
    await includedLines.read(connection);
    return {};
  };
  return {
    watch: (_input, signal) => openFeed(includedLines, signal),
    list: async ({ connection }) =>
      controllers.hasExtensions(connection) ? controllers.read(connection, apiPath`/lines`, controllerLineListSchema) : [],
    ended: async ({ connection, name }) => {
      requireExtensions(controllers, connection, WHAT);
      return controllers.read(connection, apiPath`/lines/${name}/endedStops`, endedStopsSchema);
    },
    add: async ({ connection, name, line }) =>
      change(connection, { method: 'PUT', path: apiPath`/lines/${name}`, json: line, headers: { 'if-none-match': '*' } }),
    change: async ({ connection, name, line }) => change(connection, { method: 'PUT', path: apiPath`/lines/${name}`, json: line }),
    rename: async ({ connection, name, to }) => {
      requireExtensions(controllers, connection, WHAT);
      await controllers.change(connection, { method: 'POST', path: apiPath`/lines/${name}/rename`, json: { name: to } });
      await lines.renameControllerLine({ connection, name }, to);
      await includedLines.read(connection);
      return {};
    },
    remove: async ({ connection, name }) => change(connection, { method: 'DELETE', path: apiPath`/lines/${name}` }),
    resume: async ({ connection, name, reason }) =>
      change(connection, { method: 'POST', path: apiPath`/lines/${name}/resume`, json: { reason } }),
  };
}
