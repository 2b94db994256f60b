import { auditPageSchema } from '#contract/api-v3/audit.ts';
import { retentionSchema } from '#contract/api-v3/settings.ts';
import type { StationAuditKind } from '#contract/station/audit.ts';
import { UPLOAD_ACCESS } from '#contract/station/event-log.ts';
import { stationContract, type StationHandlers } from '#contract/station/index.ts';
import type { Operation } from '#contract/station/operation.ts';
import { PERMISSIONS } from '#contract/station/permissions.ts';
import type { StationRecordFilter } from '../audit/find-records.ts';
import { checkAudit } from '../audit/audit-sources.ts';
import { apiPath, queryText } from '../connections/controller-path.ts';
import type { StationModules } from '../modules/station-modules.ts';

/** The audit logs of the station and of its controllers. A station with people shows them to a person who is signed in. */
export function auditOperations({ audit, author, clock, connections, controllers, permissions }: StationModules): StationHandlers['audit'] {
  const requirePerson = (): Promise<void> => permissions.check({ operation: 'audit.list', access: 'signed-in', input: {} });
  const readRetention = (connection: string) => controllers.read(connection, apiPath`/settings/retention`, retentionSchema);
  return {
    list: async ({ before, limit, kind, ...filter }) => {
      await requirePerson();
      return audit.list({ ...filter, operations: kind && operationsOf(kind) }, { before, limit });
    },
    listController: async ({ connection, from, to, ...query }) => {
      await requirePerson();
      const period = { from: from && new Date(from).toISOString(), to: to && new Date(to).toISOString() };
      return controllers.read(connection, apiPath`/audit` + queryText({ ...query, ...period }), auditPageSchema);
    },
    getRetention: async ({ connection }) => {
      await requirePerson();
      return { days: connection === undefined ? await audit.keptDays() : (await readRetention(connection)).audit };
    },
    setRetention: async ({ connection, days }) => {
      if (connection === undefined) await audit.keepDays(days);
      else {
        const json = { ...(await readRetention(connection)), audit: days };
        await controllers.change(connection, { method: 'PUT', path: apiPath`/settings/retention`, json });
      }
      return {};
    },
    check: async (source) => {
      await requirePerson();
      const checks = await checkAudit(source, { audit, connections });
      return { by: author(), at: new Date(clock.now()).toISOString(), checks };
    },
  };
}

/** The operations that need this permission; for `other`, all that need none. */
function operationsOf(kind: StationAuditKind): StationRecordFilter['operations'] {
  const isExcluded = kind === 'other';
  const permissions: readonly string[] = isExcluded ? PERMISSIONS : [kind];
  const ofContract = Object.entries<Record<string, Operation>>(stationContract).flatMap(([noun, verbs]) =>
    Object.entries(verbs).map(([verb, operation]) => ({
      name: `${noun}.${verb}`,
      access: operation.kind === 'command' ? operation.access : '',
    })),
  );
  const uploads = Object.entries(UPLOAD_ACCESS).map(([name, access]) => ({ name, access }));
  return { names: [...ofContract, ...uploads].filter(({ access }) => permissions.includes(access)).map(({ name }) => name), isExcluded };
}
