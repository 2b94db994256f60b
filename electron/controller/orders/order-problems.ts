import { ProblemError, type ProblemSlug } from '#contract/problem.ts';

/** The path of an order. */
export function orderPath(id: string): string {
  return `/api/v3/orders/${encodeURIComponent(id)}`;
}

export function orderNotFound(id: string): ProblemError {
  return new ProblemError('not-found', { detail: `There is no order "${id}".`, instance: orderPath(id) });
}

/** The order can no longer be changed or started. */
export function orderStarted(id: string, state: string): ProblemError {
  const detail = `The order "${id}" is ${state}: it can no longer be changed or started.`;
  return new ProblemError('order-started', { detail, instance: orderPath(id) });
}

export function printerHasJob(printer: string): ProblemError {
  const instance = `/api/v3/printers/${encodeURIComponent(printer)}`;
  return new ProblemError('printer-has-job', { detail: `"${printer}" has a job that has not ended.`, instance });
}

/** An order that starts at once as a frozen job would print one serial number on all its products. */
export function serialsRepeated(label: string): ProblemError {
  const detail = `The label "${label}" shows a counter, and a job that is queued at once has the same counter value on all copies. Use the start "automatic" or "operator".`;
  return new ProblemError('invalid-input', { detail: `/start: ${detail}`, errors: [{ pointer: '/start', detail }] });
}

/** Failures that end an order: the same order would be refused again. Every other failure may pass. */
const LASTING = new Set<ProblemSlug>([
  'not-found',
  'invalid-input',
  'key-not-unique',
  'cannot-render',
  'label-test-failed',
  'rows-given',
  'row-copies-differ',
  'content-unusable',
]);

/** Whether an order with this failure is refused for good. */
export function isLasting({ slug }: ProblemError): boolean {
  return LASTING.has(slug);
}
