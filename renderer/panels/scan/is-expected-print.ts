import { isSameScan, type Scan } from '../../composables/read-scan.ts';

/** Whether a code that was read from a print is that of the product: the same trade item, or a text that holds what was scanned. */
export function isExpectedPrint(print: Scan, product: Scan): boolean {
  return isSameScan(print, product) || print.keys.some((key) => product.keys.includes(key));
}
