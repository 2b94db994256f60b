export interface OpenLedger {
  /** Number of prints with an unknown result. */
  unknown: number;
  /** Why the count of the device does not agree with the ledger. */
  countFault: string | undefined;
  /** Differences that the check of the ledger found. */
  ledgerFaults: readonly string[];
}

/** What a person has to settle before the ledger of a printer is complete, in sentences. */
export function ledgerWarnings({ unknown, countFault, ledgerFaults }: OpenLedger): string[] {
  const [noun, pronoun] = unknown === 1 ? ['print', 'it'] : ['prints', 'them'];
  const open = unknown === 0 ? [] : [`The outcome of ${unknown} ${noun} is unknown: check the products and resolve ${pronoun}.`];
  const inconsistencies = ledgerFaults.map((fault) => `The ledger is inconsistent: ${fault}.`);
  return [...open, ...(countFault === undefined ? [] : [countFault]), ...inconsistencies];
}
