import { printerPropertiesSchema, type PrinterProperties } from '#contract/api-v3/printer.ts';
import { ProblemError } from '#contract/problem.ts';

/** A list with more printers is refused as invalid. */
const PRINTER_LIMIT = 1_000;

/**
 * Reads a controller's list of printers, in its order. Unknown properties are kept; a known property of the wrong type is dropped. Throws
 * `controller-answer-invalid` when the value is not such a list.
 */
export function readPrinters(value: unknown): [string, PrinterProperties][] {
  if (!isRecord(value)) throw new ProblemError('controller-answer-invalid', { detail: 'The list of printers is not a JSON object.' });
  const entries = Object.entries(value);
  if (entries.length > PRINTER_LIMIT) {
    throw new ProblemError('controller-answer-invalid', { detail: `The list names more than ${PRINTER_LIMIT} printers.` });
  }
  return entries.map(([name, properties]) => [name, readProperties(name, properties)]);
}

function readProperties(name: string, value: unknown): PrinterProperties {
  if (!isRecord(value)) throw new ProblemError('controller-answer-invalid', { detail: `The printer "${name}" has no properties.` });
  const parsed = printerPropertiesSchema.safeParse(value);
  if (parsed.success) return parsed.data;
  const wrong = new Set(parsed.error.issues.map((issue) => issue.path[0]));
  const rest = Object.entries(value).filter(([key]) => !wrong.has(key));
  return printerPropertiesSchema.parse({ id: name, type: '', ...Object.fromEntries(rest) });
}

function isRecord(value: unknown): value is Record<string, unknown> {
  return typeof value === 'object' && value !== null && !Array.isArray(value);
}
