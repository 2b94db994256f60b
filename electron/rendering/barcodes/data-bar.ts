import { completeDigits } from './encoding/check-digit.ts';
import { encodeLinear, encodeMatrix } from './encoding/encoder.ts';
import type { ElementString } from './gs1/gs1-elements.ts';
import { gs1Interpretation } from './gs1/gs1-text.ts';
import { SymbolError } from './encoding/symbols.ts';
import type { LinearSymbol, MatrixSymbol } from './encoding/symbols.ts';

/** The GS1 DataBar variants that contain only a GTIN. */
export type DataBarGtinVariant = 'OMNIDIRECTIONAL' | 'TRUNCATED' | 'STACKED' | 'STACKED_OMNIDIRECTIONAL' | 'LIMITED';

const SYMBOLOGIES: Readonly<Record<DataBarGtinVariant, string>> = {
  OMNIDIRECTIONAL: 'databaromni',
  TRUNCATED: 'databartruncated',
  STACKED: 'databarstacked',
  STACKED_OMNIDIRECTIONAL: 'databarstackedomni',
  LIMITED: 'databarlimited',
};

/** Default heights in modules: the minimum of ISO/IEC 24724. */
export const DATA_BAR_HEIGHTS = { OMNIDIRECTIONAL: 33, TRUNCATED: 13, LIMITED: 10, EXPANDED: 34 } as const;

/** Heights of the rows of stacked symbols including separators, in modules; the list repeats for further rows. */
const ROW_HEIGHTS = { STACKED: [5, 1, 7], STACKED_OMNIDIRECTIONAL: [33, 1, 1, 1], EXPANDED_STACKED: [34, 1, 1, 1] } as const;

/** Whether a variant of GS1 DataBar has stacked rows, whose height the standard fixes. */
export function isStackedVariant(variant: unknown): boolean {
  return typeof variant === 'string' && Object.hasOwn(ROW_HEIGHTS, variant);
}

/** Encodes a GTIN of 13 digits, to which the check digit is added, or of 14 with a correct check digit. Throws a `SymbolError`. */
export function encodeDataBar(text: string, variant: DataBarGtinVariant): LinearSymbol {
  const gtin = completeDigits(text, 'GS1-DataBar', 14);
  if (variant === 'LIMITED' && gtin > '2') {
    throw new SymbolError(`GS1-DataBar of the variant LIMITED holds a GTIN that begins with 0 or 1 only, not "${text}" (at character 1)`);
  }
  const input = { symbology: SYMBOLOGIES[variant], data: `(01)${gtin}`, options: {} };
  const interpretation = `(01)${gtin}`;
  return variant === 'STACKED' || variant === 'STACKED_OMNIDIRECTIONAL'
    ? stackRows(encodeMatrix(input), ROW_HEIGHTS[variant], interpretation)
    : withoutEmptyBars(encodeLinear(input, interpretation));
}

/** Encodes checked element strings in one row, or in rows of the given number of segments. Throws a `SymbolError`. */
export function encodeDataBarExpanded(elements: readonly ElementString[], segments: number | undefined): LinearSymbol {
  const data = elements.map(({ id, value }) => `(${id})${value.replaceAll('(', '^040')}`).join('');
  const options = { parse: true, dontlint: true };
  const interpretation = gs1Interpretation(elements);
  if (segments === undefined) return withoutEmptyBars(encodeLinear({ symbology: 'databarexpanded', data, options }, interpretation));
  return stackRows(
    encodeMatrix({ symbology: 'databarexpandedstacked', data, options: { ...options, segments } }),
    ROW_HEIGHTS.EXPANDED_STACKED,
    interpretation,
  );
}

/** These symbols begin with a space, which the encoder represents as a space after an empty bar. */
function withoutEmptyBars(symbol: LinearSymbol): LinearSymbol {
  const { bars } = symbol;
  return { ...symbol, bars: bars.filter((_, index) => (bars[index | 1] ?? 0) > 0) };
}

/** Repeats each row of modules to its height in modules. */
function stackRows({ width, height, modules }: MatrixSymbol, heights: readonly number[], text: string): LinearSymbol {
  const rows = Array.from({ length: height }, (_, row) => {
    const own = modules.subarray(row * width, (row + 1) * width);
    return Array.from({ length: heights[row % heights.length] ?? 1 }, () => own);
  }).flat();
  const stacked = { width, height: rows.length, modules: Uint8Array.from(rows.flatMap((row) => [...row])) };
  return { modules: width, bars: [], text, rows: stacked };
}
