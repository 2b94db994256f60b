import type { Preflight, PreflightRequest } from '#contract/api-v3/preflight.ts';
import type { PrintJob } from '#contract/api-v3/print-job.ts';

/** A selection that refers to a pre-flight. */
export interface SelectionToProve {
  printer: string;
  selection: PrintJob;
  /** Milliseconds since the epoch. */
  now: number;
}

/** Why a pre-flight does not prove a selection; undefined when it does. */
export function missingProof(preflight: Preflight, { printer, selection, now }: SelectionToProve): string | undefined {
  const { request, state, counts } = preflight;
  if (state !== 'done') return `its state is ${state}, not done`;
  if (counts.some(({ stops }) => stops)) return 'it has findings that prevent a print';
  if (!preflight.isCurrent) return 'the table or a label has changed since';
  if (now > Date.parse(preflight.provesUntil)) return `it is valid only until ${preflight.provesUntil}`;
  if (preflight.printer !== printer) return `it is for the printer "${preflight.printer}"`;
  if (preflight.tableName !== selection.tableName) return `it is for the table "${preflight.tableName}"`;
  if (!isSameChoice(request, selection)) return 'it is for another label, other copies, or other values of variables';
  return areRowsWithin(preflight, selection) ? undefined : 'it did not check all of these rows';
}

function isSameChoice(request: PreflightRequest, selection: PrintJob): boolean {
  const chosen = ({ labelName, labelColumn, copiesColumn, variables = {} }: PreflightRequest): string =>
    JSON.stringify([labelName, labelColumn, copiesColumn, Object.entries(variables).sort()]);
  return selection.labelData === undefined && chosen(request) === chosen(selection);
}

/** Whether the pre-flight checked all rows of the selection. A row that is selected by its key may be any row. */
function areRowsWithin({ request, rows }: Preflight, { key, firstRow = 0, rowCount }: PrintJob): boolean {
  const isWhole = request.firstRow === undefined && request.rowCount === undefined;
  if (isWhole) return true;
  if (key !== undefined || rowCount === undefined) return false;
  const first = request.firstRow ?? 0;
  return firstRow >= first && firstRow + rowCount <= first + rows;
}
