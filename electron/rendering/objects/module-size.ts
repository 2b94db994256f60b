import type { LinearBarcode, MatrixBarcode } from '#contract/api-v3/label-barcodes.ts';
import { isMatrixBarcode, isRetail } from './symbol-objects.ts';

const MODULE_SIZE = 5;
/** PDF417 symbols have many modules per row. */
const PDF417_MODULE_SIZE = 0.25;
/** Nominal X-dimension of point-of-sale codes (GS1 General Specifications). */
const RETAIL_BAR_WIDTH = 0.33;
const BAR_WIDTH = 0.25;

/** Requested or default module width of a code in millimetres. */
export function moduleSizeOf(object: LinearBarcode | MatrixBarcode): number {
  if (isMatrixBarcode(object)) return object.moduleSize ?? (object.type === 'PDF417' ? PDF417_MODULE_SIZE : MODULE_SIZE);
  return object.barWidth ?? (isRetail(object) ? RETAIL_BAR_WIDTH : BAR_WIDTH);
}
