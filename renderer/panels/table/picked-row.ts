/** A row of a table, found by its key. */
export interface PickedRow {
  table: string;
  keyColumn: string;
  key: string;
}
