const plain = (value: number, places: number): string => value.toFixed(places);
const UNITS = ['B', 'kB', 'MB', 'GB'];

/** A file size such as `202.8 kB`, with the decimal format of a language if `decimal` is given. */
export function fileSize(bytes: number, decimal = plain): string {
  let value = bytes;
  let unit = 0;
  while (value >= 1_000 && unit < UNITS.length - 1) {
    value /= 1_000;
    unit += 1;
  }
  return `${unit === 0 ? value : decimal(value, 1)} ${UNITS[unit] ?? ''}`;
}
