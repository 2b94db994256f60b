import { labelAcceptanceSchema } from '#contract/api-v3/label-acceptance.ts';
import type { StationHandlers } from '#contract/station/index.ts';
import { apiPath, queryText } from '../connections/controller-path.ts';
import { authorHeaders } from '../connections/command-headers.ts';
import type { StationModules } from '../modules/station-modules.ts';

export function labelAcceptanceOperations({ controllers, author }: StationModules): StationHandlers['labelAcceptance'] {
  return {
    open: ({ connection }) => controllers.read(connection, apiPath`/labelAcceptance` + queryText({ open: 'true' }), labelAcceptanceSchema),
    accept: async ({ connection, comparisons }) => {
      const path = apiPath`/labelAcceptance/accept`;
      await controllers.change(connection, { method: 'POST', path, json: { comparisons }, headers: authorHeaders(author()) });
      return {};
    },
  };
}
