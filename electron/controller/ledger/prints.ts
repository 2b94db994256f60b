import type { PrintCounts, PrintDetail, PrintsPage, PrintsQuery } from '#contract/api-v3/print.ts';
import { ProblemError } from '#contract/problem.ts';
import type { PrintValues } from '#rendering/dynamic-text/print-values.ts';
import type { Planes, PlanesTarget } from '#rendering/label/print-planes.ts';
import type { ControllerDatabase } from '#storage/database/controller-schema.ts';
import { whenDurable } from '#storage/database/open-transactions.ts';
import { isColorHash } from '../engines/picture-hash.ts';
import { noPrint, printPath } from './print-problems.ts';
import { toDetail, toPrint, type StoredPrint } from './print-views.ts';
import type { PrintIndex } from './print-index.ts';
import { storedValues } from './stored-values.ts';
import { PrintSearch } from './print-search.ts';

/** A label document from the ledger, with its values and target. */
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
  /** Throws `not-found` for an unknown printer. */
  requirePrinter: (name: string) => void;
}

/** Reads the ledger. Results are durable: they still hold after a power failure. */
export class Prints {
  readonly #options: PrintsOptions;
  readonly #search: PrintSearch;

  constructor(options: PrintsOptions) {
    this.#options = options;
    this.#search = new PrintSearch(options.db, options.index);
  }

  /** Starts the index, so that searches need not wait for it. */
  start(): void {
    this.#options.index.start();
  }

  /** Stops the index. */
  async stop(): Promise<void> {
    await this.#options.index.stop();
  }

  /** Prints that match all criteria, newest first. Throws `not-found` for an unknown printer. */
  async page(query: PrintsQuery): Promise<PrintsPage> {
    if (query.printer !== undefined) this.#options.requirePrinter(query.printer);
    const { rows, next } = await this.#search.find(query);
    await whenDurable(this.#options.db);
    return { prints: rows.map(toPrint), next: next ?? null };
  }

  /** How many prints of a job of this printer are in each state; all 0 for an unknown job. Throws `not-found` for an unknown printer. */
  async counts(printer: string, job: string): Promise<PrintCounts> {
    this.#options.requirePrinter(printer);
    const rows = await this.#options.db
      .selectFrom('prints')
      .select(['state', (eb) => eb.fn.countAll<number>().as('count')])
      .where('job', '=', job)
      .where((eb) => eb.exists(eb.selectFrom('jobs').select('jobs.id').where('jobs.id', '=', job).where('jobs.printer', '=', printer)))
      .groupBy('state')
      .execute();
    await whenDurable(this.#options.db);
    const found = Object.fromEntries(rows.map(({ state, count }) => [state, count]));
    return { reserved: 0, sent: 0, printed: 0, 'handed-over': 0, void: 0, unknown: 0, ...found };
  }

  /** All details of a print. Throws `not-found`. */
  async get(id: number): Promise<PrintDetail> {
    const row = await this.stored(id);
    const reprints = await this.#options.db.selectFrom('prints').select('id').where('reprint_of', '=', id).orderBy('id').execute();
    return toDetail(
      row,
      reprints.map((reprint) => reprint.id),
    );
  }

  /**
   * The picture of a print, drawn again from its stored document and values. Throws `not-found`, and `internal` when the bits differ from
   * the printed ones.
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

  /** A print as stored, with its document. Throws `not-found`. */
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
