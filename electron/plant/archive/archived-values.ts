import { printValuesSchema } from '#rendering/dynamic-text/print-values-schema.ts';
import { parsePrintValues, type PrintValues } from '#rendering/dynamic-text/print-values.ts';
import { labelSchema, type Label } from '#contract/api-v3/label.ts';

/** The values of a print; undefined if a controller of another version stored them in a form that cannot be read. */
export function readArchivedValues(text: string): PrintValues | undefined {
  const json = parsed(text);
  return printValuesSchema.safeParse(json).success ? parsePrintValues(text) : undefined;
}

/** A label document; undefined if it cannot be read. */
export function readArchivedLabel(text: string): Label | undefined {
  const json = parsed(text);
  // The document is used as it was stored: the schema would drop what it does not know.
  return labelSchema.safeParse(json).success ? (json as Label) : undefined;
}

function parsed(text: string): unknown {
  try {
    return JSON.parse(text);
  } catch (error) {
    if (error instanceof SyntaxError) return undefined;
    throw error;
  }
}
