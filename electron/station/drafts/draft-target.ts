import type { z } from 'zod';
import { shiftCodeSchema } from '#contract/api-v3/shift-code.ts';
import { variableSchema } from '#contract/api-v3/variable.ts';
import { documentSchema } from '#contract/station/document.ts';
import type { DraftKind, DraftPlace } from '#contract/station/drafts.ts';
import { apiPath } from '../connections/controller-path.ts';
import type { Controllers } from '../connections/controllers.ts';
import { conditionOf, readPresent, type Present } from '../connections/present.ts';
import { anyLabelSchema } from '../operations/labels.ts';
import { signed } from '../operations/order-headers.ts';
import { anyVariableSchema, withForeignFields } from '../operations/variables.ts';
import type { DraftContent, DraftDocument } from './draft-store.ts';
import { readCells, withCells, writeCells } from './waiting-cells.ts';

interface Kind {
  path: (name: string) => string;
  /** What the page works on. */
  schema: z.ZodType<DraftDocument>;
  /** Noun and verb of saving it, for the journal. */
  operation: string;
}

/** Whatever is one document at its controller. */
const KINDS: Readonly<Record<Exclude<DraftKind, 'cells'>, Kind>> = {
  label: { path: (name) => apiPath`/labels/${name}`, schema: anyLabelSchema, operation: 'labels.put' },
  table: { path: (name) => apiPath`/tables/${name}`, schema: documentSchema, operation: 'tables.put' },
  variable: { path: (name) => apiPath`/variables/${name}`, schema: anyVariableSchema, operation: 'variables.put' },
  shiftCode: { path: (name) => apiPath`/shiftCodes/${name}`, schema: shiftCodeSchema, operation: 'shiftCodes.put' },
};

/** What all of a kind have passed. */
export function schemaOf(kind: DraftKind): z.ZodType<DraftDocument> {
  return kind === 'cells' ? documentSchema : KINDS[kind].schema;
}

export function operationOf(kind: DraftKind): string {
  return kind === 'cells' ? 'tables.editCells' : KINDS[kind].operation;
}

/** What is kept when something was written: in place of what was kept before, and for cells beside it. */
export function keptOf(kind: DraftKind, before: DraftContent | undefined, work: DraftContent): DraftContent {
  if (kind === 'cells') return withCells(before, work);
  return { content: work.content, base: before ? before.base : work.base };
}

/** Reads what the controller has now in place of a draft's content. */
export async function readTarget(controllers: Controllers, place: DraftPlace, content: DraftDocument): Promise<Present> {
  const { connection, kind, name } = place;
  if (kind === 'cells') return { document: await readCells(controllers, place, content), raw: {}, etag: undefined };
  const { path, schema } = KINDS[kind];
  return readPresent(controllers, { connection, name, path: path(name), schema });
}

/** Saves it over exactly what was read: whoever changed it since wins, and this fails with `changed-meanwhile`. */
export async function writeOver(
  controllers: Controllers,
  place: DraftPlace,
  { content, present, person }: { content: DraftDocument; present: Present; person: string },
): Promise<void> {
  const { connection, kind, name } = place;
  if (kind === 'cells') return writeCells(controllers, place, { content, present: present.document ?? { cells: [] } });
  const isForeign = kind === 'variable' && !controllers.hasExtensions(connection);
  const json = isForeign ? withForeignFields(variableSchema.parse(content), present.raw) : content;
  const headers = { ...conditionOf(present), ...(kind === 'label' ? signed(person) : {}) };
  await controllers.change(connection, { method: 'PUT', path: KINDS[kind].path(name), json, headers });
}
