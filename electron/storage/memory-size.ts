/** What a value of its own takes beside its content: an object, a list, a map with its table. */
const OVERHEAD = 64;
/** A number, a truth value, a place in a list, a name of an object that many share. */
const SLOT = 16;

/**
 * Roughly how many bytes of memory a value of plain data holds: texts with two bytes a character, typed arrays, lists, maps, sets and objects with all that is
 * in them. For caches that are bounded by bytes; what is shared within the value counts each time.
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
