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

/** A GTIN of 13 digits, whose check digit is made, or of 14, whose check digit must be right. Throws a `SymbolError`. */
export function encodeDataBar(text: string, variant: DataBarGtinVariant): LinearSymbol {
  const gtin = completeDigits(text, 'GS1-DataBar', 14);
  if (variant === 'LIMITED' && gtin > '2') {
    throw new SymbolError(`GS1-DataBar of the variant LIMITED holds a GTIN that begins with 0 or 1 only, not "${text}" (at character 1)`);
  }
  const input = { symbology: SYMBOLOGIES[variant], data: `(01)${gtin}`, options: {} };
  const writing = `(01)${gtin}`;
  return variant === 'STACKED' || variant === 'STACKED_OMNIDIRECTIONAL'
    ? stackRows(encodeMatrix(input), writing)
    : withoutEmptyBars(encodeLinear(input, writing));
}

/** Checked element strings in one row, or in rows of so many segments. Throws a `SymbolError`. */
export function encodeDataBarExpanded(elements: readonly Gs1Data[], segments: number | undefined): LinearSymbol {
  const data = elements.map(({ id, value }) => `(${id})${value.replaceAll('(', '^040')}`).join('');
  const options = { parse: true, dontlint: true };
  const writing = gs1Writing(elements);
  if (segments === undefined) return withoutEmptyBars(encodeLinear({ symbology: 'databarexpanded', data, options }, writing));
  return stackRows(encodeMatrix({ symbology: 'databarexpandedstacked', data, options: { ...options, segments } }), writing);
}

/** These codes begin with a space: the encoder gives an empty bar before it. */
function withoutEmptyBars(symbol: LinearSymbol): LinearSymbol {
  return { ...symbol, bars: symbol.bars.filter(({ width }) => width > 0) };
}

/** Rows that stand on each other with their separators between them. */
function stackRows(rows: MatrixSymbol, text: string): LinearSymbol {
  return { modules: rows.width, bars: [], text, rows };
}
