import { completeDigits } from './encoding/check-digit.ts';
import { encodeLinear } from './encoding/encoder.ts';
import type { LinearSymbol } from './encoding/symbols.ts';
import { completeUpcE } from './upc-e.ts';

/** The point-of-sale symbologies, whose digits are printed between guard bars. */
export type RetailCode = 'EAN-13' | 'EAN-8' | 'UPC-A' | 'UPC-E';

/** Layout of a point-of-sale symbol, in modules from its first bar. */
export interface RetailLayout {
  /** The symbology's name in bwip-js. */
  symbology: string;
  /** Number of digits including the check digit. */
  digits: number;
  /** Quiet zones before the first bar and after the last one. */
  quietZones: { left: number; right: number };
  /** Areas of bars that extend down between the digits: first module and end module (exclusive). */
  guards: readonly (readonly [number, number])[];
  /** Rows of digits: index of the first digit, module at which its cell begins, and width of the cells. */
  rows: readonly { digit: number; module: number; cell: number }[];
}

/** Width of a digit in modules. */
export const DIGIT_CELL = 7;
/** The digits outside the bars of a UPC are smaller and further away (GS1 General Specifications, 5.2). */
const OUTER_CELL = 4;
const OUTER_DISTANCE = 5;

/** Position of the left outer digit: two modules from the bars. */
const LEFT_DIGIT = -2 - DIGIT_CELL;

/** The layout of each symbology. */
export const RETAIL_LAYOUTS: Readonly<Record<RetailCode, RetailLayout>> = {
  'EAN-13': {
    symbology: 'ean13',
    digits: 13,
    quietZones: { left: 11, right: 7 },
    guards: [
      [0, 3],
      [45, 50],
      [92, 95],
    ],
    rows: [
      { digit: 0, module: LEFT_DIGIT, cell: DIGIT_CELL },
      { digit: 1, module: 3, cell: DIGIT_CELL },
      { digit: 7, module: 50, cell: DIGIT_CELL },
    ],
  },
  'EAN-8': {
    symbology: 'ean8',
    digits: 8,
    quietZones: { left: 7, right: 7 },
    guards: [
      [0, 3],
      [31, 36],
      [64, 67],
    ],
    rows: [
      { digit: 0, module: 3, cell: DIGIT_CELL },
      { digit: 4, module: 36, cell: DIGIT_CELL },
    ],
  },
  'UPC-A': {
    symbology: 'upca',
    digits: 12,
    quietZones: { left: 9, right: 9 },
    guards: [
      [0, 10],
      [45, 50],
      [85, 95],
    ],
    rows: [
      { digit: 0, module: -OUTER_DISTANCE - OUTER_CELL, cell: OUTER_CELL },
      { digit: 1, module: 10, cell: DIGIT_CELL },
      { digit: 6, module: 50, cell: DIGIT_CELL },
      { digit: 11, module: 95 + OUTER_DISTANCE, cell: OUTER_CELL },
    ],
  },
  'UPC-E': {
    symbology: 'upce',
    digits: 8,
    quietZones: { left: 9, right: 7 },
    guards: [
      [0, 3],
      [45, 51],
    ],
    rows: [
      { digit: 0, module: -OUTER_DISTANCE - OUTER_CELL, cell: OUTER_CELL },
      { digit: 1, module: 3, cell: DIGIT_CELL },
      { digit: 7, module: 51 + 3, cell: OUTER_CELL },
    ],
  },
};

/** Encodes the digits, adding a missing check digit; `text` contains all digits. Throws a `SymbolError`. */
export function encodeRetail(code: RetailCode, text: string): LinearSymbol {
  const { symbology, digits } = RETAIL_LAYOUTS[code];
  const complete = code === 'UPC-E' ? completeUpcE(text) : completeDigits(text, code, digits);
  return encodeLinear({ symbology, data: complete, options: {} }, complete);
}

/** Whether a bar belongs to the guard bars, which extend down between the digits. */
export function isGuardBar({ guards }: RetailLayout, start: number): boolean {
  return guards.some(([first, end]) => start >= first && start < end);
}

/** The cell of a digit: its first module, counted from the first bar, and its width in modules. */
export function digitCell({ rows }: RetailLayout, index: number): { module: number; cell: number } {
  const { digit, module, cell } = rows.findLast((row) => row.digit <= index) ?? { digit: 0, module: 0, cell: DIGIT_CELL };
  return { module: module + (index - digit) * cell, cell };
}
