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
  /** What keeps it from printing, a sentence each. */
  errors: string[];
  warnings: string[];
  isPaused: boolean;
  isHeadOpen: boolean;
  isPaperOut: boolean;
  isRibbonOut: boolean;
  /** Absent in the answer to `~HQES`. */
  buffer?: ZplBuffer;
}

const PAPER_OUT = 'The printer is out of labels.';
const RIBBON_OUT = 'The printer is out of ribbon.';
const HEAD_OPEN = 'The print head is open.';
const HEAD_HOT = 'The print head is too hot.';
const PAUSED = 0x1_0000;

/** Errors of `~HQES` by their bit. */
const ERRORS: readonly (readonly [bit: number, text: string])[] = [
  [0x1, PAPER_OUT],
  [0x2, RIBBON_OUT],
  [0x4, HEAD_OPEN],
  [0x8, 'The cutter is blocked.'],
  [0x10, HEAD_HOT],
  [0x20, 'The motor is too hot.'],
  [0x40, 'A dot of the print head is broken.'],
  [0x80, 'The printer does not recognise its print head.'],
  [0x100, 'The firmware of the printer is not configured correctly.'],
  [0x200, 'The temperature sensor of the print head is broken.'],
  [0x1000, 'The labels are jammed.'],
  [0x2000, 'The presenter does not run.'],
  [0x4000, 'The labels do not feed.'],
  [0x8000, 'The path of the labels is not clear.'],
  [0x2_0000, 'The labels could not be retracted.'],
  [0x4_0000, 'The black mark was not found.'],
  [0x8_0000, 'The black mark could not be calibrated.'],
];

const WARNINGS: readonly (readonly [bit: number, text: string])[] = [
  [0x1, 'The labels need to be calibrated.'],
  [0x2, 'The print head needs to be cleaned.'],
  [0x4, 'The print head needs to be replaced.'],
  [0x8, 'The labels are nearly used up.'],
];

const NUMBERS = /^\d+(?:,\d+)*$/;

/** Reads the three lines of `~HS`; undefined if they are something else. */
export function parseHostStatus(lines: readonly string[]): ZplStatus | undefined {
  const [first = '', second = '', third] = lines;
  const a = fields(first);
  const b = fields(second);
  if (a.length < 12 || b.length < 11 || third === undefined) return undefined;
  const [isPaperOut, isPaused, isHeadOpen, isRibbonOut] = [a[1] === 1, a[2] === 1, b[2] === 1, b[3] === 1];
  const texts = [
    [isPaperOut, PAPER_OUT],
    [isRibbonOut, RIBBON_OUT],
    [isHeadOpen, HEAD_OPEN],
    [a[11] === 1, HEAD_HOT],
    [a[10] === 1, 'The print head is too cold.'],
    [a[9] === 1, 'The printer has lost its settings.'],
  ] as const;
  return {
    errors: texts.flatMap(([isOn, text]) => (isOn ? [text] : [])),
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
  const known = ERRORS.flatMap(([bit, sentence]) => (has(bit) ? [sentence] : []));
  const unknown = ERRORS.reduce((rest, [bit]) => rest & ~bit, errors) & ~PAUSED;
  if (unknown !== 0) known.push(`The printer reports the error ${(unknown >>> 0).toString(16).toUpperCase()}.`);
  return {
    errors: known,
    warnings: WARNINGS.flatMap(([bit, sentence]) => ((warnings & bit) !== 0 ? [sentence] : [])),
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
    errors: [...new Set([...status.errors, ...other.errors])],
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
