import type { z } from 'zod';
import { shiftCodeSchema } from '#contract/api-v3/shift-code.ts';
import { variableSchema } from '#contract/api-v3/variable.ts';
import { documentSchema } from '#contract/station/document.ts';
import type { UnsavedEditKind, UnsavedEditPlace } from '#contract/station/unsaved-edits.ts';
import { apiPath } from '../connections/controller-path.ts';
import type { Controllers } from '../connections/controllers.ts';
import { preconditionOf, readCurrentContent, type CurrentContent } from '../connections/current-content.ts';
import { authorHeaders } from '../connections/command-headers.ts';
import { anyLabelSchema, anyVariableSchema, withForeignFields } from '../connections/foreign-documents.ts';
import type { UnsavedEditContent, UnsavedEditDocument } from './unsaved-edit-store.ts';
import type { TableRows } from '../whole-tables/table-rows.ts';
import { readCells, withCells, writeCells } from './waiting-cells.ts';

interface Kind {
  path: (name: string) => string;
  schema: z.ZodType<UnsavedEditDocument>;
  /** The operation that saves it, for the event log. */
  operation: string;
}

/** The kinds that are one document on the controller. Cells are part of a table. */
const KINDS: Readonly<Record<Exclude<UnsavedEditKind, 'cells'>, Kind>> = {
  label: { path: (name) => apiPath`/labels/${name}`, schema: anyLabelSchema, operation: 'labels.put' },
  table: { path: (name) => apiPath`/tables/${name}`, schema: documentSchema, operation: 'tables.put' },
  variable: { path: (name) => apiPath`/variables/${name}`, schema: anyVariableSchema, operation: 'variables.put' },
  shiftCode: { path: (name) => apiPath`/shiftCodes/${name}`, schema: shiftCodeSchema, operation: 'shiftCodes.put' },
};

/** The schema that fills in defaults before two documents are compared. */
export function schemaOf(kind: UnsavedEditKind): z.ZodType<UnsavedEditDocument> {
  return kind === 'cells' ? documentSchema : KINDS[kind].schema;
}

export function operationOf(kind: UnsavedEditKind): string {
  return kind === 'cells' ? 'tables.editCells' : KINDS[kind].operation;
}

/** The content to store after an edit: the new one, with the base of the first edit. Cells are merged with the stored ones. */
export function contentToStore(
  kind: UnsavedEditKind,
  before: UnsavedEditContent | undefined,
  edit: UnsavedEditContent,
): UnsavedEditContent {
  if (kind === 'cells') return withCells(before, edit);
  return { content: edit.content, base: before ? before.base : edit.base };
}

/** How unsaved edits reach their controllers. */
export interface TargetDeps {
  controllers: Controllers;
  tableRows: TableRows;
}

/** Reads the document that an unsaved edit would replace. */
export async function readTarget(
  { controllers, tableRows }: TargetDeps,
  place: UnsavedEditPlace,
  content: UnsavedEditDocument,
): Promise<CurrentContent> {
  const { connection, kind, name } = place;
  if (kind === 'cells') return { document: await readCells(tableRows, place, content), raw: {}, etag: undefined };
  const { path, schema } = KINDS[kind];
  return readCurrentContent(controllers, { connection, name, path: path(name), schema });
}

/** Saves the edit over the document that was read. Throws `changed-meanwhile` when that has changed since. */
export async function writeTarget(
  { controllers, tableRows }: TargetDeps,
  place: UnsavedEditPlace,
  { content, current, person }: { content: UnsavedEditDocument; current: CurrentContent; person: string },
): Promise<void> {
  const { connection, kind, name } = place;
  if (kind === 'cells') return writeCells(tableRows, place, { content, current: current.document ?? { cells: [] } });
  const isForeign = kind === 'variable' && !controllers.hasExtensions(connection);
  const json = isForeign ? withForeignFields(variableSchema.parse(content), current.raw) : content;
  const headers = { ...preconditionOf(current), ...authorHeaders(person) };
  await controllers.change(connection, { method: 'PUT', path: KINDS[kind].path(name), json, headers });
}
