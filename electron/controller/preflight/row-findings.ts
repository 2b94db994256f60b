import type { PreflightFinding, PreflightRequest } from '#contract/api-v3/preflight.ts';
import { ProblemError } from '#contract/problem.ts';
import { copiesOf } from '../queue/job-rows.ts';
import { labelNameOf } from '../preparation/label-documents.ts';
import { columnNotFound } from '../tables/table-problems.ts';
import type { TableRow } from '../tables/tables.ts';

/** A finding about a row that does not depend on its drawing. */
export type RowFinding = Pick<PreflightFinding, 'kind' | 'detail' | 'cells'>;

/** A row with its label name; undefined when it has no copies or names no label. */
export interface CheckedRow {
  row: TableRow;
  labelName: string | undefined;
  findings: RowFinding[];
}

interface TableRowRef {
  table: string;
  row: TableRow;
}

/** Checks key, copies and label name of a row. Throws `not-found` for a missing column. */
export function checkRow(table: string, row: TableRow, request: PreflightRequest): CheckedRow {
  const findings: RowFinding[] = [];
  const { keyColumn } = request;
  if (keyColumn !== undefined && cellOf(table, row, keyColumn) === '') {
    findings.push({ kind: 'key', detail: 'The key is empty: the row cannot be selected by it', cells: [{ column: keyColumn, value: '' }] });
  }
  if (copiesOfRow({ table, row }, request, findings) === 0) return { row, labelName: undefined, findings };
  return { row, labelName: labelOfRow({ table, row }, request, findings), findings };
}

function copiesOfRow({ table, row }: TableRowRef, { copiesColumn: column }: PreflightRequest, findings: RowFinding[]): number | undefined {
  if (column === undefined) return undefined;
  const value = cellOf(table, row, column);
  return attempt({ kind: 'copies', column, value }, findings, () => copiesOf({ table, column, row: row.row, cell: value }));
}

function labelOfRow(
  { table, row }: TableRowRef,
  { labelName = '', labelColumn: column }: PreflightRequest,
  findings: RowFinding[],
): string | undefined {
  if (column === undefined) return labelName;
  const of = { label_name: labelName, label_column: column, table_name: table };
  return attempt({ kind: 'label', column, value: cellOf(table, row, column) }, findings, () => labelNameOf(of, row));
}

function attempt<Result>(
  { kind, column, value }: { kind: RowFinding['kind']; column: string; value: string },
  findings: RowFinding[],
  work: () => Result,
): Result | undefined {
  try {
    return work();
  } catch (error) {
    if (!(error instanceof ProblemError)) throw error;
    findings.push({ kind, detail: error.context.errors?.[0]?.detail ?? error.message, cells: [{ column, value }] });
    return undefined;
  }
}

function cellOf(table: string, { cells }: TableRow, column: string): string {
  const cell = cells.get(column);
  if (cell === undefined) throw columnNotFound(table, column);
  return cell;
}
