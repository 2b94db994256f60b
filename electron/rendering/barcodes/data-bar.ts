import { completeDigits } from './check-digit.ts';
import { encodeLinear, encodeMatrix } from './encoder.ts';
import type { Gs1Data } from './gs1-elements.ts';
import { gs1Writing } from './gs1-text.ts';
import { SymbolError } from './symbols.ts';
import type { LinearSymbol, MatrixSymbol } from './symbols.ts';

/** The variants of GS1 DataBar that hold a GTIN alone. */
export type DataBarGtinVariant = 'OMNIDIRECTIONAL' | 'TRUNCATED' | 'STACKED' | 'STACKED_OMNIDIRECTIONAL' | 'LIMITED';

const SYMBOLOGIES: Readonly<Record<DataBarGtinVariant, string>> = {
  OMNIDIRECTIONAL: 'databaromni',
  TRUNCATED: 'databartruncated',
  STACKED: 'databarstacked',
  STACKED_OMNIDIRECTIONAL: 'databarstackedomni',
  LIMITED: 'databarlimited',
};

/** Modules of height where the label does not tell otherwise: the least that ISO/IEC 24724 asks for. */
export const DATA_BAR_HEIGHTS = { OMNIDIRECTIONAL: 33, TRUNCATED: 13, LIMITED: 10, EXPANDED: 34 } as const;

/** The same for the rows of stacked codes, separators among them; where there are more rows they begin again. */
const ROW_HEIGHTS = { STACKED: [5, 1, 7], STACKED_OMNIDIRECTIONAL: [33, 1, 1, 1], EXPANDED_STACKED: [34, 1, 1, 1] } as const;

/** Whether a variant of GS1 DataBar is one of rows that stand on each other, whose height is its own. */
export function isStackedVariant(variant: unknown): boolean {
  return typeof variant === 'string' && Object.hasOwn(ROW_HEIGHTS, variant);
}

/** A GTIN of 13 digits, whose check digit is made, or of 14, whose check digit must be right. Throws a `SymbolError`. */
export function encodeDataBar(text: string, variant: DataBarGtinVariant): LinearSymbol {
  const gtin = completeDigits(text, 'GS1-DataBar', 14);
  if (variant === 'LIMITED' && gtin > '2') {
    throw new SymbolError(`GS1-DataBar of the variant LIMITED holds a GTIN that begins with 0 or 1 only, not "${text}" (at character 1)`);
  }
  const input = { symbology: SYMBOLOGIES[variant], data: `(01)${gtin}`, options: {} };
  const writing = `(01)${gtin}`;
  return variant === 'STACKED' || variant === 'STACKED_OMNIDIRECTIONAL'
    ? stackRows(encodeMatrix(input), ROW_HEIGHTS[variant], writing)
    : withoutEmptyBars(encodeLinear(input, writing));
}

/** Checked element strings in one row, or in rows of so many segments. Throws a `SymbolError`. */
export function encodeDataBarExpanded(elements: readonly Gs1Data[], segments: number | undefined): LinearSymbol {
  const data = elements.map(({ id, value }) => `(${id})${value.replaceAll('(', '^040')}`).join('');
  const options = { parse: true, dontlint: true };
  const writing = gs1Writing(elements);
  if (segments === undefined) return withoutEmptyBars(encodeLinear({ symbology: 'databarexpanded', data, options }, writing));
  return stackRows(
    encodeMatrix({ symbology: 'databarexpandedstacked', data, options: { ...options, segments } }),
    ROW_HEIGHTS.EXPANDED_STACKED,
    writing,
  );
}

/** These codes begin with a space: the encoder gives an empty bar before it. */
function withoutEmptyBars(symbol: LinearSymbol): LinearSymbol {
  const { bars } = symbol;
  return { ...symbol, bars: bars.filter((_, index) => (bars[index | 1] ?? 0) > 0) };
}

/** Rows that stand on each other with their separators between them, each as many modules high as it must be. */
function stackRows({ width, height, modules }: MatrixSymbol, heights: readonly number[], text: string): LinearSymbol {
  const rows = Array.from({ length: height }, (_, row) => {
    const own = modules.subarray(row * width, (row + 1) * width);
    return Array.from({ length: heights[row % heights.length] ?? 1 }, () => own);
  }).flat();
  const stacked = { width, height: rows.length, modules: Uint8Array.from(rows.flatMap((row) => [...row])) };
  return { modules: width, bars: [], text, rows: stacked };
}
