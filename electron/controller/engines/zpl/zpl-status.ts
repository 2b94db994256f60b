import { statusError, type PlainStatusErrorCode } from '#contract/api-v3/make-status-error.ts';
import { distinctErrors, type StatusError } from '#contract/api-v3/status-error.ts';

/** What the printer holds, from `~HS`. */
export interface ZplBuffer {
  formats: number;
  labelsLeft: number;
  /** A label is being received. */
  isPartial: boolean;
  isFull: boolean;
  /** A printed label waits to be taken. */
  isLabelWaiting: boolean;
}

export interface ZplStatus {
  /** What keeps it from printing. */
  errors: StatusError[];
  warnings: StatusError[];
  isPaused: boolean;
  isHeadOpen: boolean;
  isPaperOut: boolean;
  isRibbonOut: boolean;
  /** Absent in the answer to `~HQES`. */
  buffer?: ZplBuffer;
}

const PAPER_OUT = 'labels-out';
const RIBBON_OUT = 'ribbon-out';
const HEAD_OPEN = 'print-head-open';
const HEAD_HOT = 'print-head-too-hot';
const PAUSED = 0x1_0000;

/** Errors of `~HQES` by their bit. */
const ERRORS: readonly (readonly [bit: number, code: PlainStatusErrorCode])[] = [
  [0x1, PAPER_OUT],
  [0x2, RIBBON_OUT],
  [0x4, HEAD_OPEN],
  [0x8, 'cutter-blocked'],
  [0x10, HEAD_HOT],
  [0x20, 'motor-too-hot'],
  [0x40, 'print-head-dot-broken'],
  [0x80, 'print-head-not-recognised'],
  [0x100, 'firmware-misconfigured'],
  [0x200, 'print-head-sensor-broken'],
  [0x1000, 'labels-jammed'],
  [0x2000, 'presenter-stopped'],
  [0x4000, 'labels-not-feeding'],
  [0x8000, 'label-path-blocked'],
  [0x2_0000, 'labels-not-retracted'],
  [0x4_0000, 'black-mark-missing'],
  [0x8_0000, 'black-mark-uncalibrated'],
];

const WARNINGS: readonly (readonly [bit: number, code: PlainStatusErrorCode])[] = [
  [0x1, 'labels-uncalibrated'],
  [0x2, 'print-head-dirty'],
  [0x4, 'print-head-worn'],
  [0x8, 'labels-low'],
];

const NUMBERS = /^\d+(?:,\d+)*$/;

/** Reads the three lines of `~HS`; undefined if they are something else. */
export function parseHostStatus(lines: readonly string[]): ZplStatus | undefined {
  const [first = '', second = '', third] = lines;
  const a = fields(first);
  const b = fields(second);
  if (a.length < 12 || b.length < 11 || third === undefined) return undefined;
  const [isPaperOut, isPaused, isHeadOpen, isRibbonOut] = [a[1] === 1, a[2] === 1, b[2] === 1, b[3] === 1];
  const flagged = [
    [isPaperOut, PAPER_OUT],
    [isRibbonOut, RIBBON_OUT],
    [isHeadOpen, HEAD_OPEN],
    [a[11] === 1, HEAD_HOT],
    [a[10] === 1, 'print-head-too-cold'],
    [a[9] === 1, 'settings-lost'],
  ] as const;
  return {
    errors: flagged.flatMap(([isOn, code]) => (isOn ? [statusError(code)] : [])),
    warnings: [],
    isPaused,
    isHeadOpen,
    isPaperOut,
    isRibbonOut,
    buffer: { formats: a[4] ?? 0, labelsLeft: b[8] ?? 0, isPartial: a[7] === 1, isFull: a[5] === 1, isLabelWaiting: b[7] === 1 },
  };
}

/** Reads the answer to `~HQES`; undefined if it is something else. */
export function parseErrorStatus(text: string): ZplStatus | undefined {
  const errors = flags('ERRORS', text);
  const warnings = flags('WARNINGS', text);
  if (errors === undefined || warnings === undefined) return undefined;
  const has = (bit: number) => (errors & bit) !== 0;
  const known: StatusError[] = ERRORS.flatMap(([bit, code]) => (has(bit) ? [statusError(code)] : []));
  const unknown = ERRORS.reduce((rest, [bit]) => rest & ~bit, errors) & ~PAUSED;
  if (unknown !== 0) known.push(statusError('printer-error-number', { number: (unknown >>> 0).toString(16).toUpperCase() }));
  return {
    errors: known,
    warnings: WARNINGS.flatMap(([bit, code]) => ((warnings & bit) !== 0 ? [statusError(code)] : [])),
    isPaused: has(PAUSED),
    isHeadOpen: has(0x4),
    isPaperOut: has(0x1),
    isRibbonOut: has(0x2),
  };
}

/** Whether the printer says that it holds nothing to print. The label under the head may still move. */
export function isIdle({ buffer }: ZplStatus): boolean {
  return buffer !== undefined && buffer.formats === 0 && buffer.labelsLeft === 0 && !buffer.isPartial;
}

/** The errors of both answers, the rest of the first. */
export function withErrors(status: ZplStatus, other: ZplStatus): ZplStatus {
  return {
    ...status,
    errors: distinctErrors([...status.errors, ...other.errors]),
    warnings: other.warnings,
    isPaused: status.isPaused || other.isPaused,
  };
}

function fields(line: string): number[] {
  return NUMBERS.test(line) ? line.split(',').map(Number) : [];
}

function flags(name: string, text: string): number | undefined {
  const parts = new RegExp(`${name}:\\s+([01])\\s+([0-9A-Fa-f]{8})\\s+([0-9A-Fa-f]{8})`).exec(text);
  return parts?.[1] === undefined ? undefined : parts[1] === '0' ? 0 : Number.parseInt(parts[3] ?? '0', 16);
}
