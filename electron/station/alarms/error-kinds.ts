import type { AlarmKind, AlarmStatement, AlarmStatementKind } from '#contract/station/alarms.ts';

interface KnownError {
  /** Its named groups are the values of the statement. */
  says: RegExp;
  kind: AlarmKind;
  /** What the error says beyond its kind; absent if the texts of the kind say all of it. */
  statement?: AlarmStatementKind;
  /** Every printer of the controller reports it; it makes one alarm for the controller. */
  isOfController?: boolean;
}

/**
 * Printer errors of Strobe's own controllers that have an alarm kind of their own, the more specific pattern first. The page words them in its
 * language. A test compares the patterns with the controller's texts. Any other error becomes a `printer-error` or `printer-warning` with the
 * printer's text.
 */
const KNOWN: readonly KnownError[] = [
  { says: /^No connection to (?<address>.+) since (?<time>[\d:]+)\.$/, kind: 'printer-not-connected', statement: 'no-connection' },
  { says: /^The printer does not answer: (?<reason>.+)$/s, kind: 'printer-not-connected', statement: 'no-answer' },
  {
    says: /^Another device answers at (?<address>.+): (?<found>.+) instead of (?<expected>.+)\. Accept it, /,
    kind: 'printer-other-device',
    statement: 'other-device',
  },
  { says: /^The outcome of (?<n>\d+) prints? is unknown:/, kind: 'prints-unknown', statement: 'prints-unknown' },
  {
    says: /^The printer made (?<made>\d+) of the (?<n>\d+) unknown prints, and its count/,
    kind: 'prints-unknown',
    statement: 'prints-undecided',
  },
  { says: /^The printer's own count went back from (?<from>\d+) to (?<to>\d+)/, kind: 'count-differs', statement: 'count-went-back' },
  { says: /^The printer counts (?<n>\d+) marks? more than were confirmed/, kind: 'count-differs', statement: 'count-too-high' },
  { says: /^The ledger is inconsistent: (?<difference>.+)$/s, kind: 'ledger-differs', statement: 'ledger-differs', isOfController: true },
  { says: /^The line "(?<line>.+)" is stopped: .+ Resume it with a reason\.$/s, kind: 'line-stopped-by-rule', statement: 'line-rule' },
  {
    says: /^The line is stopped from outside: The input "(?<input>.+)" of "(?<device>.+)" is on\.$/s,
    kind: 'line-stopped-by-rule',
    statement: 'line-input',
  },
  { says: /^The line was stopped because a product was not printed: Nothing is selected on /, kind: 'line-stopped', statement: 'no-job' },
  { says: /^The line was stopped because a product was not printed: (?<reason>.+)$/s, kind: 'line-stopped', statement: 'not-printed' },
  { says: /^A product was not printed: Nothing is selected on /, kind: 'product-missed', statement: 'no-job' },
  { says: /^A product was not printed: (?<reason>.+)$/s, kind: 'product-missed', statement: 'not-printed' },
  {
    says: /^The reader "(?<reader>.+)" did not verify (?<n>\d+) of the last (?<of>\d+) products\.$/,
    kind: 'not-verified',
    statement: 'not-verified',
  },
  { says: /^The reader "(?<reader>.+?)" is not connected: (?<reason>.+)\.$/s, kind: 'reader-lost', statement: 'reader-lost' },
  { says: /^The disk of the controller is full:/, kind: 'controller-disk-full', isOfController: true },
  { says: /^The disk of the controller is read-only:/, kind: 'controller-disk-read-only', isOfController: true },
  { says: /^The controller can open no more files:/, kind: 'controller-files-exhausted', isOfController: true },
  {
    says: /^Nothing is printed until the clock of the controller is set right or confirmed: it shows (?<shown>.+), but (?<expected>.+) was expected \((?<zone>.+)\)\.$/,
    kind: 'clock-doubtful',
    statement: 'clock',
    isOfController: true,
  },
  {
    says: /^Nothing with a date is printed until the clock of the controller is set right or confirmed: it shows (?<shown>.+), but (?<expected>.+) was expected \((?<zone>.+)\)\.$/,
    kind: 'dates-stopped',
    statement: 'clock',
  },
];

/** In characters: a reason may quote the text of a label. */
const LONGEST_VALUE = 1_000;

export interface ErrorMeaning extends Pick<KnownError, 'kind' | 'isOfController'> {
  /** Absent if the texts of the kind say all of it. */
  statement?: AlarmStatement;
}

/** The meaning of a printer's error; undefined for an error that is not in the list. */
export function errorMeaning(text: string): ErrorMeaning | undefined {
  for (const { says, kind, statement, isOfController } of KNOWN) {
    const match = says.exec(text);
    if (!match) continue;
    const values = Object.fromEntries(Object.entries(match.groups ?? {}).map(([name, value]) => [name, value.slice(0, LONGEST_VALUE)]));
    return { kind, ...(isOfController && { isOfController }), ...(statement && { statement: { kind: statement, values } }) };
  }
  return undefined;
}

/** Replaces the numbers of an error, so that a changing measured value does not make a new alarm. */
export function withoutNumbers(text: string): string {
  return text.replaceAll(/\d+([.,]\d+)?/g, '#');
}
