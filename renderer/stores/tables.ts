import { defineStore } from 'pinia';
import type {
  CellEdits,
  ColumnRenaming,
  ColumnToDelete,
  NewColumn,
  NewRows,
  RowsPage,
  RowsQuery,
  RowsToDelete,
} from '#contract/api-v3/table.ts';
import { inNameOrder } from '../domain/formats/compare-names.ts';
import { useStationClient } from '../composables/station-client.ts';
import { useConnectionList } from './use-connection-list.ts';

/** The connection and name of a table. */
export interface TablePlace {
  connection: string;
  name: string;
}

/** A whole table as its controller stores it: columns and rows, or another shape. */
type TableDocument = Record<string, unknown>;

/** The tables of the chosen connection. Files are transferred by URL: see panels/table-import/send-csv.ts. */
export const useTablesStore = defineStore('tables', () => {
  const client = useStationClient();
  const { items, isLoading, problem, reload } = useConnectionList(async (connection, signal) =>
    inNameOrder(await client.tables.list({ connection }, signal)),
  );

  function rows(place: TablePlace, query: Partial<RowsQuery>, signal?: AbortSignal): Promise<RowsPage> {
    return client.tables.rows({ ...place, query }, signal);
  }

  /** Reads the tables of any connection, independent of the chosen one. */
  function reader(connection: string) {
    return {
      list: async () => (await client.tables.list({ connection })).map(({ name, summary }) => ({ name, columns: summary.columns ?? [] })),
      rows: (name: string, query: Partial<RowsQuery>) => client.tables.rows({ connection, name, query }),
    };
  }

  const get = (place: TablePlace, signal?: AbortSignal): Promise<TableDocument> => client.tables.get({ ...place }, signal);

  /**
   * Replaces the content that the operator saw (`expected`; null = none). Throws `changed-meanwhile` if the controller has other content.
   */
  async function put(place: TablePlace, table: TableDocument, expected: TableDocument | null): Promise<void> {
    await client.tables.put({ ...place, table, expected });
    await reload();
  }

  async function editCells(place: TablePlace, edits: CellEdits): Promise<void> {
    await client.tables.editCells({ ...place, edits });
  }

  const addRows = (place: TablePlace, added: NewRows) => client.tables.addRows({ ...place, rows: added });
  const deleteRows = (place: TablePlace, deleted: RowsToDelete) => client.tables.deleteRows({ ...place, rows: deleted });
  const addColumn = (place: TablePlace, column: NewColumn) => client.tables.addColumn({ ...place, column });
  const deleteColumn = (place: TablePlace, column: ColumnToDelete) => client.tables.deleteColumn({ ...place, column });

  async function renameColumn(place: TablePlace, renaming: ColumnRenaming): Promise<void> {
    await client.tables.renameColumn({ ...place, renaming });
  }

  async function remove(place: TablePlace, reason: string): Promise<void> {
    await client.tables.remove({ ...place, reason });
    await reload();
  }

  async function rename(place: TablePlace, newName: string): Promise<void> {
    await client.tables.rename({ ...place, newName });
    await reload();
  }

  const edits = { editCells, addRows, deleteRows, addColumn, deleteColumn, renameColumn };
  return { items, isLoading, problem, reload, rows, get, put, ...edits, reader, remove, rename };
});
