import type { StatusErrorCode } from '#contract/api-v3/make-status-error.ts';
import type { AlarmKind } from '#contract/station/alarms.ts';

/** The alarm that a printer's error makes. */
export interface ErrorKind {
  kind: AlarmKind;
  /** Every printer of the controller reports it; it makes one alarm for the controller. */
  isOfController?: boolean;
  /** The texts of the kind say all that the error says. */
  isSaidByKind?: boolean;
}

const NOT_CONNECTED: ErrorKind = { kind: 'printer-not-connected' };
const MISSED: ErrorKind = { kind: 'product-missed' };
const STOPPED: ErrorKind = { kind: 'line-stopped' };
const BY_RULE: ErrorKind = { kind: 'line-stopped-by-rule' };
const COUNT: ErrorKind = { kind: 'count-differs' };
const LEDGER: ErrorKind = { kind: 'ledger-differs', isOfController: true };

/** Errors with an alarm kind of their own. Any other error becomes a `printer-error` or `printer-warning`. */
const KINDS: Partial<Record<StatusErrorCode, ErrorKind>> = {
  'no-connection': NOT_CONNECTED,
  'no-answer': NOT_CONNECTED,
  'no-power': NOT_CONNECTED,
  'device-not-connected': NOT_CONNECTED,
  'other-device': { kind: 'printer-other-device' },
  'prints-unknown': { kind: 'prints-unknown' },
  'prints-undecided': { kind: 'prints-unknown' },
  'count-went-back': COUNT,
  'count-too-high': COUNT,
  'count-too-high-for-unknown': COUNT,
  'ledger-inconsistent': LEDGER,
  'ledger-prints-missing': LEDGER,
  'ledger-reprint-differs': LEDGER,
  'ledger-rework-differs': LEDGER,
  'ledger-job-differs': LEDGER,
  'ledger-printer-differs': LEDGER,
  'line-stopped': BY_RULE,
  'line-stopped-products-without-print': BY_RULE,
  'line-stopped-unknown-print': BY_RULE,
  'line-stopped-failed-reads': BY_RULE,
  'line-stopped-first-print-wrong': BY_RULE,
  'line-stopped-count-differs': BY_RULE,
  'line-stopped-stale-data': BY_RULE,
  'line-stopped-outside': BY_RULE,
  'printer-stopped-after-product': STOPPED,
  'printer-stopped-no-job': STOPPED,
  'printer-stopped-not-ready': STOPPED,
  'printer-stopped-buffer-full': STOPPED,
  'printer-stopped-blocked': STOPPED,
  'printer-stopped-not-drawable': STOPPED,
  'printer-stopped-content-missing': STOPPED,
  'product-not-printed': MISSED,
  'product-not-printed-no-job': MISSED,
  'product-not-printed-not-ready': MISSED,
  'product-not-printed-buffer-full': MISSED,
  'product-not-printed-blocked': MISSED,
  'product-not-printed-not-drawable': MISSED,
  'product-not-printed-content-missing': MISSED,
  'prints-not-verified': { kind: 'not-verified' },
  'reader-not-connected': { kind: 'reader-lost' },
  'controller-disk-full': { kind: 'controller-disk-full', isOfController: true, isSaidByKind: true },
  'controller-disk-read-only': { kind: 'controller-disk-read-only', isOfController: true, isSaidByKind: true },
  'controller-files-exhausted': { kind: 'controller-files-exhausted', isOfController: true, isSaidByKind: true },
  'clock-doubtful': { kind: 'clock-doubtful', isOfController: true },
  'clock-stepped': { kind: 'dates-stopped' },
};

/** The alarm kind of an error's own; undefined for other codes. */
export function errorKind(code: string): ErrorKind | undefined {
  return Object.hasOwn(KINDS, code) ? KINDS[code as StatusErrorCode] : undefined;
}
