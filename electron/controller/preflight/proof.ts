import type { Preflight, PreflightRequest } from '#contract/api-v3/preflight.ts';
import type { PrintJob } from '#contract/api-v3/print-job.ts';

/** A selection that is to rest upon a pre-flight. */
export interface SelectionToProve {
  printer: string;
  selection: PrintJob;
  /** Milliseconds since the epoch. */
  now: number;
}

/** Why a pre-flight does not prove a selection; undefined when it does. */
export function whatIsUnproved(preflight: Preflight, { printer, selection, now }: SelectionToProve): string | undefined {
  const { request, state, counts } = preflight;
  if (state !== 'done') return `it is not done, but ${state}`;
  if (counts.some(({ stops }) => stops)) return 'it found what stops a print';
  if (!preflight.isCurrent) return 'table or label were changed since';
  if (now > Date.parse(preflight.provesUntil)) return `it looked at prints until ${preflight.provesUntil} only`;
  if (preflight.printer !== printer) return `it is about the printer "${preflight.printer}"`;
  if (preflight.tableName !== selection.tableName) return `it is about the table "${preflight.tableName}"`;
  if (!isSameChoice(request, selection)) return 'it is about another label, other copies, or other values of variables';
  return areRowsWithin(preflight, selection) ? undefined : 'it did not look at all of these rows';
}

function isSameChoice(request: PreflightRequest, selection: PrintJob): boolean {
  const chosen = ({ labelName, labelColumn, copiesColumn, variables = {} }: PreflightRequest): string =>
    JSON.stringify([labelName, labelColumn, copiesColumn, Object.entries(variables).sort()]);
  return selection.labelData === undefined && chosen(request) === chosen(selection);
}

/** A row that is named by its key may be any of the table. */
function areRowsWithin({ request, rows }: Preflight, { key, firstRow = 0, rowCount }: PrintJob): boolean {
  const isWhole = request.firstRow === undefined && request.rowCount === undefined;
  if (isWhole) return true;
  if (key !== undefined || rowCount === undefined) return false;
  const first = request.firstRow ?? 0;
  return firstRow >= first && firstRow + rowCount <= first + rows;
}
