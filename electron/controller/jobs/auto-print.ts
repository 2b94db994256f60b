import type { PrintJob } from '#contract/api-v3/print-job.ts';
import { ProblemError } from '#contract/problem.ts';
import type { AutoPrintDistance } from '../engines/engine.ts';
import type { Printer } from '../printers/printer.ts';
import type { AutoPrintColumns } from './job.ts';
import type { Line } from './line.ts';

const NANOMETRES_PER_MM = 1_000_000;

/** The distances of a selection. Throws `auto-print-missing` when it has one and the printer cannot print by itself. */
export function autoPrintColumns({ name, engine }: Printer, { autoPrintGap, autoPrintInterval }: PrintJob): AutoPrintColumns {
  const columns = { auto_print_gap: autoPrintGap ?? null, auto_print_interval: autoPrintInterval ?? null };
  if (distanceOf(columns) === undefined || engine.autoPrint) return columns;
  const detail = `"${name}" cannot print by itself at a distance: it prints when it is triggered.`;
  throw new ProblemError('auto-print-missing', { detail, instance: `/api/v3/printers/${encodeURIComponent(name)}` });
}

/**
 * Has the engine print by itself while its current job wants it. After a restart of the controller it waits for the first trigger or
 * selection: a line that starts by itself is dangerous.
 */
export function followAutoPrint(line: Line, current: AutoPrintColumns | undefined): void {
  const wanted = current && line.hasBegun && line.stopped === undefined ? distanceOf(current) : undefined;
  if (JSON.stringify(wanted) === JSON.stringify(line.autoPrint)) return;
  line.autoPrint = wanted;
  line.printer.engine.autoPrint?.(wanted);
}

function distanceOf({ auto_print_gap: gap, auto_print_interval: interval }: AutoPrintColumns): AutoPrintDistance | undefined {
  if (gap !== null) return { gap: gap / NANOMETRES_PER_MM };
  return interval === null ? undefined : { interval: interval / NANOMETRES_PER_MM };
}
