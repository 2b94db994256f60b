import type { InkStatus } from '#contract/api-v3/printer.ts';
import type { FleetPrinter } from '#contract/station/fleet.ts';
import { aJob, aPrinter, aStatus } from '#support/fleet.ts';

const PRINTERS = 500;
/** One of this many printers prints in every second. */
const ONE_OF = 10;
const INK: InkStatus = { state: 'STARTED', ragStatus: 'GREEN', level: 'OK', errors: [], warnings: [], supply: 'Black', percent: 72 };

function printer(index: number, printed: number): FleetPrinter {
  const job = aJob({ label: `Label ${index % 7}`, printed, started: printed, copies: 100_000 });
  const counters = { triggers: printed, triggerBounces: 0, printedLabels: printed };
  return aPrinter({ name: `Line ${index + 1}`, status: aStatus({ job, ink: [INK] }), counters });
}

/** Printers at work, as in the station's snapshot. */
export function fleet(): FleetPrinter[] {
  return Array.from({ length: PRINTERS }, (_, index) => printer(index, 0));
}

/** The changes of a second: every tenth printer has printed, a different tenth each second. */
export function changesOf(second: number): FleetPrinter[] {
  const indexes = Array.from({ length: PRINTERS }, (_, index) => index).filter((index) => index % ONE_OF === second % ONE_OF);
  return indexes.map((index) => printer(index, second + 1));
}
