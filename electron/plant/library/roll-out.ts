import type { Selectable } from 'kysely';
import type { HoldingState, LibraryItemPlace } from '#contract/api-v3/library-item.ts';
import type { LineHolding, Publication, RollOut } from '#contract/plant/library.ts';
import { isFor, NOWHERE } from '#contract/plant/library-target.ts';
import { CONNECTED_FOR } from '../controllers/plant-controllers.ts';
import { reportOf } from '../controllers/reports.ts';
import type { PlantDatabase, PlantSchema } from '../database/plant-schema.ts';

/**
 * Reads what all lines have of the items, or of one. Returns a function that counts it for an item: a line that has another version than the published one
 * has not been heard of.
 */
export async function rollOuts(
  db: PlantDatabase,
  only?: LibraryItemPlace,
): Promise<(item: LibraryItemPlace, publication: Publication | undefined) => RollOut> {
  const places = (await db.selectFrom('controllers').select('report').execute()).map(({ report }) => reportOf(report) ?? NOWHERE);
  let query = db
    .selectFrom('library_holdings')
    .select(({ fn }) => ['kind', 'name', 'state', 'version', fn.countAll<string>().as('lines')] as const)
    .groupBy(['kind', 'name', 'state', 'version']);
  if (only) query = query.where('kind', '=', only.kind).where('name', '=', only.name);
  const byItem = Map.groupBy(await query.execute(), itemKey);
  return (item, publication) => {
    const held = byItem.get(itemKey(item)) ?? [];
    const count = (state: HoldingState) =>
      held.filter((one) => one.state === state && isHeard(one, publication)).reduce((sum, { lines }) => sum + Number(lines), 0);
    const counts = { taken: count('taken'), waiting: count('waiting'), refused: count('refused'), changed: count('changed') };
    const wanted = publication ? places.filter((place) => isFor(publication.target, place)).length : 0;
    const heard = counts.taken + counts.waiting + counts.refused + counts.changed;
    return { wanted, ...counts, unheard: Math.max(0, wanted - heard) };
  };
}

type HoldingRow = Selectable<PlantSchema['library_holdings']>;

interface LinesQuery extends LibraryItemPlace {
  publication: Publication | undefined;
  /** Milliseconds since the epoch. */
  now: number;
}

/** The lines that should have an item, and those that have it still, by site, line and name. */
export async function linesOf(db: PlantDatabase, { kind, name, publication, now }: LinesQuery): Promise<LineHolding[]> {
  const controllers = await db.selectFrom('controllers').select(['number', 'id', 'report', 'reported']).execute();
  const holdings = await db.selectFrom('library_holdings').selectAll().where('kind', '=', kind).where('name', '=', name).execute();
  const held = new Map(holdings.map((holding) => [holding.controller, holding]));
  const lines = controllers.flatMap((controller): LineHolding[] => {
    const report = reportOf(controller.report);
    const holding = held.get(controller.number);
    const isWanted = publication !== undefined && isFor(publication.target, report ?? NOWHERE);
    if (!isWanted && !holding) return [];
    const isConnected = controller.reported !== null && now - controller.reported.getTime() < CONNECTED_FOR;
    const { name: known = controller.id, site = '', line = '' } = report ?? {};
    return [{ controller: controller.id, name: known, site, line, isConnected, ...heardOf(holding, publication) }];
  });
  const collator = new Intl.Collator('en', { numeric: true });
  return lines.sort((a, b) => collator.compare(a.site, b.site) || collator.compare(a.line, b.line) || collator.compare(a.name, b.name));
}

function heardOf(holding: HoldingRow | undefined, publication: Publication | undefined): Pick<LineHolding, 'state' | 'version' | 'reason'> {
  if (!holding) return { state: 'unheard' };
  const { state, version, reason } = holding;
  return {
    state: isHeard(holding, publication) ? state : 'unheard',
    ...(version !== null && { version }),
    ...(reason !== null && { reason }),
  };
}

/** What a line said of an older version that it has taken says nothing about the published one. */
function isHeard({ state, version }: { state: HoldingState; version: number | null }, publication: Publication | undefined): boolean {
  return state !== 'taken' || version === publication?.version;
}

function itemKey({ kind, name }: LibraryItemPlace): string {
  return `${kind}/${name}`;
}
