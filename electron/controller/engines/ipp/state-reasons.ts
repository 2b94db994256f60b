import { statusError, type PlainStatusErrorCode } from '#contract/api-v3/make-status-error.ts';
import type { StatusError } from '#contract/api-v3/status-error.ts';

/** A reason for the printer's state. */
export interface PrinterReason {
  error: StatusError;
  /** It prevents printing until a person has removed it. */
  isError: boolean;
}

const CODES: Record<string, PlainStatusErrorCode> = {
  'connecting-to-device': 'printer-connecting',
  'developer-empty': 'developer-out',
  'developer-low': 'developer-low',
  'fuser-over-temp': 'fuser-too-hot',
  'fuser-under-temp': 'fuser-too-cold',
  'input-tray-missing': 'input-tray-missing',
  'marker-supply-empty': 'ink-out',
  'marker-supply-low': 'ink-low',
  'marker-waste-almost-full': 'waste-almost-full',
  'marker-waste-full': 'waste-full',
  'media-empty': 'media-out',
  'media-jam': 'media-jammed',
  'media-low': 'media-low',
  'media-needed': 'media-needed',
  'moving-to-paused': 'printer-pausing',
  offline: 'printer-offline',
  'output-area-almost-full': 'output-almost-full',
  'output-area-full': 'output-full',
  'output-tray-missing': 'output-tray-missing',
  paused: 'printer-paused',
  shutdown: 'printer-shut-down',
  'spool-area-full': 'printer-memory-full',
  'stopped-partly': 'printer-partly-stopped',
  stopping: 'printer-stopping',
  'timed-out': 'printer-timed-out',
  'toner-empty': 'toner-out',
  'toner-low': 'toner-low',
};

const OPEN = /-open$/;
/** Reasons that prevent nothing although they say no severity. */
const MILD = /-(low|almost-full)$|^(connecting-to-device|moving-to-paused|stopped-partly|stopping)$/;
const SUFFIX = /-(error|warning|report)$/;

/** A reason for the printer's state as an error of the catalogue; one that is not known here as the printer says it. */
export function describeReason(reason: string): PrinterReason {
  const severity = SUFFIX.exec(reason)?.[1];
  const keyword = reason.replace(SUFFIX, '');
  const code = codeFor(keyword);
  if (code === undefined) return { error: statusError('printer-reports', { message: reason }), isError: severity === 'error' };
  return { error: statusError(code), isError: severity === undefined ? !MILD.test(keyword) : severity === 'error' };
}

function codeFor(keyword: string): PlainStatusErrorCode | undefined {
  if (OPEN.test(keyword)) return 'cover-open';
  return Object.hasOwn(CODES, keyword) ? CODES[keyword] : undefined;
}

/** The level of ink or toner by the reasons for the printer's state. */
export function inkLevel(reasons: readonly string[]): 'EMPTY' | 'LOW' | 'OK' {
  if (reasons.some((reason) => /^(marker-supply|toner)-empty\b/.test(reason))) return 'EMPTY';
  return reasons.some((reason) => /^(marker-supply|toner)-low\b/.test(reason)) ? 'LOW' : 'OK';
}
