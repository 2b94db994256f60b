import { z } from 'zod';
import { textSchema } from './text.ts';
import { wholeNumberIn } from './whole-number.ts';

/** Maximum number of cells in one change. */
export const MAX_CELLS = 1_000;

/** Maximum number of rows that are added or deleted in one change. */
export const MAX_ROWS = 1_000;

const cell = textSchema.max(100_000, 'a cell has at most 100 000 characters');
const columnName = textSchema.min(1, 'a column has a name').max(255, "a column's name has at most 255 characters");
/** Maximum number of columns of a table. */
export const MAX_COLUMNS = 1_000;

/** A table in the bodies of PUT and GET: all cells are strings. */
export const tableSchema = z
  .strictObject({
    columns: z.array(columnName).min(1, 'a table has at least one column').max(MAX_COLUMNS, 'a table has at most 1 000 columns'),
    rows: z.array(z.array(cell)),
  })
  .superRefine((table, context) => {
    const seen = new Set<string>();
    for (const [index, column] of table.columns.entries()) {
      if (seen.has(column)) {
        context.addIssue({ code: 'custom', path: ['columns', index], message: `the column "${column}" occurs twice` });
      }
      seen.add(column);
    }
    for (const [index, row] of table.rows.entries()) {
      if (row.length === table.columns.length) continue;
      const message = `has ${row.length} cells where the table has ${table.columns.length} columns`;
      context.addIssue({ code: 'custom', path: ['rows', index], message });
    }
  });
export type Table = z.infer<typeof tableSchema>;

/** An element of the table list. */
export const tableSummarySchema = z.object({
  columns: z.array(z.string()),
  rowCount: z.number().int(),
  /** When the table was last put, ISO 8601. */
  modified: z.string(),
});
export type TableSummary = z.infer<typeof tableSummarySchema>;

/**
 * Extension: a page of rows. `column` with `key` finds exact matches; `search` finds text in any cell, or in the column `within`,
 * case-insensitively; `doubles` names a column and finds rows whose non-empty cell there occurs in other rows too.
 */
export const rowsQuerySchema = z.object({
  column: z.string().optional(),
  key: z.string().optional(),
  search: z.string().max(1_000).optional(),
  within: z.string().optional(),
  doubles: z.string().optional(),
  /** The column by which rows are sorted, as text; by default rows are in the order of their numbers. */
  sort: z.string().optional(),
  order: z.enum(['ascending', 'descending']).optional(),
  offset: wholeNumberIn({ least: 0 }).prefault(0),
  limit: wholeNumberIn({ least: 0, most: 1_000 }).prefault(100),
});
export type RowsQuery = z.infer<typeof rowsQuerySchema>;

/** One page of rows. */
export const rowsPageSchema = z.object({
  columns: z.array(z.string()),
  rows: z.array(z.object({ /** Row number, from 0. */ row: z.number().int(), cells: z.array(z.string()) })),
  /** How many rows match in total. */
  total: z.number().int(),
  /** Changes when a number may refer to another row. It does not change when cells are edited and rows are added at the end. */
  rowsVersion: z.string().optional(),
});
export type RowsPage = z.infer<typeof rowsPageSchema>;

/** The change of one cell in the row with this number, from 0. With `was`, only if the cell still contains that text. */
const cellEditSchema = z.strictObject({
  row: z.number().int().min(0, 'must not be negative'),
  column: z.string(),
  was: z.string().optional(),
  value: cell,
});

/**
 * Extension: cells that are changed together or not at all. With `rowsVersion`, only if the rows have not been replaced since that page.
 */
export const cellEditsSchema = z.strictObject({
  rowsVersion: z.string().optional(),
  cells: z.array(cellEditSchema).min(1, 'must name at least one cell').max(MAX_CELLS, 'must name at most 1 000 cells'),
});
export type CellEdits = z.infer<typeof cellEditsSchema>;

/** With `rowsVersion`, a change is made only if no row has got another number since the page with that version. */
const rowsVersion = z.string().optional();

/** Extension: the rows of a table that print jobs share, and how much of them is printed or is being printed. */
export const rowSharingSchema = z.object({
  /** Whether a job has shared the rows since the table was put or its rows were released. */
  isShared: z.boolean(),
  /** The copies of each row, and the column that names them; absent until a job shares the rows. */
  copies: z.number().int().optional(),
  copiesColumn: z.string().optional(),
  /** Rows without copies that no print took. */
  finishedRows: z.number().int(),
  /** Copies that prints took, except void ones. */
  takenCopies: z.number().int(),
});
export type RowSharing = z.infer<typeof rowSharingSchema>;

/** Extension: rows that are added together or not at all. `at` is the number of the first of them; by default they follow the last row. */
export const newRowsSchema = z.strictObject({
  rowsVersion,
  at: z.number().int().min(0, 'must not be negative').optional(),
  rows: z.array(z.array(cell)).min(1, 'must name at least one row').max(MAX_ROWS, 'must name at most 1 000 rows'),
});
export type NewRows = z.infer<typeof newRowsSchema>;

/** The number of the first added row, and the version in which the rows have their new numbers. */
export const addedRowsSchema = z.object({ row: z.number().int(), rowsVersion: z.string() });
export type AddedRows = z.infer<typeof addedRowsSchema>;

/** Extension: `count` rows from the row with this number. */
export const rowsToDeleteSchema = z.strictObject({
  row: wholeNumberIn({ least: 0 }),
  count: wholeNumberIn({ least: 1, most: MAX_ROWS }).prefault(1),
  rowsVersion,
});
export type RowsToDelete = z.infer<typeof rowsToDeleteSchema>;

/** The rows that were deleted. */
export const deletedRowsSchema = z.object({ rows: z.array(z.array(z.string())), rowsVersion: z.string() });
export type DeletedRows = z.infer<typeof deletedRowsSchema>;

/** Extension: a column, by default the last one. Its cells are empty, or `cells`, one for each row. */
export const newColumnSchema = z.strictObject({
  rowsVersion,
  name: columnName,
  at: z.number().int().min(0, 'must not be negative').optional(),
  cells: z.array(cell).optional(),
});
export type NewColumn = z.infer<typeof newColumnSchema>;

/** The version of the rows with the new column. */
export const addedColumnSchema = z.object({ rowsVersion: z.string() });
export type AddedColumn = z.infer<typeof addedColumnSchema>;

/** Extension: the new name of a column. */
export const columnRenamingSchema = z.strictObject({ column: z.string(), name: columnName });
export type ColumnRenaming = z.infer<typeof columnRenamingSchema>;

/** Extension: a column to delete with its cells. */
export const columnToDeleteSchema = z.strictObject({ column: z.string(), rowsVersion });
export type ColumnToDelete = z.infer<typeof columnToDeleteSchema>;

/** The place that the column had, and its cells if the table has at most 10 000 rows. */
export const deletedColumnSchema = z.object({
  at: z.number().int(),
  cells: z.array(z.string()).optional(),
  rowsVersion: z.string(),
});
export type DeletedColumn = z.infer<typeof deletedColumnSchema>;

/** The longest table for which the response to a deletion contains the cells of the column. */
export const MAX_RETURNED_CELLS = 10_000;
