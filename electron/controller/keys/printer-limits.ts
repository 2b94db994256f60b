import { ProblemError } from '#contract/problem.ts';
import type { KeyGrant } from './api-keys.ts';

/** A key that is limited to printers. */
export type LimitedGrant = KeyGrant & { printers: readonly string[] };

/** Whether a key may name a printer; always true without a key. */
export function mayName(grant: KeyGrant | undefined, printer: string): boolean {
  return grant?.printers === undefined || grant.printers.includes(printer);
}

/** Throws `forbidden` unless the key may name all these printers. */
export function requirePrinters(grant: KeyGrant | undefined, printers: readonly string[]): void {
  const other = printers.find((printer) => !mayName(grant, printer));
  if (other === undefined) return;
  throw new ProblemError('forbidden', { detail: `The key ${JSON.stringify(grant?.name)} is not allowed to name the printer "${other}".` });
}

/** The failure of a request with a limited key that names no printer, or another one. */
export function outsideLimit(grant: LimitedGrant): ProblemError {
  const printers = grant.printers.map((name) => JSON.stringify(name)).join(', ');
  return new ProblemError('forbidden', {
    detail: `The key ${JSON.stringify(grant.name)} is limited to the printers ${printers}: name one of them.`,
  });
}

/** The failure of a request whose key does not have the scope that it needs. */
export function scopeMissing({ name }: KeyGrant, scope: string): ProblemError {
  return new ProblemError('forbidden', { detail: `The key ${JSON.stringify(name)} has no scope "${scope}".` });
}
