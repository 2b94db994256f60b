import { createHash } from 'node:crypto';
import { isDeepStrictEqual } from 'node:util';
import { LRUCache } from 'lru-cache';
import { tableSchema, type CellEdits, type RowsPage, type RowsQuery, type Table } from '#contract/api-v3/table.ts';
import { ProblemError } from '#contract/problem.ts';
import { documentSchema } from '#contract/station/document.ts';
import { apiPath } from '../connections/controller-path.ts';
import type { Controllers } from '../connections/controllers.ts';
import { preconditionOf, readCurrentContent } from '../connections/current-content.ts';
import { KeyedQueue } from '../platform/keyed-queue.ts';
import { changedTable, editedTable } from './edited-table.ts';
import type { ReshapedTable } from './reshaped-table.ts';
import { rowsOfTable } from './rows-of-table.ts';

export interface TablePlace {
  connection: string;
  name: string;
}

/** A table as the controller has it now; `table` is null when there is none. */
interface ReadTable {
  table: Table | null;
  etag: string | undefined;
}

/** The rows of a table that this station has seen or written last. */
interface SeenRows {
  hash: string;
  rowsVersion: string;
}

const MAX_SEEN = 1_000;

/**
 * Pages of rows, edits and replacements on a controller that transfers whole tables only. Changes of a table run one after the other. Each
 * reads the table immediately before it writes it, with `If-Match` if the controller sends an ETag. Without one, a change that another client makes
 * between that read and that write is lost.
 */
export class WholeTables {
  readonly #controllers: Controllers;
  readonly #queue = new KeyedQueue();
  readonly #seen = new LRUCache<string, SeenRows>({ max: MAX_SEEN });

  constructor(controllers: Controllers) {
    this.#controllers = controllers;
  }

  /** Throws `not-found`, and `controller-answer-invalid` for a table of another shape. */
  async get(place: TablePlace): Promise<Table> {
    const { table } = await this.#read(place);
    if (!table) throw new ProblemError('not-found', { detail: `There is no table "${place.name}".` });
    return table;
  }

  /** A page of rows. Throws as `get`. */
  async rows(place: TablePlace, query: Partial<RowsQuery>): Promise<RowsPage> {
    const table = await this.get(place);
    return { ...rowsOfTable(table, query), rowsVersion: this.#versionOf(place, table) };
  }

  /** Changes all of the cells or none. Throws `changed-meanwhile` when another client has changed the rows or a cell, and as `get`. */
  async editCells(place: TablePlace, { rowsVersion, cells }: CellEdits): Promise<void> {
    await this.reshape(place, rowsVersion, (table) => ({
      table: editedTable(place.name, table, cells),
      keepsNumbers: true,
      result: {},
    }));
  }

  /**
   * Changes cells, rows or columns as `edit` says, and returns its result with the version of the rows after it. Throws `changed-meanwhile` when
   * another client has changed the table since `rowsVersion`, what `edit` throws, and as `get`.
   */
  reshape<Result extends object>(
    place: TablePlace,
    rowsVersion: string | undefined,
    edit: (table: Table) => ReshapedTable<Result>,
  ): Promise<Result & { rowsVersion: string }> {
    return this.#queue.run(keyOf(place), async () => {
      const read = await this.#read(place);
      if (!read.table) throw new ProblemError('not-found', { detail: `There is no table "${place.name}".` });
      const version = this.#versionOf(place, read.table);
      if (rowsVersion !== undefined && rowsVersion !== version) {
        throw changedTable(place.name, 'Another client has written it.');
      }
      const { table, keepsNumbers, result } = edit(read.table);
      await this.#write(place, table, read);
      const hash = hashOf(table);
      // Rows that keep their numbers are still those that the page has seen, so that it can go on editing them.
      const seen = { hash, rowsVersion: keepsNumbers ? version : hash };
      this.#seen.set(keyOf(place), seen);
      return { ...result, rowsVersion: seen.rowsVersion };
    });
  }

  /**
   * Replaces the table, or creates it, with what `make` returns, which may take a while. Throws `changed-meanwhile` when another client has changed it
   * since the call, and for a table that exists when it must be new.
   */
  async replace(place: TablePlace, { isNew, make }: { isNew: boolean; make: () => Promise<Table> }): Promise<'created' | 'replaced'> {
    const seen = await this.#read(place);
    if (isNew && seen.table) throw changedTable(place.name, 'It was created in the meantime.');
    const made = await make();
    return this.#queue.run(keyOf(place), async () => {
      const now = await this.#read(place);
      if (!isDeepStrictEqual(now.table, seen.table)) throw changedTable(place.name, 'Another client has written it.');
      await this.#write(place, made, now);
      return seen.table ? 'replaced' : 'created';
    });
  }

  async #read({ connection, name }: TablePlace): Promise<ReadTable> {
    const path = apiPath`/tables/${name}`;
    const { document, etag } = await readCurrentContent(this.#controllers, { connection, name, path, schema: documentSchema });
    if (!document) return { table: null, etag };
    const table = tableSchema.safeParse(document);
    if (table.success) return { table: table.data, etag };
    throw new ProblemError('controller-answer-invalid', { detail: NOT_ROWS }, { cause: table.error });
  }

  async #write({ connection, name }: TablePlace, json: Table, { table, etag }: ReadTable): Promise<void> {
    const headers = preconditionOf({ document: table, etag });
    await this.#controllers.change(connection, { method: 'PUT', path: apiPath`/tables/${name}`, json, headers });
  }

  /** Stays the same while only this station changes cells. */
  #versionOf(place: TablePlace, table: Table): string {
    const hash = hashOf(table);
    const seen = this.#seen.get(keyOf(place));
    if (seen?.hash === hash) return seen.rowsVersion;
    this.#seen.set(keyOf(place), { hash, rowsVersion: hash });
    return hash;
  }
}

const NOT_ROWS = "The controller's table does not have columns and rows.";

function keyOf({ connection, name }: TablePlace): string {
  return JSON.stringify([connection, name]);
}

function hashOf(table: Table): string {
  return createHash('sha256').update(JSON.stringify(table)).digest('base64url');
}
