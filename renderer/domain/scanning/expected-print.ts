import { isSameScan, type Scan } from './read-scan.ts';

/** Whether a code read from a print belongs to the product: the same trade item, or a text that contains the scan. */
export function isExpectedPrint(print: Scan, product: Scan): boolean {
  return isSameScan(print, product) || print.keys.some((key) => product.keys.includes(key));
}
