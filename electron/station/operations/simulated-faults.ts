import { simulatedFaultsSchema } from '#contract/api-v3/simulated-fault.ts';
import type { StationHandlers } from '#contract/station/index.ts';
import { apiPath } from '../connections/controller-path.ts';
import type { StationModules } from '../modules/station-modules.ts';
import { requireExtensions } from './require-extensions.ts';

const WHAT = 'simulated faults';

/** Every operation throws `controller-refused` for a controller without this extension. */
export function simulatedFaultsOperations({ controllers }: StationModules): StationHandlers['simulatedFaults'] {
  return {
    list: async ({ connection, printer }) => {
      requireExtensions(controllers, connection, WHAT);
      return controllers.read(connection, apiPath`/printers/${printer}/faults`, simulatedFaultsSchema);
    },
    cause: async ({ connection, printer, ...request }) => {
      requireExtensions(controllers, connection, WHAT);
      await controllers.change(connection, { method: 'POST', path: apiPath`/printers/${printer}/faults`, json: request });
      return {};
    },
    clear: async ({ connection, printer, fault }) => {
      requireExtensions(controllers, connection, WHAT);
      await controllers.change(connection, { method: 'DELETE', path: apiPath`/printers/${printer}/faults/${fault}` });
      return {};
    },
  };
}
