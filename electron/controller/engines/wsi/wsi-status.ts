import type { InkLevel } from '#contract/api-v3/printer.ts';
import type { CoderStatus } from '../coders/coder.ts';

/** Faults by the six digits of a status, each with its bits 1, 2, 4 and 8. Source: the maker's manual 462115-01, as a working public driver has them. */
const FAULTS: readonly (readonly string[])[] = [
  [
    'The charge of the drops has an error.',
    'The high voltage has tripped.',
    'The gutter has a fault: ink does not return from the head.',
    'The ink core is empty.',
  ],
  [
    'The pump has a fault.',
    'The cabinet is too hot.',
    'The service of the ink core is overdue.',
    'The viscosity of the ink cannot be controlled.',
  ],
  [
    'The nozzle is bad.',
    'The driver of the modulation is too hot.',
    'The phasing does not respond.',
    'The phasing is poor: its threshold is at the minimum.',
  ],
  [
    'The phasing is poor: its threshold is at the maximum.',
    'The automatic modulation has found no good phasing.',
    'The first trim of the phasing has failed.',
    'The modulation could not be read back.',
  ],
  ['The memory for rasters is full.', 'A valve has an error.', 'The ink core does not fill.', 'There is not enough ink to fill the core.'],
  [
    'The date and time are not set.',
    'The new ink core has another ink.',
    'The high voltage has to be calibrated.',
    'The coder reports a fault that is not known.',
  ],
];

const GREEN = 1;
const AMBER = 2;
const RED = 4;
const RED_LIGHT = 'The coder shows its red light: see its panel.';
/** By their places in the status. */
const CORE_EMPTY = { digit: 0, bit: 8 };
const INSUFFICIENT_INK = { digit: 4, bit: 8 };

/** Reads the answer to `E`: six digits of faults and one of the lights, all hexadecimal. Undefined if it is something else. */
export function parseWsiStatus(text: string): CoderStatus | undefined {
  if (!/^[0-9A-Fa-f]{7}$/.test(text)) return undefined;
  const digits = Array.from(text, (digit) => Number.parseInt(digit, 16));
  const lights = digits.at(-1) ?? 0;
  const faults = FAULTS.flatMap((sentences, digit) => sentences.filter((_, bit) => ((digits[digit] ?? 0) & (1 << bit)) !== 0));
  const ink = inkLevel(digits);
  if ((lights & RED) !== 0) return { state: 'ERROR', errors: faults.length > 0 ? faults : [RED_LIGHT], warnings: [], ink };
  // Without a light that says so, the jet does not run.
  return { state: (lights & (GREEN | AMBER)) === 0 ? 'STANDBY' : 'STARTED', errors: [], warnings: faults, ink };
}

function inkLevel(digits: readonly number[]): InkLevel {
  const has = ({ digit, bit }: { digit: number; bit: number }) => ((digits[digit] ?? 0) & bit) !== 0;
  if (has(CORE_EMPTY)) return 'EMPTY';
  return has(INSUFFICIENT_INK) ? 'LOW' : 'OK';
}
