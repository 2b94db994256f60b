import { signalDeviceListSchema, signalsSchema, signalTestSchema } from '#contract/api-v3/signal-device.ts';
import type { StationHandlers } from '#contract/station/index.ts';
import { apiPath } from '../connections/controller-path.ts';
import type { StationModules } from '../modules/station-modules.ts';
import { requireExtensions } from './require-extensions.ts';

const WHAT = 'signal devices';

/** Every operation but the list throws `controller-refused` for a controller without this extension. */
export function signalDevicesOperations({ controllers }: StationModules): StationHandlers['signalDevices'] {
  const change = async (connection: string, request: Parameters<typeof controllers.change>[1]) => {
    requireExtensions(controllers, connection, WHAT);
    return controllers.change(connection, request);
  };
  return {
    list: async ({ connection }) =>
      controllers.hasExtensions(connection) ? controllers.read(connection, apiPath`/signalDevices`, signalDeviceListSchema) : [],
    signals: async ({ connection, name }) => {
      requireExtensions(controllers, connection, WHAT);
      return controllers.read(connection, apiPath`/signalDevices/${name}/signals`, signalsSchema);
    },
    add: async ({ connection, name, device }) => {
      const headers = { 'if-none-match': '*' };
      await change(connection, { method: 'PUT', path: apiPath`/signalDevices/${name}`, json: device, headers });
      return {};
    },
    change: async ({ connection, name, device }) => {
      await change(connection, { method: 'PUT', path: apiPath`/signalDevices/${name}`, json: device });
      return {};
    },
    remove: async ({ connection, name }) => {
      await change(connection, { method: 'DELETE', path: apiPath`/signalDevices/${name}` });
      return {};
    },
    test: async ({ connection, device }) =>
      signalTestSchema.parse((await change(connection, { method: 'POST', path: apiPath`/signalDevices/test`, json: device })).value),
    force: async ({ connection, name, channel, ...json }) => {
      const path = apiPath`/signalDevices/${name}/outputs/${String(channel)}/force`;
      await change(connection, { method: 'POST', path, json });
      return {};
    },
    release: async ({ connection, name, channel }) => {
      await change(connection, { method: 'DELETE', path: apiPath`/signalDevices/${name}/outputs/${String(channel)}/force` });
      return {};
    },
    setInput: async ({ connection, name, channel, ...json }) => {
      const path = apiPath`/signalDevices/${name}/inputs/${String(channel)}/set`;
      await change(connection, { method: 'POST', path, json });
      return {};
    },
  };
}
