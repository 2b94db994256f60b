import type { PrintValues } from '#rendering/dynamic-text/print-values.ts';

/** What the codes of a label can name here, and what they stand for. */
export interface TextContext {
  /** What a print of now would be made with. */
  values: PrintValues;
  /** Columns of the chosen row's table; empty without one. */
  columns: readonly string[];
}
