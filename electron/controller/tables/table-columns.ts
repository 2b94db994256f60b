const NAME_PREFIX = 'table_data_';

/** Which tables of the database hold rows, as a GLOB. */
export const DATA_TABLES = `${NAME_PREFIX}[0-9]*`;

/** The physical table of one version of a table's rows. */
export function dataTableName(id: number): string {
  return NAME_PREFIX + id;
}

/** The version whose rows a physical table holds. */
export function dataIdOf(tableName: string): number {
  return Number(tableName.slice(NAME_PREFIX.length));
}

/** The columns of such a table: the number of the row, its cells, and their folded text. */
export function dataColumns(width: number): string {
  const cells = Array.from({ length: width }, (_, index) => `c${index} TEXT NOT NULL`);
  return `row INTEGER PRIMARY KEY, ${cells.join(', ')}, folded TEXT NOT NULL`;
}
