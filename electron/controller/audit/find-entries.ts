import { sql } from 'kysely';
import type { AuditChain, AuditEntry, AuditOutcome, AuditQuery } from '#contract/api-v3/audit.ts';
import { requiredTexts } from '#storage/audit-chain/named-in.ts';
import type { SearchRange } from '#storage/audit-chain/search-ranges.ts';
import type { ControllerDatabase } from '#storage/database/controller-schema.ts';
import { isAbout } from './is-about.ts';
import type { UseContent } from './use-content.ts';

export type AuditFilter = Omit<AuditQuery, 'before' | 'limit'>;

/** The status from which on an operation was refused or failed. */
const FIRST_FAILURE = 400;

/** The ids of the records of the period that a filter names; undefined when there are none. The index of the times is read, and no record. */
export async function entryBounds(db: ControllerDatabase, { from, to }: AuditFilter): Promise<SearchRange | undefined> {
  let query = db.selectFrom('audit_records').select((eb) => [eb.fn.min('id').as('first'), eb.fn.max('id').as('last')]);
  if (from !== undefined) query = query.where('at', '>=', Date.parse(from));
  if (to !== undefined) query = query.where('at', '<', Date.parse(to));
  const row = (await query.executeTakeFirst()) as { first: number | null; last: number | null } | undefined;
  return row && row.first !== null && row.last !== null ? { first: row.first, end: row.last + 1 } : undefined;
}

/** The entries of a range of ids that match, newest first. */
export async function findEntries(db: ControllerDatabase, filter: AuditFilter, { first, end }: SearchRange): Promise<AuditEntry[]> {
  const rows = await matching(db, filter).where('use.id', '>=', first).where('use.id', '<', end).orderBy('use.id', 'desc').execute();
  const entries = rows.map(toEntry);
  if (filter.label === undefined && filter.printer === undefined) return entries;
  return entries.filter((entry) => isAbout(entry, filter));
}

function matching(db: ControllerDatabase, filter: AuditFilter) {
  const { from, to, person, operation, chain, outcome } = filter;
  let query = db
    .selectFrom('audit_records as use')
    .leftJoin('audit_records as outcome', (join) =>
      join.onRef('outcome.chain', '=', 'use.chain').onRef('outcome.outcome_of', '=', 'use.number'),
    )
    .select(['use.id', 'use.chain', 'use.hash', 'use.record', 'outcome.record as outcome', SIGNED_AT.as('signedAt')])
    .where('use.outcome_of', 'is', null);
  if (from !== undefined) query = query.where('use.at', '>=', Date.parse(from));
  if (to !== undefined) query = query.where('use.at', '<', Date.parse(to));
  if (chain) query = query.where('use.chain', '=', chain);
  if (person) query = query.where(sql<string>`json_extract(use.record, '$.person')`, '=', person);
  if (operation) query = query.where(sql<string>`json_extract(use.record, '$.operation')`, '=', operation);
  if (outcome) query = query.where(isOutcome(outcome));
  for (const part of requiredTexts(filter)) query = query.where(sql<number>`instr(lower(use.record), ${part})`, '>', 0);
  return query;
}

/** The seal of the segment that contains the record. */
const SIGNED_AT = sql<
  string | null
>`(SELECT json_extract(seal, '$.seal.at') FROM audit_seals WHERE chain = use.chain AND last >= use.number ORDER BY last LIMIT 1)`;

/** The status is in a record of its own, or in that of an entry that was written late. */
const STATUS = sql<number | null>`json_extract(coalesce(outcome.record, use.record), '$.status')`;

function isOutcome(outcome: AuditOutcome) {
  if (outcome === 'unknown') return sql<boolean>`${STATUS} IS NULL`;
  return outcome === 'done' ? sql<boolean>`${STATUS} < ${FIRST_FAILURE}` : sql<boolean>`${STATUS} >= ${FIRST_FAILURE}`;
}

interface EntryRow {
  id: number;
  chain: string;
  hash: string;
  record: string;
  outcome: string | null;
  signedAt: string | null;
}

function toEntry({ id, chain, hash, record, outcome, signedAt }: EntryRow): AuditEntry {
  const { number, at, clock, key, from = '', person = '', ...rest } = JSON.parse(record) as UseContent & { number: number };
  const { operation, path, requestId, before, input, status: own } = rest;
  const status = outcome === null ? own : (JSON.parse(outcome) as { status: number }).status;
  return {
    ...{ id, chain: chain as AuditChain, number, hash, at, key, from, person, operation, path, requestId },
    ...(signedAt !== null && { signedAt }),
    ...(before !== undefined && { before }),
    ...(input !== undefined && { input }),
    ...(clock !== undefined && { clock }),
    ...(status !== undefined && { status }),
  };
}
