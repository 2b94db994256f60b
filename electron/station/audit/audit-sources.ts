import { createInterface } from 'node:readline';
import { AUDIT_CHAINS, type AuditChain } from '#contract/api-v3/audit.ts';
import type { AuditCheck, AuditSource } from '#contract/station/audit.ts';
import { checkExport, type ExportReport } from '#storage/audit-chain/check-export.ts';
import { apiPath, queryText } from '../connections/controller-path.ts';
import type { Connections } from '../connections/connections.ts';
import type { StationAudit } from './station-audit.ts';

/** Limits of the export of a controller: its size, and the whole time in milliseconds. */
const MAX_BYTES = 4 * 1024 * 1024 * 1024;
const LIMIT = 60 * 60_000;
const JSON_LINES = 'application/jsonl';
/** Lines that a check reads before it yields to other work. */
const LINES_AT_ONCE = 200;

interface CheckedSource {
  connection?: string | undefined;
  /** Absent for all logs of a controller. */
  chain?: AuditChain | undefined;
}

interface SourceDeps {
  audit: StationAudit;
  connections: Connections;
  signal?: AbortSignal | undefined;
}

/** The export of a log as lines. Throws what the controller answers. */
export async function auditLinesOf({ connection, chain }: AuditSource, deps: SourceDeps): Promise<AsyncIterable<string>> {
  if (connection === undefined) return deps.audit.exportLines();
  const { body } = await deps.connections
    .get(connection)
    .getClient()
    .stream({
      ...{ method: 'GET' as const, path: apiPath`/audit/export` + queryText({ chain }), headers: { accept: JSON_LINES } },
      ...{ limit: LIMIT, maxBytes: MAX_BYTES, answers: JSON_LINES, signal: deps.signal ?? new AbortController().signal },
    });
  return createInterface({ input: body, crlfDelay: Infinity });
}

/** Checks the log of the station, or all logs of a controller. */
export async function checkAudit({ connection, chain }: CheckedSource, deps: SourceDeps): Promise<AuditCheck[]> {
  const chains = connection === undefined || chain !== undefined ? [chain ?? 'changes'] : AUDIT_CHAINS;
  const checks: AuditCheck[] = [];
  for (const one of chains) checks.push(checkOf(await checkExport(yielding(await auditLinesOf({ connection, chain: one }, deps)))));
  return checks;
}

function checkOf({ fault, ...report }: ExportReport): AuditCheck {
  return { ...report, ...(fault && { fault: { record: fault.record, reason: fault.reason } }) };
}

async function* yielding(lines: AsyncIterable<string>): AsyncGenerator<string> {
  let count = 0;
  for await (const line of lines) {
    yield line;
    count += 1;
    if (count % LINES_AT_ONCE === 0) await new Promise((resolve) => void setImmediate(resolve));
  }
}
