import { auditPageSchema } from '#contract/api-v3/audit.ts';
import type { StationHandlers } from '#contract/station/index.ts';
import { apiPath, queryText } from '../connections/controller-path.ts';
import type { StationModules } from '../modules/station-modules.ts';

/** The audit logs of the station and of its controllers. A station with people shows them to a person who is signed in. */
export function auditOperations({ audit, controllers, permissions }: StationModules): StationHandlers['audit'] {
  const requirePerson = (): Promise<void> => permissions.check({ operation: 'audit.list', access: 'signed-in', input: {} });
  return {
    list: async ({ before, limit, ...filter }) => {
      await requirePerson();
      return audit.list(filter, { before, limit });
    },
    listController: async ({ connection, from, to, ...query }) => {
      await requirePerson();
      const period = { from: from && new Date(from).toISOString(), to: to && new Date(to).toISOString() };
      return controllers.read(connection, apiPath`/audit` + queryText({ ...query, ...period }), auditPageSchema);
    },
  };
}
