import type { LineSetup } from '../lines.ts';

/** The lines of the recorded controller: two share a counter, and marks take almost no time. */
export const SERIAL_LINES: readonly LineSetup[] = ['Shared', 'Shared', 'Third', 'Fourth'].map((counter, index) => ({
  printer: `Line ${index + 1}`,
  counter,
  lineSpeed: 10_000,
  bufferDepth: 8,
  isColor: false,
}));
