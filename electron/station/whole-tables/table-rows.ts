import type { z } from 'zod';
import {
  addedColumnSchema,
  addedRowsSchema,
  deletedColumnSchema,
  deletedRowsSchema,
  rowsPageSchema,
  type AddedColumn,
  type AddedRows,
  type CellEdits,
  type ColumnRenaming,
  type ColumnToDelete,
  type DeletedColumn,
  type DeletedRows,
  type NewColumn,
  type NewRows,
  type RowsPage,
  type RowsQuery,
  type RowsToDelete,
} from '#contract/api-v3/table.ts';
import { ProblemError } from '#contract/problem.ts';
import type { ControllerRequest } from '../connections/controller-client.ts';
import { apiPath, queryText } from '../connections/controller-path.ts';
import type { Controllers } from '../connections/controllers.ts';
import { withColumn, withoutColumn, withoutRows, withRenamedColumn, withRows } from './reshaped-table.ts';
import type { TablePlace, WholeTables } from './whole-tables.ts';

/**
 * Pages of rows, and edits of cells, rows and columns on any controller: by its own operations, or by reading and writing the whole table. Edits
 * throw `changed-meanwhile` when a row may have another number than in the `rowsVersion` of the edit.
 */
export class TableRows {
  readonly #controllers: Controllers;
  readonly #wholeTables: WholeTables;

  constructor(controllers: Controllers, wholeTables: WholeTables) {
    this.#controllers = controllers;
    this.#wholeTables = wholeTables;
  }

  async page(place: TablePlace, query: Partial<RowsQuery>): Promise<RowsPage> {
    const { connection, name } = place;
    if (!this.#controllers.hasExtensions(connection)) return this.#wholeTables.rows(place, query);
    return this.#controllers.read(connection, apiPath`/tables/${name}/rows` + queryText(query), rowsPageSchema);
  }

  /** Changes all of the cells or none. Throws `changed-meanwhile` when a cell is not what the edit expects. */
  async editCells(place: TablePlace, edits: CellEdits): Promise<void> {
    if (this.#isWhole(place)) return this.#wholeTables.editCells(place, edits);
    await this.#controllers.change(place.connection, { method: 'POST', path: apiPath`/tables/${place.name}/cells`, json: edits });
  }

  async addRows(place: TablePlace, rows: NewRows): Promise<AddedRows> {
    if (this.#isWhole(place)) return this.#wholeTables.reshape(place, rows.rowsVersion, (table) => withRows(place.name, table, rows));
    return this.#change(place, { method: 'POST', path: apiPath`/tables/${place.name}/rows`, json: rows }, addedRowsSchema);
  }

  async deleteRows(place: TablePlace, rows: RowsToDelete): Promise<DeletedRows> {
    if (this.#isWhole(place)) return this.#wholeTables.reshape(place, rows.rowsVersion, (table) => withoutRows(place.name, table, rows));
    return this.#change(place, { method: 'DELETE', path: apiPath`/tables/${place.name}/rows` + queryText(rows) }, deletedRowsSchema);
  }

  async addColumn(place: TablePlace, column: NewColumn): Promise<AddedColumn> {
    if (this.#isWhole(place)) return this.#wholeTables.reshape(place, column.rowsVersion, (table) => withColumn(place.name, table, column));
    return this.#change(place, { method: 'POST', path: apiPath`/tables/${place.name}/columns`, json: column }, addedColumnSchema);
  }

  async renameColumn(place: TablePlace, renaming: ColumnRenaming): Promise<void> {
    if (this.#isWhole(place)) {
      await this.#wholeTables.reshape(place, undefined, (table) => withRenamedColumn(place.name, table, renaming));
      return;
    }
    const path = apiPath`/tables/${place.name}/columns/rename`;
    await this.#controllers.change(place.connection, { method: 'POST', path, json: renaming });
  }

  async deleteColumn(place: TablePlace, column: ColumnToDelete): Promise<DeletedColumn> {
    if (this.#isWhole(place)) {
      return this.#wholeTables.reshape(place, column.rowsVersion, (table) => withoutColumn(place.name, table, column));
    }
    const path = apiPath`/tables/${place.name}/columns` + queryText(column);
    return this.#change(place, { method: 'DELETE', path }, deletedColumnSchema);
  }

  #isWhole({ connection }: TablePlace): boolean {
    return !this.#controllers.hasExtensions(connection);
  }

  async #change<Result>({ connection }: TablePlace, request: ControllerRequest, schema: z.ZodType<Result>): Promise<Result> {
    const { value } = await this.#controllers.change(connection, request);
    const result = schema.safeParse(value);
    if (result.success) return result.data;
    throw new ProblemError('controller-answer-invalid', {}, { cause: result.error });
  }
}
