import type { LineSetup } from '../lines.ts';

/** The lines of the controller that is recorded: two share a counter, and marks take next to no time. */
export const SERIAL_LINES: readonly LineSetup[] = ['Shared', 'Shared', 'Third', 'Fourth'].map((counter, index) => ({
  printer: `Line ${index + 1}`,
  counter,
  lineSpeed: 10_000,
  bufferDepth: 8,
  isColor: false,
}));
