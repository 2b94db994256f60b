import { useStationClient } from '../../composables/station-client.ts';
import { useLoad } from '../../stores/use-load.ts';
import { AUDIT_CHAINS } from '#contract/api-v3/audit.ts';
import { STATION_SOURCE, type AuditFilterFields } from './audit-filter.ts';
import { useAuditReader } from './use-audit-log.ts';

/** Records of a report: about 700 pages. */
export const REPORT_LIMIT = 5_000;

/** The records of a report, newest first, and the check of the logs that contain them. */
export function useAuditReport(fields: AuditFilterFields) {
  const client = useStationClient();
  const read = useAuditReader();
  const chain = AUDIT_CHAINS.find((name) => name === fields.kind);

  return useLoad(async (signal) => {
    const { rows, next } = await read(fields, { limit: REPORT_LIMIT, requests: Infinity }, signal);
    const source = fields.source === STATION_SOURCE ? {} : { connection: fields.source, ...(chain && { chain }) };
    const { by, at, checks } = await client.audit.check(source, signal);
    return { rows, isComplete: next === null, by, at, checks };
  });
}
