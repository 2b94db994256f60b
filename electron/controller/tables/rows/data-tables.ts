import { ROW_TABLES } from '#storage/database/controller-database.ts';

/** The names of the physical tables that hold rows, as a GLOB pattern. */
export const DATA_TABLES = `${ROW_TABLES}[0-9]*`;

/** The physical table of one version of a table's rows. */
export function dataTableName(id: number): string {
  return ROW_TABLES + id;
}

/** The version whose rows a physical table holds. */
export function dataIdOf(tableName: string): number {
  return Number(tableName.slice(ROW_TABLES.length));
}

/** The columns of such a table: row number, cells, and folded text. */
export function dataColumns(width: number): string {
  const cells = Array.from({ length: width }, (_, index) => `c${index} TEXT NOT NULL`);
  return `row INTEGER PRIMARY KEY, ${cells.join(', ')}, folded TEXT NOT NULL`;
}
