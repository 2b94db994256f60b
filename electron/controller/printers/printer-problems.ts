import { ProblemError } from '#contract/problem.ts';

export function printerPath(name: string): string {
  return `/api/v3/printers/${encodeURIComponent(name)}`;
}

export function printerNotFound(name: string): ProblemError {
  return new ProblemError('not-found', { detail: `There is no printer "${name}".`, instance: printerPath(name) });
}

export function noOtherDevice(name: string): ProblemError {
  const detail = `No other device answers for "${name}" than the one that it has.`;
  return new ProblemError('no-other-device', { detail, instance: printerPath(name) });
}
