import type { Gs1DataMatrixObject, QrCodeObject } from '#contract/api-v3/label-barcodes.ts';
import type { Mark } from '../drawing.ts';
import { DATA_MATRIX_QUIET_ZONE } from '../barcodes/gs1-data-matrix.ts';
import { QR_CODE_QUIET_ZONE } from '../barcodes/qr-code.ts';
import type { MatrixSymbol } from '../barcodes/symbols.ts';
import { objectResolution, placeObject, wholeDots } from './object-context.ts';
import type { DrawObject, ObjectContext } from './object-context.ts';
import { resolveColor } from './object-texts.ts';
import { prepareGs1DataMatrixSymbol, prepareQrCodeSymbol } from './symbol-objects.ts';
import type { MakeSymbol } from './symbol-objects.ts';

const DEFAULT_MODULE_SIZE = 5;

/** A GS1 DataMatrix; its quiet zone is part of its extent. */
export function prepareGs1DataMatrix(object: Gs1DataMatrixObject, context: ObjectContext): DrawObject {
  return prepareMatrix(object, context, { make: prepareGs1DataMatrixSymbol(object, context.texts), quietZone: DATA_MATRIX_QUIET_ZONE });
}

/** A QR Code; its quiet zone is part of its extent. */
export function prepareQrCode(object: QrCodeObject, context: ObjectContext): DrawObject {
  return prepareMatrix(object, context, { make: prepareQrCodeSymbol(object, context.texts), quietZone: QR_CODE_QUIET_ZONE });
}

interface MatrixCode {
  make: MakeSymbol<MatrixSymbol>;
  quietZone: number;
}

function prepareMatrix(object: Gs1DataMatrixObject | QrCodeObject, { resolution, texts }: ObjectContext, code: MatrixCode): DrawObject {
  const color = texts.prepareColor(object.color ?? 'black', '/color');
  const local = objectResolution(object, resolution);
  const moduleSize = object.moduleSize ?? DEFAULT_MODULE_SIZE;
  const [moduleWidth, moduleHeight] = [wholeDots(moduleSize, local.x), wholeDots(moduleSize, local.y)];
  const quietZone = object.quietZone === false ? 0 : code.quietZone;
  return (resolve) => {
    const effect = resolveColor(color, resolve);
    const symbol = code.make(resolve);
    const width = (symbol.width + 2 * quietZone) * moduleWidth;
    const height = (symbol.height + 2 * quietZone) * moduleHeight;
    const marks = moduleRuns(symbol).map(({ x, y, length }): Mark[] => {
      if (effect === 'none') return [];
      const rect = {
        left: (x + quietZone) * moduleWidth,
        top: (y + quietZone) * moduleHeight,
        width: length * moduleWidth,
        height: moduleHeight,
      };
      return [{ kind: 'rect', rect, effect }];
    });
    return {
      placement: placeObject(object, { width, height }, resolution),
      extent: { left: 0, top: 0, width, height },
      marks: marks.flat(),
    };
  };
}

/** The dark modules, neighbours of a row in one. */
function moduleRuns({ width, height, modules }: MatrixSymbol): { x: number; y: number; length: number }[] {
  const runs = [];
  for (let y = 0; y < height; y += 1) {
    for (let x = 0; x < width; x += 1) {
      const start = x;
      while (x < width && modules[y * width + x] === 1) x += 1;
      if (x > start) runs.push({ x: start, y, length: x - start });
    }
  }
  return runs;
}
