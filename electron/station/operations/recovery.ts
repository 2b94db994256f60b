import { recoveryStateSchema } from '#contract/api-v3/backup.ts';
import type { StationHandlers } from '#contract/station/index.ts';
import { apiPath } from '../connections/controller-path.ts';
import type { StationModules } from '../modules/station-modules.ts';

export function recoveryOperations({ controllers }: StationModules): StationHandlers['recovery'] {
  return {
    get: ({ connection }) => controllers.read(connection, apiPath`/recovery`, recoveryStateSchema),
    confirm: async ({ connection }) => {
      await controllers.change(connection, { method: 'POST', path: apiPath`/recovery/confirm` });
      return {};
    },
  };
}
