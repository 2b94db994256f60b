import { printerPropertiesSchema, type PrinterProperties } from '#contract/api-v3/printer.ts';
import { ProblemError } from '#contract/problem.ts';

/** More printers than this on one controller are not believed. */
const PRINTER_LIMIT = 1_000;

/**
 * The printers of a controller's list, in its order. Unknown properties are kept; a known one that has another type than it should is left
 * out. Throws `controller-answer-invalid` when the list is not one.
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
