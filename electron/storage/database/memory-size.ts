/** Bytes of an object, array, map or set without its content. */
const OVERHEAD = 64;
/** Bytes of a number, a boolean, an array element or a property. */
const SLOT = 16;

/**
 * Estimates the memory of plain data in bytes, for caches with a size limit: strings with two bytes per character, typed arrays, arrays, maps, sets
 * and objects with their content. A value that is referenced twice counts twice.
 */
export function memorySizeOf(value: unknown): number {
  if (typeof value === 'string') return SLOT + 2 * value.length;
  if (typeof value !== 'object' || value === null) return SLOT;
  if (ArrayBuffer.isView(value)) return OVERHEAD + value.byteLength;
  return OVERHEAD + sumOf(partsOf(value));
}

function partsOf(value: object): Iterable<unknown> {
  if (value instanceof Map) return [...(value as Map<unknown, unknown>)].flat();
  if (value instanceof Set || Array.isArray(value)) return value as Iterable<unknown>;
  return Object.values(value);
}

function sumOf(values: Iterable<unknown>): number {
  let sum = 0;
  for (const value of values) sum += memorySizeOf(value);
  return sum;
}
