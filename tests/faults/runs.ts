import type { FaultRun } from './fault-run.ts';

/** All runs of faults. Each loads what it needs when it is run: the table of faults reads this list too. */
export const RUNS: readonly FaultRun[] = [
  {
    name: 'kills',
    unit: 'count',
    standard: 500,
    cases: ['A1', 'A2', 'I1', 'I2', 'I3', 'I4', 'I5', 'I8'],
    shows:
      'SIGKILL at random moments while four printers print serials at line speed: nothing is marked twice, no acknowledged print is lost, and the ledger says of every mark what the engine says.',
    load: async () => (await import('./kills/kills.ts')).kills,
  },
];
