import { statusError } from '#contract/api-v3/make-status-error.ts';
import type { StatusError } from '#contract/api-v3/status-error.ts';

export interface OpenLedger {
  /** Number of prints with an unknown result. */
  unknown: number;
  /** Why the count of the device does not agree with the ledger. */
  countFault: StatusError | undefined;
  /** Differences that the check of the ledger found. */
  ledgerFaults: readonly StatusError[];
}

/** What a person has to settle before the ledger of a printer is complete. */
export function ledgerWarnings({ unknown, countFault, ledgerFaults }: OpenLedger): StatusError[] {
  const open = unknown === 0 ? [] : [statusError('prints-unknown', { n: unknown })];
  return [...open, ...(countFault === undefined ? [] : [countFault]), ...ledgerFaults];
}
