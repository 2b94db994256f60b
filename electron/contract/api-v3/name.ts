import { z } from 'zod';

/**
 * The name of a label, table, variable, counter or printer: 1 to 255 Unicode characters, normalized to NFC, without control characters. All
 * other characters are allowed; a name never becomes a file path or an object key.
 */
export const nameSchema = z
  .string()
  .transform((name) => name.normalize('NFC'))
  .refine((name) => name.length >= 1 && (name.length <= 255 || [...name].length <= 255), 'a name has 1 to 255 characters')
  .refine((name) => !/[\u0000-\u001f\u007f-\u009f]/u.test(name), 'a name has no control characters')
  .refine((name) => name.isWellFormed(), 'a name has no lone surrogates');

/**
 * The name of a new or renamed item. URL clients remove a path segment `.` or `..`, even percent-encoded, so such a name could not be
 * addressed. Items that already have one can be read, renamed and deleted with a client that sends paths unchanged (`curl --path-as-is`).
 */
export const newNameSchema = nameSchema.refine((name) => !isDotSegment(name), 'a name is neither "." nor "..": no URL can contain it');

/** Whether URL clients would remove this name from a path. */
export function isDotSegment(name: string): boolean {
  return name === '.' || name === '..';
}

/** Builds the JSON object of a dictionary response: keys sorted by name, and names such as `__proto__` are safe. */
export function dictionary<Value>(entries: Iterable<readonly [string, Value]>): Record<string, Value> {
  const sorted = [...entries].sort(([a], [b]) => (a < b ? -1 : a > b ? 1 : 0));
  const result = Object.create(null) as Record<string, Value>;
  for (const [name, value] of sorted) {
    Object.defineProperty(result, name, { value, enumerable: true, configurable: true, writable: true });
  }
  return result;
}
