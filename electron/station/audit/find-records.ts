import { sql } from 'kysely';
import type { StationAuditEntry, StationAuditFilter } from '#contract/station/audit.ts';
import { isNamedIn, requiredTexts, type NamedThings, type Noun } from '#storage/audit-chain/named-in.ts';
import type { SearchRange } from '#storage/audit-chain/search-ranges.ts';
import type { StationDatabase } from '#storage/database/station-schema.ts';

/** The only chain of the station's database. */
export const CHAIN = 'station';

/** A filter whose kind has become the operations that are of it. */
export interface StationRecordFilter extends Omit<StationAuditFilter, 'kind'> {
  /** The operations that match; `isExcluded`: all others. */
  operations?: { names: readonly string[]; isExcluded: boolean } | undefined;
}

/** The numbers of the records of the period that a filter names; undefined when there are none. The index of the times is read, and no record. */
export async function recordBounds(db: StationDatabase, { from, to }: StationRecordFilter): Promise<SearchRange | undefined> {
  let query = db.selectFrom('audit_records').select((eb) => [eb.fn.min('number').as('first'), eb.fn.max('number').as('last')]);
  if (from !== undefined) query = query.where('at', '>=', from);
  if (to !== undefined) query = query.where('at', '<', to);
  const row = (await query.executeTakeFirst()) as { first: number | null; last: number | null } | undefined;
  return row && row.first !== null && row.last !== null ? { first: row.first, end: row.last + 1 } : undefined;
}

/** The records of a range of numbers that match, newest first. */
export async function findRecords(
  db: StationDatabase,
  filter: StationRecordFilter,
  { first, end }: SearchRange,
): Promise<StationAuditEntry[]> {
  const rows = await matching(db, filter).where('number', '>=', first).where('number', '<', end).orderBy('number', 'desc').execute();
  const entries = rows.map(({ record, hash, signedAt }) => ({
    ...(JSON.parse(record) as Omit<StationAuditEntry, 'hash'>),
    ...{ hash, ...(signedAt !== null && { signedAt }) },
  }));
  return entries.filter((entry) => isAbout(entry, filter));
}

function matching(db: StationDatabase, filter: StationRecordFilter) {
  const { from, to, person, operation, operations, outcome } = filter;
  let query = db
    .selectFrom('audit_records')
    .select(['record', 'hash', SIGNED_AT.as('signedAt')])
    .where('chain', '=', CHAIN);
  if (from !== undefined) query = query.where('at', '>=', from);
  if (to !== undefined) query = query.where('at', '<', to);
  if (person) query = query.where(sql<string>`json_extract(record, '$.person')`, '=', person);
  if (operation) query = query.where(OPERATION, '=', operation);
  if (operations) query = query.where(OPERATION, operations.isExcluded ? 'not in' : 'in', operations.names);
  if (outcome) query = query.where(sql<string>`json_extract(record, '$.outcome')`, '=', outcome);
  for (const part of requiredTexts(filter)) query = query.where(sql<number>`instr(lower(record), ${part})`, '>', 0);
  return query;
}

const OPERATION = sql<string>`json_extract(record, '$.operation')`;

/** The seal of the segment that contains the record. */
const SIGNED_AT = sql<
  string | null
>`(SELECT json_extract(seal, '$.seal.at') FROM audit_seals WHERE chain = audit_records.chain AND last >= audit_records.number ORDER BY last LIMIT 1)`;

/** Commands about labels and printers name them as their subject; other commands in a field of their input. */
function isAbout({ operation, subject = '', input }: StationAuditEntry, named: NamedThings): boolean {
  return (['label', 'printer'] as const).every((noun) => {
    const name = named[noun];
    if (name === undefined) return true;
    const isSubject = isOf(operation, noun) && subject.split(' · ').includes(name);
    return isSubject || isNamedIn(input?.value, { noun, name });
  });
}

/** `printers.put` and `printing.select` name a printer; `labels.put` and `labelAcceptance.accept` a label. */
const PREFIXES: Readonly<Record<Noun, string>> = { label: 'label', printer: 'print' };

function isOf(operation: string, noun: Noun): boolean {
  return operation.startsWith(PREFIXES[noun]);
}
