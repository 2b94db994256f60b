import type { PrintJob } from '#contract/api-v3/print-job.ts';
import { ProblemError } from '#contract/problem.ts';
import type { AutoPrintDistance } from '../engines/engine.ts';
import type { Printer } from '../printers/printer.ts';
import type { AutoPrintColumns } from '../queue/job.ts';
import type { PrinterRuntime } from './printer-runtime.ts';

const NANOMETRES_PER_MM = 1_000_000;

/**
 * The distances of a selection as columns of its job. Throws `auto-print-missing` when the selection has one and the engine has no
 * auto-print.
 */
export function autoPrintColumns({ name, engine }: Printer, { autoPrintGap, autoPrintInterval }: PrintJob): AutoPrintColumns {
  const columns = { auto_print_gap: autoPrintGap ?? null, auto_print_interval: autoPrintInterval ?? null };
  if (distanceOf(columns) === undefined || engine.autoPrint) return columns;
  const detail = `"${name}" has no auto-print: it prints only when it is triggered.`;
  throw new ProblemError('auto-print-missing', { detail, instance: `/api/v3/printers/${encodeURIComponent(name)}` });
}

/**
 * Turns the engine's auto-print on or off, as the current job wants it. After a restart of the controller it stays off until the first
 * trigger or selection: a line that starts by itself is dangerous.
 */
export function followAutoPrint(runtime: PrinterRuntime, current: AutoPrintColumns | undefined): void {
  const distance = current && runtime.isActivated && runtime.stopCause === undefined ? distanceOf(current) : undefined;
  if (JSON.stringify(distance) === JSON.stringify(runtime.autoPrint)) return;
  runtime.autoPrint = distance;
  runtime.printer.engine.autoPrint?.(distance);
}

function distanceOf({ auto_print_gap: gap, auto_print_interval: interval }: AutoPrintColumns): AutoPrintDistance | undefined {
  if (gap !== null) return { gap: gap / NANOMETRES_PER_MM };
  return interval === null ? undefined : { interval: interval / NANOMETRES_PER_MM };
}
