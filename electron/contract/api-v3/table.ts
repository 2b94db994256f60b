import { z } from 'zod';
import { textSchema } from './text.ts';
import { wholeNumberIn } from './whole-number.ts';

/** Maximum number of cells in one change. */
export const MAX_CELLS = 1_000;

const cell = textSchema.max(100_000, 'a cell has at most 100 000 characters');

/** A table in the bodies of PUT and GET: all cells are strings. */
export const tableSchema = z
  .strictObject({
    columns: z
      .array(textSchema.min(1, 'a column has a name').max(255, "a column's name has at most 255 characters"))
      .min(1, 'a table has at least one column')
      .max(1_000, 'a table has at most 1 000 columns'),
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
  /** Changes when the rows are replaced, after which a number may refer to another row. It does not change when cells are edited. */
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
