import { downtimeReasonsSchema, linePeriodsPageSchema, oeeReportSchema } from '#contract/api-v3/downtime.ts';
import type { StationHandlers } from '#contract/station/index.ts';
import { apiPath, queryText } from '../connections/controller-path.ts';
import type { StationModules } from '../modules/station-modules.ts';
import { requireExtensions } from './require-extensions.ts';

const WHAT = 'downtime';

/** Every operation throws `controller-refused` for a controller without this extension. */
export function downtimeOperations({ controllers }: StationModules): StationHandlers['downtime'] {
  const change = async (connection: string, request: Parameters<typeof controllers.change>[1]) => {
    requireExtensions(controllers, connection, WHAT);
    await controllers.change(connection, request);
    return {};
  };
  return {
    periods: async ({ connection, name, needsReason, ...query }) => {
      requireExtensions(controllers, connection, WHAT);
      const search = queryText({ ...query, ...(needsReason && { needsReason: 'true' }) });
      return controllers.read(connection, apiPath`/lines/${name}/periods` + search, linePeriodsPageSchema);
    },
    oee: async ({ connection, name, ...query }) => {
      requireExtensions(controllers, connection, WHAT);
      return controllers.read(connection, apiPath`/lines/${name}/oee` + queryText(query), oeeReportSchema);
    },
    reasons: async ({ connection }) => {
      requireExtensions(controllers, connection, WHAT);
      return controllers.read(connection, apiPath`/downtimeReasons`, downtimeReasonsSchema);
    },
    putReasons: async ({ connection, reasons }) => change(connection, { method: 'PUT', path: apiPath`/downtimeReasons`, json: reasons }),
    stateReason: async ({ connection, name, period, reason, note }) =>
      change(connection, { method: 'PUT', path: apiPath`/lines/${name}/periods/${String(period)}/reason`, json: { reason, note } }),
  };
}
