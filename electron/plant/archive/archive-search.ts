import { sql, type ExpressionBuilder, type SelectQueryBuilder, type Selectable } from 'kysely';
import type { ArchivedPrint, ArchivePage, ArchiveQuery } from '#contract/plant/archive-search.ts';
import type { JobTerm, PlantDatabase, PlantSchema } from '../database/plant-schema.ts';
import { reportOf } from '../controllers/reports.ts';
import { positionText, readPosition } from './search-position.ts';

/** Columns of a print in a list. */
const LISTED = [
  ...(['print', 'reserved', 'settled', 'printer', 'job', 'label', 'label_revision', 'key', 'state', 'proof', 'reason'] as const),
  ...(['operator', 'resolved_by', 'purpose', 'picture_hash', 'verification', 'serials'] as const),
] as const;
export type ListedRow = Pick<Selectable<PlantSchema['prints']>, (typeof LISTED)[number]> & {
  number: number;
  id: string;
  report: string | null;
};

/** Columns of `prints` that a condition of the same name must equal. */
const EQUALS = ['printer', 'label', 'job', 'key', 'operator', 'state'] as const;
/** Conditions that lead to jobs: few jobs are looked up instead of all their prints. */
const TERMS: [condition: 'label' | 'printer' | 'operator' | 'value', term: JobTerm][] = [
  ['label', 'label'],
  ['printer', 'printer'],
  ['operator', 'operator'],
  ['value', 'variable'],
];

type Listing = SelectQueryBuilder<PlantSchema, 'prints' | 'controllers', ListedRow>;

/** Prints that match all conditions, the newest first. Throws `invalid-input`, and errors of the database. */
export async function searchArchive(db: PlantDatabase, query: ArchiveQuery): Promise<ArchivePage> {
  const { limit, after } = query;
  let listing = conditionsOf(query).reduce((narrowed, narrow) => narrow(narrowed), listedPrints(db));
  if (after !== undefined) {
    const { reserved, controller, print } = readPosition(after);
    listing = listing.where(
      sql<boolean>`(prints.reserved, prints.controller, prints.print) < (${new Date(reserved)}, ${controller}, ${print})`,
    );
  }
  const rows = await listing
    .orderBy('prints.reserved', 'desc')
    .orderBy('prints.controller', 'desc')
    .orderBy('prints.print', 'desc')
    .limit(limit + 1)
    .execute();
  const shown = rows.slice(0, limit);
  const last = rows.length > limit ? shown.at(-1) : undefined;
  return {
    prints: shown.map(toArchivedPrint),
    next: last ? positionText({ reserved: last.reserved.getTime(), controller: last.number, print: last.print }) : null,
  };
}

export function listedPrints(db: PlantDatabase): Listing {
  return db
    .selectFrom('prints')
    .innerJoin('controllers', 'controllers.number', 'prints.controller')
    .select(LISTED.map((column) => `prints.${column}` as const))
    .select(['controllers.number', 'controllers.id', 'controllers.report']);
}

function conditionsOf(query: ArchiveQuery): ((listing: Listing) => Listing)[] {
  const { controller, serial, from, to } = query;
  const narrowings: ((listing: Listing) => Listing)[] = [];
  if (controller !== undefined) narrowings.push((listing) => listing.where('controllers.id', '=', controller));
  if (from !== undefined) narrowings.push((listing) => listing.where('prints.reserved', '>=', new Date(from)));
  if (to !== undefined) narrowings.push((listing) => listing.where('prints.reserved', '<', new Date(to)));
  if (serial !== undefined) narrowings.push((listing) => listing.where((eb) => hasSerial(eb, serial)));
  for (const name of EQUALS) {
    const value = query[name];
    if (value !== undefined) narrowings.push((listing) => listing.where(`prints.${name}`, '=', value));
  }
  for (const [name, term] of TERMS) {
    const value = query[name];
    if (value !== undefined) narrowings.push((listing) => listing.where((eb) => isOfJobWith(eb, term, value)));
  }
  return narrowings;
}

type Prints = ExpressionBuilder<PlantSchema, 'prints' | 'controllers'>;

function hasSerial(eb: Prints, serial: string) {
  return eb(
    eb.refTuple('prints.reserved', 'prints.controller', 'prints.print'),
    'in',
    eb
      .selectFrom('print_serials')
      .select(['reserved', 'controller', 'print'])
      .where('serial', '=', serial)
      .$asTuple('reserved', 'controller', 'print'),
  );
}

function isOfJobWith(eb: Prints, term: JobTerm, value: string) {
  return eb(
    eb.refTuple('prints.controller', 'prints.job'),
    'in',
    eb
      .selectFrom('job_terms')
      .select(['controller', 'job'])
      .where('term', '=', term)
      .where('value', '=', value)
      .$asTuple('controller', 'job'),
  );
}

export function toArchivedPrint(row: ListedRow): ArchivedPrint {
  const report = reportOf(row.report);
  return {
    controller: row.id,
    controllerName: report?.name ?? row.id,
    line: report?.line ?? '',
    id: row.print,
    printer: row.printer,
    job: row.job,
    label: row.label,
    ...(row.label_revision > 0 && { labelRevision: row.label_revision }),
    state: row.state,
    proof: row.proof,
    ...present({ key: row.key, reason: row.reason, resolvedBy: row.resolved_by, verification: row.verification }),
    ...(row.operator !== '' && { operator: row.operator }),
    reserved: row.reserved.toISOString(),
    settled: row.settled.toISOString(),
    serials: row.serials,
    ...(row.purpose === 'test' && { purpose: row.purpose }),
    pictureHash: row.picture_hash,
  };
}

/** Leaves out what is null. */
export function present<Values extends object>(values: Values): { [Name in keyof Values]?: NonNullable<Values[Name]> } {
  return Object.fromEntries(Object.entries(values).filter(([, value]) => value !== null)) as {
    [Name in keyof Values]?: NonNullable<Values[Name]>;
  };
}
