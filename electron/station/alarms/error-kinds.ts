import type { AlarmKind } from '#contract/station/alarms.ts';

interface KnownError {
  says: RegExp;
  kind: AlarmKind;
  /** It concerns the whole controller, though every printer says it. */
  isOfController?: boolean;
}

/**
 * The errors of Strobe's own controllers that have an alarm of their own. A test holds this list against what the controller says; an error that
 * is not known here is told in the printer's own words.
 */
const KNOWN: readonly KnownError[] = [
  { says: /^Nobody knows of \d+ prints? whether/, kind: 'prints-unknown' },
  { says: /^The printer made \d+ of the \d+ unknown prints, and its count/, kind: 'prints-unknown' },
  { says: /^The printer's own count went back from \d+/, kind: 'count-differs' },
  { says: /^The printer counts \d+ marks? more than were confirmed/, kind: 'count-differs' },
  { says: /^The accounts of the ledger differ:/, kind: 'ledger-differs', isOfController: true },
  { says: /^The line was stopped because/, kind: 'line-stopped' },
  { says: /^A product passed and was not printed:/, kind: 'product-missed' },
  { says: /^The disk of the controller is full:/, kind: 'controller-disk-full', isOfController: true },
  { says: /^The disk of the controller is read-only:/, kind: 'controller-disk-read-only', isOfController: true },
  { says: /^The controller can open no more files:/, kind: 'controller-files-exhausted', isOfController: true },
  { says: /^Nothing is printed until the clock of the controller is set right/, kind: 'clock-doubtful', isOfController: true },
  { says: /^Nothing with a date is printed until the clock of the controller is set right/, kind: 'dates-stopped' },
];

/** The alarm that this error of a printer stands for; undefined for one that is not known. */
export function knownError(text: string): Omit<KnownError, 'says'> | undefined {
  return KNOWN.find(({ says }) => says.test(text));
}

/** An error without its numbers: the same one, however its measured value moves. */
export function withoutNumbers(text: string): string {
  return text.replaceAll(/\d+([.,]\d+)?/g, '#');
}
