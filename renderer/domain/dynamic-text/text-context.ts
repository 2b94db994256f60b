import type { PrintValues } from '#rendering/dynamic-text/print-values.ts';

/** The names that the codes of a label can refer to here, and their values. */
export interface TextContext {
  /** The values of a print made now. */
  values: PrintValues;
  /** The columns of the chosen row's table; empty without a row. */
  columns: readonly string[];
}
