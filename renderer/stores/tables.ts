import { defineStore } from 'pinia';
import type { CellEdits, RowsPage, RowsQuery } from '#contract/api-v3/table.ts';
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

  async function remove(place: TablePlace, reason: string): Promise<void> {
    await client.tables.remove({ ...place, reason });
    await reload();
  }

  async function rename(place: TablePlace, newName: string): Promise<void> {
    await client.tables.rename({ ...place, newName });
    await reload();
  }

  return { items, isLoading, problem, reload, rows, get, put, editCells, reader, remove, rename };
});
