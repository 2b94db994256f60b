import { statusError, type PlainStatusErrorCode } from '#contract/api-v3/make-status-error.ts';
import type { InkLevel } from '#contract/api-v3/printer.ts';
import type { CoderStatus } from '../coders/coder.ts';

/** Faults by the six digits of a status, each with its bits 1, 2, 4 and 8. Source: the maker's manual 462115-01, as a working public driver has them. */
const FAULTS: readonly (readonly PlainStatusErrorCode[])[] = [
  ['charge-fault', 'high-voltage-tripped', 'gutter-fault', 'ink-core-empty'],
  ['pump-fault', 'cabinet-too-hot', 'ink-core-overdue', 'ink-viscosity-uncontrolled'],
  ['nozzle-bad', 'modulation-driver-too-hot', 'phasing-silent', 'phasing-poor-low'],
  ['phasing-poor-high', 'modulation-no-phasing', 'phasing-trim-failed', 'modulation-not-read'],
  ['raster-memory-full', 'valve-fault', 'ink-core-not-filling', 'ink-core-low'],
  ['date-not-set', 'ink-core-other-ink', 'high-voltage-uncalibrated', 'coder-fault'],
];

const GREEN = 1;
const AMBER = 2;
const RED = 4;
/** By their places in the status. */
const CORE_EMPTY = { digit: 0, bit: 8 };
const INSUFFICIENT_INK = { digit: 4, bit: 8 };

/** Reads the answer to `E`: six digits of faults and one of the lights, all hexadecimal. Undefined if it is something else. */
export function parseWsiStatus(text: string): CoderStatus | undefined {
  if (!/^[0-9A-Fa-f]{7}$/.test(text)) return undefined;
  const digits = Array.from(text, (digit) => Number.parseInt(digit, 16));
  const lights = digits.at(-1) ?? 0;
  const codes = FAULTS.flatMap((ofDigit, digit) => ofDigit.filter((_, bit) => ((digits[digit] ?? 0) & (1 << bit)) !== 0));
  const faults = codes.map((code) => statusError(code));
  const ink = inkLevel(digits);
  if ((lights & RED) !== 0)
    return { state: 'ERROR', errors: faults.length > 0 ? faults : [statusError('coder-red-light')], warnings: [], ink };
  // Without a light that says so, the jet does not run.
  return { state: (lights & (GREEN | AMBER)) === 0 ? 'STANDBY' : 'STARTED', errors: [], warnings: faults, ink };
}

function inkLevel(digits: readonly number[]): InkLevel {
  const has = ({ digit, bit }: { digit: number; bit: number }) => ((digits[digit] ?? 0) & bit) !== 0;
  if (has(CORE_EMPTY)) return 'EMPTY';
  return has(INSUFFICIENT_INK) ? 'LOW' : 'OK';
}
