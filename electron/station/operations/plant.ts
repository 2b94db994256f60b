import { plantSettingsSchema, plantStateSchema, plantTestSchema } from '#contract/api-v3/plant.ts';
import { plantItemsSchema } from '#contract/api-v3/plant-library.ts';
import type { StationHandlers } from '#contract/station/index.ts';
import { apiPath } from '../connections/controller-path.ts';
import type { StationModules } from '../modules/station-modules.ts';
import { requireExtensions } from './require-extensions.ts';

const WHAT = 'the archive of a plant';

/** Every operation throws `controller-refused` for a controller without this extension. */
export function plantOperations({ controllers }: StationModules): StationHandlers['plant'] {
  return {
    get: async ({ connection }) => {
      requireExtensions(controllers, connection, WHAT);
      return controllers.read(connection, apiPath`/settings/plant`, plantSettingsSchema);
    },
    state: async ({ connection }) => {
      requireExtensions(controllers, connection, WHAT);
      return controllers.read(connection, apiPath`/plant`, plantStateSchema);
    },
    items: async ({ connection }) => {
      requireExtensions(controllers, connection, WHAT);
      return controllers.read(connection, apiPath`/plant/library`, plantItemsSchema);
    },
    put: async ({ connection, settings }) => {
      requireExtensions(controllers, connection, WHAT);
      await controllers.change(connection, { method: 'PUT', path: apiPath`/settings/plant`, json: settings });
      return {};
    },
    test: async ({ connection, settings }) => {
      requireExtensions(controllers, connection, WHAT);
      const answer = await controllers.change(connection, { method: 'POST', path: apiPath`/plant/test`, json: settings });
      return plantTestSchema.parse(answer.value);
    },
  };
}
