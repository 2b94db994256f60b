import { ProblemError } from '#contract/problem.ts';
import type { EngineError, EngineRefusal } from '../engines/engine.ts';
import type { Printer } from '../printers/printer.ts';

type PrintingSlug = 'printer-cannot-print' | 'printer-buffer-full' | 'printer-failed';

const SLUG_OF_REFUSAL: Record<EngineRefusal, PrintingSlug> = {
  'cannot-print': 'printer-cannot-print',
  'buffer-full': 'printer-buffer-full',
  'device-failed': 'printer-failed',
  'unknown-supply': 'printer-failed',
};

/** The engine did not say whether it printed. It is no missed trigger: the ledger has the print as `unknown`. */
export class UncertainPrint extends ProblemError {}

export function nothingSelected({ name }: Printer): ProblemError {
  return new ProblemError('nothing-selected', { detail: `Nothing is selected on "${name}".`, instance: printerPath(name) });
}

export function cannotPrint({ name }: Printer, reason: string, options?: ErrorOptions): ProblemError {
  return new ProblemError(
    'printer-cannot-print',
    { detail: `"${name}" cannot print now: ${reason}`, instance: printerPath(name) },
    options,
  );
}

const CONFLICT = 409;
const SERVERS_FAULT = 500;

/**
 * The problem for a refused trigger. A row, label or value that is missing or wrong becomes `printer-cannot-print`: the request is correct,
 * and a client would take `not-found` for the printer.
 */
export function refusedTrigger(printer: Printer, error: unknown): unknown {
  if (!(error instanceof ProblemError) || error.status === CONFLICT || error.status >= SERVERS_FAULT) return error;
  return cannotPrint(printer, error.message, { cause: error });
}

export function lineStopped({ name }: Printer, why: string): ProblemError {
  return new ProblemError('line-stopped', { detail: `"${name}" prints nothing. ${why}`, instance: printerPath(name) });
}

export function printerStopped({ name }: Printer, why: string): ProblemError {
  return new ProblemError('printer-cannot-print', { detail: `"${name}" cannot print now. ${why}`, instance: printerPath(name) });
}

export function tooManyPrints({ name }: Printer, waiting: number): ProblemError {
  const detail = `"${name}" has ${waiting} triggers waiting already: a print for this one would come too late.`;
  return new ProblemError('printer-buffer-full', { detail, instance: printerPath(name) });
}

export function bufferFull({ name, engine }: Printer): ProblemError {
  const detail = `"${name}" holds ${engine.depth} unconfirmed prints and takes no more.`;
  return new ProblemError('printer-buffer-full', { detail, instance: printerPath(name) });
}

export function refusedByEngine({ name }: Printer, error: EngineError): ProblemError {
  const detail = `"${name}" did not take the print: ${error.message}`;
  return new ProblemError(SLUG_OF_REFUSAL[error.refusal], { detail, instance: printerPath(name) }, { cause: error });
}

export function uncertainPrint({ name }: Printer, cause: unknown): UncertainPrint {
  const detail = `"${name}" did not say whether it took the print: ${reasonOf(cause)}`;
  return new UncertainPrint('printer-failed', { detail, instance: printerPath(name) }, { cause });
}

export function selectionDeselected({ name }: Printer): ProblemError {
  const detail = `The printer "${name}" was deselected during this selection.`;
  return new ProblemError('queue-changed', { detail, instance: printerPath(name) });
}

export function printerFailed({ name }: Printer, what: string, cause: unknown): ProblemError {
  return new ProblemError('printer-failed', { detail: `"${name}" ${what}: ${reasonOf(cause)}`, instance: printerPath(name) }, { cause });
}

function reasonOf(cause: unknown): string {
  return cause instanceof Error ? cause.message : String(cause);
}

function printerPath(name: string): string {
  return `/api/v3/printers/${encodeURIComponent(name)}`;
}
