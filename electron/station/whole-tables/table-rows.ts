import { rowsPageSchema, type CellEdits, type RowsPage, type RowsQuery } from '#contract/api-v3/table.ts';
import { apiPath, queryText } from '../connections/controller-path.ts';
import type { Controllers } from '../connections/controllers.ts';
import type { TablePlace, WholeTables } from './whole-tables.ts';

/** Pages of rows and single cells on any controller: by its own operations, or by reading and writing the whole table. */
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
    const { connection, name } = place;
    if (!this.#controllers.hasExtensions(connection)) return this.#wholeTables.editCells(place, edits);
    await this.#controllers.change(connection, { method: 'POST', path: apiPath`/tables/${name}/cells`, json: edits });
  }
}
