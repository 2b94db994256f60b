import { statusError } from '#contract/api-v3/make-status-error.ts';
import type { StatusError } from '#contract/api-v3/status-error.ts';
import { ProblemError } from '#contract/problem.ts';
import { contentFault, type ContentFault } from '../preparation/content-fault.ts';
import type { Printer } from '../printers/printer.ts';

/** Why a product got no print, as far as the status tells it apart. */
type Cause = 'no-job' | 'not-ready' | 'buffer-full' | ContentFault | 'other';

/** The error of a printer that did not print on a product. */
export function notPrinted({ name }: Pick<Printer, 'name'>, error: unknown): StatusError {
  const reason = error instanceof Error ? error.message : String(error);
  const cause = causeOf(error);
  switch (cause) {
    case 'no-job':
      return statusError('product-not-printed-no-job', { printer: name });
    case 'not-ready':
      return statusError('product-not-printed-not-ready', { reason });
    case 'buffer-full':
      return statusError('product-not-printed-buffer-full', { reason });
    case 'blocked':
    case 'not-drawable':
    case 'content-missing':
      return statusError(`product-not-printed-${cause}`, { reason });
    case 'other':
      return statusError('product-not-printed', { reason });
  }
}

/** The error of a printer that was stopped because it did not print on a product. */
export function stoppedAfter({ name }: Pick<Printer, 'name'>, error: unknown, reason: string): StatusError {
  const cause = causeOf(error);
  switch (cause) {
    case 'no-job':
      return statusError('printer-stopped-no-job', { printer: name });
    case 'not-ready':
      return statusError('printer-stopped-not-ready', { reason });
    case 'buffer-full':
      return statusError('printer-stopped-buffer-full', { reason });
    case 'blocked':
    case 'not-drawable':
    case 'content-missing':
      return statusError(`printer-stopped-${cause}`, { reason });
    case 'other':
      return statusError('printer-stopped-after-product', { reason });
  }
}

/** A refusal with a cause is about the label, its values or its rows. */
function causeOf(error: unknown): Cause {
  if (!(error instanceof ProblemError)) return 'other';
  if (error.slug === 'nothing-selected') return 'no-job';
  if (error.slug === 'printer-buffer-full') return 'buffer-full';
  if (error.slug === 'printer-cannot-print' && error.cause === undefined) return 'not-ready';
  return contentFault(error) ?? 'other';
}
