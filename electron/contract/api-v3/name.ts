import { z } from 'zod';

/**
 * The name of a label, table, variable, counter or printer: 1 to 255 characters of Unicode, normalised to NFC, without control
 * characters. Any other character is allowed; a name is data and never becomes a file path or an object key.
 */
export const nameSchema = z
  .string()
  .transform((name) => name.normalize('NFC'))
  .refine((name) => name.length >= 1 && (name.length <= 255 || [...name].length <= 255), 'a name has 1 to 255 characters')
  .refine((name) => !/[\u0000-\u001f\u007f-\u009f]/u.test(name), 'a name has no control characters')
  .refine((name) => name.isWellFormed(), 'a name has no lone surrogates');

/**
 * A name that something is to have from now on. Every client that follows the URL standard folds a path segment that is `.` or `..`, also
 * percent-encoded, so nothing of such a name could be reached. What has one already is read, renamed and deleted by a client that sends paths
 * as they are (`curl --path-as-is`).
 */
export const newNameSchema = nameSchema.refine((name) => !isDotSegment(name), 'a name is neither "." nor "..": no address can hold it');

/** Whether a name would be folded in a path. */
export function isDotSegment(name: string): boolean {
  return name === '.' || name === '..';
}

/** Makes the JSON object of a dictionary response: keyed by name, sorted by name, safe for names like `__proto__`. */
export function dictionary<Value>(entries: Iterable<readonly [string, Value]>): Record<string, Value> {
  const sorted = [...entries].sort(([a], [b]) => (a < b ? -1 : a > b ? 1 : 0));
  const result = Object.create(null) as Record<string, Value>;
  for (const [name, value] of sorted) {
    Object.defineProperty(result, name, { value, enumerable: true, configurable: true, writable: true });
  }
  return result;
}
