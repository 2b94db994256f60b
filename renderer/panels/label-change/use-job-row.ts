import type { CurrentJob } from '#contract/api-v3/printer.ts';
import { useLoad } from '../../stores/use-load.ts';
import { useTablesStore } from '../../stores/tables.ts';

/** The cells of the row that a job prints next, by column; undefined for a job without rows. */
export function useJobRow(connection: string, job: () => CurrentJob | null) {
  const tables = useTablesStore();
  return useLoad(
    async (signal) => {
      const { table, row } = job() ?? {};
      if (table === undefined || row === undefined) return undefined;
      const page = await tables.rows({ connection, name: table }, { offset: row, limit: 1 }, signal);
      const cells = page.rows[0]?.cells;
      return cells && new Map(page.columns.map((column, index) => [column, cells[index] ?? '']));
    },
    [() => job()?.table, () => job()?.row],
  );
}
