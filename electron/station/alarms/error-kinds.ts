import type { AlarmKind } from '#contract/station/alarms.ts';

interface KnownError {
  says: RegExp;
  kind: AlarmKind;
  /** Every printer of the controller reports it; it makes one alarm for the controller. */
  isOfController?: boolean;
}

/**
 * Printer errors of Strobe's own controllers that have an alarm kind of their own. A test compares the patterns with the controller's texts. Any
 * other error becomes a `printer-error` or `printer-warning` with the printer's text.
 */
const KNOWN: readonly KnownError[] = [
  { says: /^No connection to /, kind: 'printer-not-connected' },
  { says: /^The printer does not answer:/, kind: 'printer-not-connected' },
  { says: /^Another device answers at /, kind: 'printer-other-device' },
  { says: /^The outcome of \d+ prints? is unknown:/, kind: 'prints-unknown' },
  { says: /^The printer made \d+ of the \d+ unknown prints, and its count/, kind: 'prints-unknown' },
  { says: /^The printer's own count went back from \d+/, kind: 'count-differs' },
  { says: /^The printer counts \d+ marks? more than were confirmed/, kind: 'count-differs' },
  { says: /^The ledger is inconsistent:/, kind: 'ledger-differs', isOfController: true },
  { says: /^The line was stopped because/, kind: 'line-stopped' },
  { says: /^A product was not printed:/, kind: 'product-missed' },
  { says: /^The disk of the controller is full:/, kind: 'controller-disk-full', isOfController: true },
  { says: /^The disk of the controller is read-only:/, kind: 'controller-disk-read-only', isOfController: true },
  { says: /^The controller can open no more files:/, kind: 'controller-files-exhausted', isOfController: true },
  { says: /^Nothing is printed until the clock of the controller is set right/, kind: 'clock-doubtful', isOfController: true },
  { says: /^Nothing with a date is printed until the clock of the controller is set right/, kind: 'dates-stopped' },
];

/** The alarm kind of a printer's error; undefined for an error that is not in the list. */
export function errorKindOf(text: string): Pick<KnownError, 'kind' | 'isOfController'> | undefined {
  const found = KNOWN.find(({ says }) => says.test(text));
  return found && { kind: found.kind, ...(found.isOfController && { isOfController: true }) };
}

/** Replaces the numbers of an error, so that a changing measured value does not make a new alarm. */
export function withoutNumbers(text: string): string {
  return text.replaceAll(/\d+([.,]\d+)?/g, '#');
}
