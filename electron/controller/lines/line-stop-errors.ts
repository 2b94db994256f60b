import type { LineStop } from '#contract/api-v3/controller-line.ts';
import { statusError } from '#contract/api-v3/make-status-error.ts';
import type { StatusError } from '#contract/api-v3/status-error.ts';

/** The error of a printer whose line a rule has stopped. */
export function stoppedByRule(line: string, { rule, printer = '', count: n = 0, print = 0, detail: reason }: LineStop): StatusError {
  switch (rule) {
    case 'products-without-print':
    case 'failed-reads':
    case 'stale-data':
      return statusError(`line-stopped-${rule}`, { line, reason, printer, n });
    case 'unknown-print':
      return statusError('line-stopped-unknown-print', { line, reason, printer, print });
    case 'first-print-wrong':
    case 'count-differs':
      return statusError(`line-stopped-${rule}`, { line, reason, printer });
    default:
      return statusError('line-stopped', { line, reason });
  }
}
