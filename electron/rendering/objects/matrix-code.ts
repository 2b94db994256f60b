import type { MatrixBarcode } from '#contract/api-v3/label-barcodes.ts';
import { DATA_MATRIX_QUIET_ZONE } from '../barcodes/data-matrix.ts';
import { PDF417_QUIET_ZONE } from '../barcodes/pdf417.ts';
import { QR_CODE_QUIET_ZONE } from '../barcodes/qr-code.ts';
import { moduleSizeOf } from './module-size.ts';
import { objectResolution, placeObject, wholeDots } from './object-context.ts';
import type { DotDensity, DrawObject, ObjectContext } from './object-context.ts';
import { resolveColor } from './object-texts.ts';
import { prepareMatrixSymbol } from './symbol-objects.ts';

/** Default row height of a PDF417 in modules (ISO/IEC 15438). */
const PDF417_ROW_HEIGHT = 3;

/** Width of the quiet zones in modules. */
const QUIET_ZONES: Readonly<Record<MatrixBarcode['type'], number>> = {
  DataMatrix: DATA_MATRIX_QUIET_ZONE,
  'GS1-DataMatrix': DATA_MATRIX_QUIET_ZONE,
  'GS1-DataMatrix-Plain': DATA_MATRIX_QUIET_ZONE,
  QRCode: QR_CODE_QUIET_ZONE,
  'GS1-QRCode': QR_CODE_QUIET_ZONE,
  'GS1-QRCode-Plain': QR_CODE_QUIET_ZONE,
  'GS1-DigitalLink': QR_CODE_QUIET_ZONE,
  PDF417: PDF417_QUIET_ZONE,
  Aztec: 0,
};

/** Prepares a matrix code; its extent includes the quiet zone. */
export function prepareMatrix(object: MatrixBarcode, { resolution, texts, carried }: ObjectContext): DrawObject {
  const make = prepareMatrixSymbol(object, { texts, carried });
  const color = texts.prepareSolidColor(object.color ?? 'black', '/color');
  const local = objectResolution(object, resolution);
  const moduleSize = moduleSizeOf(object);
  const [moduleWidth, moduleHeight] = moduleDots(moduleSize, local);
  const rowHeight = object.type === 'PDF417' ? moduleHeight * (object.rowHeight ?? PDF417_ROW_HEIGHT) : moduleHeight;
  const quietZone = (object.quietZone === false ? 0 : QUIET_ZONES[object.type]) + (object.extraQuietZone ?? 0);
  return (resolve) => {
    const effect = resolveColor(color, resolve);
    const symbol = make(resolve);
    const width = (symbol.width + 2 * quietZone) * moduleWidth;
    const height = symbol.height * rowHeight + 2 * quietZone * moduleHeight;
    const rect = {
      left: quietZone * moduleWidth,
      top: quietZone * moduleHeight,
      width: symbol.width * moduleWidth,
      height: symbol.height * rowHeight,
    };
    return {
      placement: placeObject(object, { width, height }, resolution),
      extent: { left: 0, top: 0, width, height },
      marks: effect === 'none' ? [] : [{ kind: 'modules', symbol, rect, effect }],
    };
  };
}

/** Size of a module in whole dots. The coarser direction determines the size, because readers need square modules. */
export function moduleDots(moduleSize: number, { x, y }: DotDensity): [across: number, down: number] {
  if (x === y) return [wholeDots(moduleSize, x), wholeDots(moduleSize, y)];
  const length = x < y ? wholeDots(moduleSize, x) / x : wholeDots(moduleSize, y) / y;
  return [wholeDots(length, x), wholeDots(length, y)];
}
