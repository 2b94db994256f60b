import type { PrintDetail, PrintsPage, PrintsQuery } from '#contract/api-v3/print.ts';
import { ProblemError } from '#contract/problem.ts';
import type { PrintValues } from '#rendering/dynamic-text/print-values.ts';
import type { Planes, PlanesTarget } from '#rendering/print-planes.ts';
import type { ControllerDatabase } from '#storage/controller-schema.ts';
import { whenDurable } from '#storage/open-transactions.ts';
import { isColorHash } from '../engines/picture-hash.ts';
import { noPrint, printPath } from './print-problems.ts';
import { toDetail, toPrint, type StoredPrint } from './print-views.ts';
import type { PrintIndex } from './print-index.ts';
import { storedValues } from './stored-values.ts';
import { PrintSearch } from './print-search.ts';

/** A label document out of the ledger, with what to draw it for. */
export interface StoredDrawing {
  hash: string;
  text: string;
  values: PrintValues;
  target: PlanesTarget;
}

export interface PrintsOptions {
  db: ControllerDatabase;
  index: PrintIndex;
  /** Draws a stored document with stored values; `hash` is that of the picture. */
  draw: (order: StoredDrawing) => Promise<{ planes: Planes; hash: string }>;
  /** Throws `not-found` for a printer that is not there. */
  requirePrinter: (name: string) => void;
}

/** The ledger as it is read: what it says of a print holds, whatever becomes of the power. */
export class Prints {
  readonly #options: PrintsOptions;
  readonly #search: PrintSearch;

  constructor(options: PrintsOptions) {
    this.#options = options;
    this.#search = new PrintSearch(options.db, options.index);
  }

  /** Lets the index follow the ledger, so that a search need not wait for it. */
  start(): void {
    this.#options.index.start();
  }

  /** Lets the index finish what it is at. */
  async stop(): Promise<void> {
    await this.#options.index.stop();
  }

  /** Prints that meet all conditions, newest first. Throws `not-found` for an unknown printer. */
  async page(query: PrintsQuery): Promise<PrintsPage> {
    if (query.printer !== undefined) this.#options.requirePrinter(query.printer);
    const { rows, next } = await this.#search.find(query);
    await whenDurable(this.#options.db);
    return { prints: rows.map(toPrint), next: next ?? null };
  }

  /** Everything that is known of one print. Throws `not-found`. */
  async get(id: number): Promise<PrintDetail> {
    const row = await this.stored(id);
    const reprints = await this.#options.db.selectFrom('prints').select('id').where('reprint_of', '=', id).orderBy('id').execute();
    return toDetail(
      row,
      reprints.map((reprint) => reprint.id),
    );
  }

  /**
   * The picture of a print, drawn again from its stored document and values. Throws `not-found`, and `internal` when the bits
   * are not those that were printed.
   */
  async picture(id: number): Promise<{ planes: Planes; hash: string; hdpi: number; vdpi: number }> {
    const row = await this.stored(id);
    const { hash, document, hdpi, vdpi } = row;
    const target = { hdpi, vdpi, isColor: isColorHash(row.picture_hash) };
    const drawing = this.#options.draw({ hash, text: document, values: storedValues(row), target });
    const { planes, hash: drawn } = await drawing;
    if (drawn !== row.picture_hash) {
      const detail = `Print ${id} cannot be drawn again as it was: its picture had the hash ${row.picture_hash}, this one has ${drawn}.`;
      throw new ProblemError('internal', { detail, instance: printPath(id) });
    }
    return { planes, hash: drawn, hdpi, vdpi };
  }

  /** A print as the ledger keeps it, with the document that it was drawn from. Throws `not-found`. */
  async stored(id: number): Promise<StoredPrint> {
    const row = await this.#options.db
      .selectFrom('prints')
      .innerJoin('label_documents', 'label_documents.hash', 'prints.document_hash')
      .selectAll()
      .where('prints.id', '=', id)
      .executeTakeFirst();
    if (!row) throw noPrint(id);
    await whenDurable(this.#options.db);
    return row;
  }
}
