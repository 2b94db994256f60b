import { defineStore } from 'pinia';
import type { CellEdits, RowsPage, RowsQuery } from '#contract/api-v3/table.ts';
import { inNameOrder } from '../composables/compare-names.ts';
import { useStationClient } from '../composables/station-client.ts';
import { useConnectionList } from '../composables/use-connection-list.ts';

/** Where a table is. */
export interface TablePlace {
  connection: string;
  name: string;
}

/** A whole table as its controller keeps it: of columns and rows, or of another shape. */
type TableDocument = Record<string, unknown>;

/** The tables of the chosen connection. Files come and go by address: see panels/table/send-csv.ts. */
export const useTablesStore = defineStore('tables', () => {
  const client = useStationClient();
  const { items, isLoading, problem, reload } = useConnectionList(async (connection, signal) =>
    inNameOrder(await client.tables.list({ connection }, signal)),
  );

  function rows(place: TablePlace, query: Partial<RowsQuery>, signal?: AbortSignal): Promise<RowsPage> {
    return client.tables.rows({ ...place, query }, signal);
  }

  /** Reads the tables of any connection, whatever is chosen. */
  function reader(connection: string) {
    return {
      list: async () => (await client.tables.list({ connection })).map(({ name, summary }) => ({ name, columns: summary.columns ?? [] })),
      rows: (name: string, query: Partial<RowsQuery>) => client.tables.rows({ connection, name, query }),
    };
  }

  const get = (place: TablePlace, signal?: AbortSignal): Promise<TableDocument> => client.tables.get({ ...place }, signal);

  /** Over what a person saw; null = nothing. Throws `changed-meanwhile` where there is something else. */
  async function put(place: TablePlace, table: TableDocument, over: TableDocument | null): Promise<void> {
    await client.tables.put({ ...place, table, over });
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
