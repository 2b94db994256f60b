import { clockSchema } from '#contract/api-v3/clock.ts';
import type { StationHandlers } from '#contract/station/index.ts';
import { apiPath } from '../connections/controller-path.ts';
import type { StationModules } from '../modules/station-modules.ts';

export function clockOperations({ controllers }: StationModules): StationHandlers['clock'] {
  return {
    get: ({ connection }) => controllers.read(connection, apiPath`/clock`, clockSchema),
    confirm: async ({ connection }) => {
      await controllers.change(connection, { method: 'POST', path: apiPath`/clock/confirm` });
      return {};
    },
  };
}
