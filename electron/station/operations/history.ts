import { printHistorySchema } from '#contract/api-v3/print-history.ts';
import type { StationHandlers } from '#contract/station/index.ts';
import { apiPath, queryText } from '../connections/controller-path.ts';
import type { StationModules } from '../modules/station-modules.ts';

export function historyOperations({ controllers }: StationModules): StationHandlers['history'] {
  return {
    read: ({ connection, printer, resolution, start, end }) => {
      const path = apiPath`/printers/${printer}/printHistory` + queryText({ resolution, start, end });
      return controllers.read(connection, path, printHistorySchema);
    },
  };
}
