import type { Selectable } from 'kysely';
import { dictionary } from '#contract/api-v3/name.ts';
import type { ArchivedPrintDetail } from '#contract/plant/archive-search.ts';
import { ProblemError } from '#contract/problem.ts';
import { changingTexts, labelContent, type ContentText } from '#rendering/label/label-content.ts';
import type { PlantDatabase, PlantSchema } from '../database/plant-schema.ts';
import { listedPrints, present, toArchivedPrint, type ListedRow } from './archive-search.ts';
import { readArchivedLabel, readArchivedValues } from './archived-values.ts';

/** Which print is meant. */
export interface PrintPlace {
  controller: string;
  print: number;
  /** Milliseconds since the epoch. */
  reserved: number;
}

/** A print with all its columns and its document. */
export type StoredPrint = ListedRow & Selectable<PlantSchema['prints']> & { document: string | null };

/** Throws `not-found`. */
export async function getStoredPrint(db: PlantDatabase, { controller, print, reserved }: PrintPlace): Promise<StoredPrint> {
  const row = await listedPrints(db)
    .leftJoin('label_documents', 'label_documents.hash', 'prints.document_hash')
    .selectAll('prints')
    .select('label_documents.document')
    .where('controllers.id', '=', controller)
    .where('prints.print', '=', print)
    .where('prints.reserved', '=', new Date(reserved))
    .executeTakeFirst();
  if (row) return row;
  throw new ProblemError('not-found', { detail: `The archive has no print ${print} of this controller that was reserved at this time.` });
}

/** All that the archive knows of a print. Its texts are missing if the document or the values cannot be read. */
export function toArchivedDetail(row: StoredPrint): ArchivedPrintDetail {
  const values = readArchivedValues(row.print_values);
  return {
    ...toArchivedPrint(row),
    ...present({ table: row.table_name, row: row.row, supersedes: row.supersedes, reworkReason: row.rework_reason }),
    ...present({ reprintOf: row.reprint_of, reprintReason: row.reprint_reason, unknownReason: row.unknown_reason }),
    ...present({ sent: row.sent && row.sent.toISOString(), unknownSince: row.unknown_since && row.unknown_since.toISOString() }),
    texts: textsOf(row),
    variables: dictionary(values?.variables ?? []),
    ...(values?.row && { cells: dictionary(values.row) }),
    hdpi: row.hdpi,
    vdpi: row.vdpi,
    hasDocument: row.document !== null,
  };
}

function textsOf({ document, print_values }: StoredPrint): ContentText[] {
  const label = document === null ? undefined : readArchivedLabel(document);
  const values = readArchivedValues(print_values);
  if (!label || !values) return [];
  const content = labelContent(label);
  return [...content.unchanging, ...changingTexts(content, values)].sort(byPlace);
}

/** In the order of the label: numbers in pointers are compared by value. */
function byPlace(a: ContentText, b: ContentText): number {
  return a.pointer.localeCompare(b.pointer, 'en', { numeric: true });
}
