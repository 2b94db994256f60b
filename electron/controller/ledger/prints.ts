import type { Print, PrintsPage, PrintsQuery } from '#contract/api-v3/print.ts';
import { ProblemError } from '#contract/problem.ts';
import { parsePrintValues, type PrintValues } from '#rendering/dynamic-text/print-values.ts';
import type { Planes, PlanesTarget } from '#rendering/print-planes.ts';
import type { ControllerDatabase, ControllerSchema } from '#storage/controller-schema.ts';
import type { Selectable } from 'kysely';
import { isColorHash, pictureHash } from '../engines/picture-hash.ts';

/** A label document out of the ledger, with what to draw it for. */
export interface StoredDrawing {
  hash: string;
  text: string;
  values: PrintValues;
  target: PlanesTarget;
}

export interface PrintsOptions {
  db: ControllerDatabase;
  /** Draws a stored document with stored values. */
  draw: (order: StoredDrawing) => Promise<{ planes: Planes }>;
  /** Throws `not-found` for a printer that is not there. */
  requirePrinter: (name: string) => void;
}

/** The ledger as it is read. */
export class Prints {
  readonly #options: PrintsOptions;

  constructor(options: PrintsOptions) {
    this.#options = options;
  }

  /** Prints of one printer or of all, newest first. Throws `not-found` for an unknown printer. */
  async page({ printer, before, limit }: PrintsQuery): Promise<PrintsPage> {
    const { db, requirePrinter } = this.#options;
    let query = db
      .selectFrom('prints')
      .selectAll()
      .orderBy('id', 'desc')
      .limit(limit + 1);
    if (printer !== undefined) {
      requirePrinter(printer);
      query = query.where('printer', '=', printer);
    }
    if (before !== undefined) query = query.where('id', '<', before);
    const rows = await query.execute();
    const shown = rows.slice(0, limit);
    return { prints: shown.map(toPrint), next: rows.length > limit ? (shown.at(-1)?.id ?? null) : null };
  }

  /**
   * The picture of a print, drawn again from its stored document and values. Throws `not-found`, and `internal` when the bits
   * are not those that were printed.
   */
  async picture(id: number): Promise<{ planes: Planes; hdpi: number; vdpi: number }> {
    const { db, draw } = this.#options;
    const row = await db
      .selectFrom('prints')
      .innerJoin('label_documents', 'label_documents.hash', 'prints.document_hash')
      .selectAll()
      .where('prints.id', '=', id)
      .executeTakeFirst();
    const instance = `/api/v3/prints/${id}`;
    if (!row) throw new ProblemError('not-found', { detail: `There is no print ${id}.`, instance });
    const { hash, document, hdpi, vdpi } = row;
    const target = { hdpi, vdpi, isColor: isColorHash(row.picture_hash) };
    const { planes } = await draw({ hash, text: document, values: parsePrintValues(row.print_values), target });
    const drawn = pictureHash(planes);
    if (drawn !== row.picture_hash) {
      const detail = `Print ${id} cannot be drawn again as it was: its picture had the hash ${row.picture_hash}, this one has ${drawn}.`;
      throw new ProblemError('internal', { detail, instance });
    }
    return { planes, hdpi, vdpi };
  }
}

function toPrint(row: Selectable<ControllerSchema['prints']>): Print {
  const { counters } = parsePrintValues(row.print_values);
  return {
    id: row.id,
    printer: row.printer,
    job: row.job,
    label: row.label_name,
    ...(row.label_revision === 0 ? {} : { labelRevision: row.label_revision }),
    ...(row.table_name === null ? {} : { table: row.table_name }),
    ...(row.key === null ? {} : { key: row.key }),
    state: row.state,
    ...(row.reason === null ? {} : { reason: row.reason }),
    reserved: new Date(row.reserved).toISOString(),
    settled: new Date(row.settled).toISOString(),
    counters: [...counters].map(([name, { value }]) => ({ name, value })),
    pictureHash: row.picture_hash,
  };
}
