import { completeDigits } from './check-digit.ts';
import { encodeLinear } from './encoder.ts';
import type { LinearSymbol } from './symbols.ts';
import { completeUpcE } from './upc-e.ts';

/** The codes of the till, whose digits stand between guard bars. */
export type RetailCode = 'EAN-13' | 'EAN-8' | 'UPC-A' | 'UPC-E';

/** How a code of the till is laid out, in modules from its first bar. */
export interface RetailLayout {
  /** The encoder's own name. */
  symbology: string;
  /** Digits with the check digit. */
  digits: number;
  /** What stays free before the first bar and behind the last one. */
  quietZones: { left: number; right: number };
  /** Stretches of bars that reach down between the digits: first module and the one behind the last. */
  guards: readonly (readonly [number, number])[];
  /** Where the digits stand: at which of them a row begins, the module at which its first cell begins, and how wide its cells are. */
  rows: readonly { digit: number; module: number; cell: number }[];
}

/** Modules that a digit has. */
export const DIGIT_CELL = 7;
/** Those that a UPC writes outside its bars are smaller and keep away from them (GS1 General Specifications, 5.2). */
const OUTER_CELL = 4;
const OUTER_DISTANCE = 5;

/** The digit outside the bars keeps two modules away from them. */
const LEFT_DIGIT = -2 - DIGIT_CELL;

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

/** The code of its digits, of which the last is made when it is missing; `text` has all of them. Throws a `SymbolError`. */
export function encodeRetail(code: RetailCode, text: string): LinearSymbol {
  const { symbology, digits } = RETAIL_LAYOUTS[code];
  const complete = code === 'UPC-E' ? completeUpcE(text) : completeDigits(text, code, digits);
  return encodeLinear({ symbology, data: complete, options: {} }, complete);
}

/** Whether the bar belongs to the guards, which reach down between the digits. */
export function isGuardBar({ guards }: RetailLayout, start: number): boolean {
  return guards.some(([first, end]) => start >= first && start < end);
}

/** The cell of a digit: the module, counted from the first bar, at which it begins, and how many modules it has. */
export function digitCell({ rows }: RetailLayout, index: number): { module: number; cell: number } {
  const { digit, module, cell } = rows.findLast((row) => row.digit <= index) ?? { digit: 0, module: 0, cell: DIGIT_CELL };
  return { module: module + (index - digit) * cell, cell };
}
