import type { PreflightFinding, PreflightRequest } from '#contract/api-v3/preflight.ts';
import { ProblemError } from '#contract/problem.ts';
import { copiesOf } from '../jobs/job-rows.ts';
import { labelNameOf } from '../jobs/label-documents.ts';
import { columnNotFound } from '../tables/table-problems.ts';
import type { TableRow } from '../tables/tables.ts';

/** What is wrong with a row whatever its label draws. */
export type RowFinding = Pick<PreflightFinding, 'kind' | 'detail' | 'cells'>;

/** A row with the name of its label; undefined where no copy is wanted, or no label is named. */
export interface LookedAtRow {
  row: TableRow;
  labelName: string | undefined;
  findings: RowFinding[];
}

interface Looked {
  table: string;
  row: TableRow;
}

/** Looks at key, copies and label name of a row. Throws `not-found` for a column that the table lacks. */
export function lookAtRow(table: string, row: TableRow, request: PreflightRequest): LookedAtRow {
  const findings: RowFinding[] = [];
  const { keyColumn } = request;
  if (keyColumn !== undefined && cellOf(table, row, keyColumn) === '') {
    findings.push({ kind: 'key', detail: 'Its key is empty: it cannot be selected by it', cells: [{ column: keyColumn, value: '' }] });
  }
  if (copiesOfRow({ table, row }, request, findings) === 0) return { row, labelName: undefined, findings };
  return { row, labelName: labelOfRow({ table, row }, request, findings), findings };
}

function copiesOfRow({ table, row }: Looked, { copiesColumn: column }: PreflightRequest, findings: RowFinding[]): number | undefined {
  if (column === undefined) return undefined;
  const value = cellOf(table, row, column);
  return attempt({ kind: 'copies', column, value }, findings, () => copiesOf({ table, column, row: row.row, cell: value }));
}

function labelOfRow(
  { table, row }: Looked,
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
