import type { Print, PrintCounts, PrintCountsQuery, PrintDetail, PrintsPage, PrintsQuery } from '#contract/api-v3/print.ts';
import { ProblemError } from '#contract/problem.ts';
import type { PrintValues } from '#rendering/dynamic-text/print-values.ts';
import type { Planes, PlanesTarget } from '#rendering/label/planes.ts';
import type { ControllerDatabase } from '#storage/database/controller-schema.ts';
import { whenDurable } from '#storage/database/open-transactions.ts';
import { isColorHash } from '#drawing/picture-hash.ts';
import { noPrint, printPath } from './print-problems.ts';
import { toDetail, toPrint, type StoredPrint } from './print-views.ts';
import type { PrintIndex } from './print-index.ts';
import { storedValues } from './stored-values.ts';
import { PrintSearch, type PrintRow } from './print-search.ts';

/** Prints that are read at a time to list their ids. */
const IDS_PAGE = 500;

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
    return { prints: await this.#toPrints(rows), next: next ?? null };
  }

  /** The numbers of prints that match all criteria, by printer and state. Throws `not-found` for an unknown printer. */
  async counts(query: PrintCountsQuery): Promise<PrintCounts> {
    if (query.printer !== undefined) this.#options.requirePrinter(query.printer);
    const { counts, next } = await this.#search.count(query);
    await whenDurable(this.#options.db);
    return { counts, next: next ?? null };
  }

  /**
   * The ids of the newest prints that match all criteria, at most `limit`, newest first; `next` continues after them. Throws `not-found` for
   * an unknown printer.
   */
  async ids(query: Omit<PrintsQuery, 'limit'>, limit: number): Promise<{ ids: number[]; next: number | null }> {
    const ids: number[] = [];
    let { before } = query;
    do {
      const page = await this.page({ ...query, before, limit: Math.min(IDS_PAGE, limit - ids.length) });
      ids.push(...page.prints.map(({ id }) => id));
      before = page.next ?? undefined;
    } while (before !== undefined && ids.length < limit);
    return { ids, next: before ?? null };
  }

  /** The prints with these ids, in this order; without those that were removed meanwhile. */
  async list(ids: readonly number[]): Promise<Print[]> {
    const rows = await this.#options.db.selectFrom('prints').selectAll().where('id', 'in', ids).execute();
    const byId = new Map((await this.#toPrints(rows)).map((print) => [print.id, print]));
    return ids.flatMap((id) => byId.get(id) ?? []);
  }

  async #toPrints(rows: readonly PrintRow[]): Promise<Print[]> {
    const superseding = await this.#superseding(rows.map(({ id }) => id));
    return rows.map((row) => toPrint(row, superseding.get(row.id)));
  }

  /** The newest print that supersedes each of these prints and is not void. */
  async #superseding(ids: readonly number[]): Promise<Map<number, number>> {
    if (ids.length === 0) return new Map();
    const found = await this.#options.db
      .selectFrom('prints')
      .select(({ fn }) => ['supersedes', fn.max('id').as('by')])
      .where('supersedes', 'in', ids)
      .where('state', '<>', 'void')
      .groupBy('supersedes')
      .execute();
    return new Map(found.flatMap(({ supersedes, by }) => (supersedes === null ? [] : [[supersedes, by] as const])));
  }

  /** All details of a print. Throws `not-found`. */
  async get(id: number): Promise<PrintDetail> {
    const row = await this.stored(id);
    const reprints = await this.#options.db.selectFrom('prints').select('id').where('reprint_of', '=', id).orderBy('id').execute();
    const supersededBy = (await this.#superseding([id])).get(id);
    return toDetail(row, { reprints: reprints.map((reprint) => reprint.id), supersededBy });
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
