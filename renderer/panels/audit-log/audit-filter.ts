import { AUDIT_CHAINS, type AuditOutcome } from '#contract/api-v3/audit.ts';
import {
  STATION_AUDIT_KINDS,
  type ControllerAuditFilter,
  type StationAuditFilter,
  type StationAuditKind,
} from '#contract/station/audit.ts';

/** The source of records that is the station itself; any other is the id of a connection. */
export const STATION_SOURCE = 'station';

/** What the fields of the filter contain; '' for any. */
export interface AuditFilterFields {
  source: string;
  /** Days as 2026-11-21, both included. */
  from: string;
  to: string;
  person: string;
  label: string;
  printer: string;
  /** A kind of commands of the station, or a log of the controller. */
  kind: string;
  outcome: '' | AuditOutcome;
  text: string;
}

export const NO_FILTER: Readonly<Omit<AuditFilterFields, 'source'>> = {
  ...{ from: '', to: '', person: '', label: '', printer: '', kind: '', outcome: '', text: '' },
};

type Conditions = Pick<StationAuditFilter, 'from' | 'to' | 'person' | 'label' | 'printer' | 'text'>;

export function stationFilter(fields: AuditFilterFields): StationAuditFilter {
  const kind = STATION_AUDIT_KINDS.find((name): name is StationAuditKind => name === fields.kind);
  const outcome = fields.outcome === '' || fields.outcome === 'unknown' ? undefined : fields.outcome;
  return { ...conditionsOf(fields), ...(kind && { kind }), ...(outcome && { outcome }) };
}

export function controllerFilter(fields: AuditFilterFields): ControllerAuditFilter {
  const chain = AUDIT_CHAINS.find((name) => name === fields.kind);
  return { ...conditionsOf(fields), ...(chain && { chain }), ...(fields.outcome !== '' && { outcome: fields.outcome }) };
}

/** Whether any field limits the records. */
export function isLimited(fields: AuditFilterFields): boolean {
  return Object.entries(fields).some(([name, value]) => name !== 'source' && value !== '');
}

/** The fields as the query of an address, without empty ones. */
export function queryOf(fields: AuditFilterFields): Record<string, string> {
  return Object.fromEntries(Object.entries(fields).filter(([, value]) => value !== ''));
}

/** The fields that an address names. */
export function fieldsOf(query: Readonly<Record<string, unknown>>): AuditFilterFields {
  const text = (name: string): string => (typeof query[name] === 'string' ? query[name] : '');
  const outcome = (['done', 'failed', 'unknown'] as const).find((name) => name === text('outcome')) ?? '';
  const names = { person: text('person'), label: text('label'), printer: text('printer'), text: text('text') };
  return { source: text('source') || STATION_SOURCE, from: text('from'), to: text('to'), ...names, kind: text('kind'), outcome };
}

function conditionsOf({ from, to, person, label, printer, text }: AuditFilterFields): Conditions {
  const entries = Object.entries({ person, label, printer, text }).flatMap(([name, value]) => {
    const trimmed = value.trim();
    return trimmed === '' ? [] : [[name, trimmed] as const];
  });
  return { ...Object.fromEntries(entries), ...(from !== '' && { from: startOf(from) }), ...(to !== '' && { to: startOf(to, 1) }) };
}

/** The start of a day on this screen, `later` days later. */
function startOf(day: string, later = 0): number {
  const [year = 0, month = 1, date = 1] = day.split('-').map(Number);
  return new Date(year, month - 1, date + later).getTime();
}
