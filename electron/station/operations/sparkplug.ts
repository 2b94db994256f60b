import { sparkplugSettingsSchema, sparkplugStateSchema, sparkplugTestSchema } from '#contract/api-v3/sparkplug.ts';
import type { StationHandlers } from '#contract/station/index.ts';
import { apiPath } from '../connections/controller-path.ts';
import type { StationModules } from '../modules/station-modules.ts';
import { requireExtensions } from './require-extensions.ts';

const WHAT = 'MQTT Sparkplug';

/** Every operation throws `controller-refused` for a controller without this extension. */
export function sparkplugOperations({ controllers }: StationModules): StationHandlers['sparkplug'] {
  return {
    get: async ({ connection }) => {
      requireExtensions(controllers, connection, WHAT);
      return controllers.read(connection, apiPath`/sparkplug`, sparkplugSettingsSchema);
    },
    state: async ({ connection }) => {
      requireExtensions(controllers, connection, WHAT);
      return controllers.read(connection, apiPath`/sparkplug/state`, sparkplugStateSchema);
    },
    put: async ({ connection, settings }) => {
      requireExtensions(controllers, connection, WHAT);
      await controllers.change(connection, { method: 'PUT', path: apiPath`/sparkplug`, json: settings });
      return {};
    },
    test: async ({ connection, settings }) => {
      requireExtensions(controllers, connection, WHAT);
      const answer = await controllers.change(connection, { method: 'POST', path: apiPath`/sparkplug/test`, json: settings });
      return sparkplugTestSchema.parse(answer.value);
    },
  };
}
