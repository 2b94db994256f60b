import type { LinePrinter } from '#contract/station/lines.ts';

/** One text for a printer of a connection, as the key of maps and lists. */
export function printerKey({ connection, printer }: LinePrinter): string {
  return JSON.stringify([connection, printer]);
}
