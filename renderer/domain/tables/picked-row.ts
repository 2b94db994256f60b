/** A row of a table, identified by its key. */
export interface PickedRow {
  table: string;
  keyColumn: string;
  key: string;
}
