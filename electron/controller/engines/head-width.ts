import type { PrinterConfiguration } from '#contract/api-v3/printer-configuration.ts';
import { EngineError, type EnginePrint } from './engine.ts';

const MM_PER_INCH = 25.4;

/** The width of the head in mm, across the pictures as an engine gets them: they are rotated already. */
export function headWidth({
  rotation,
  physicalWidth,
  height,
}: Pick<PrinterConfiguration, 'rotation' | 'physicalWidth' | 'height'>): number {
  return rotation === 'CW90' || rotation === 'CCW90' ? height : physicalWidth;
}

/** Throws an `EngineError` for a picture that is wider than the head: its right edge would be cut off, or the device would scale it. `width` in mm. */
export function refuseTooWide({ planes: [picture], hdpi }: Pick<EnginePrint, 'planes' | 'hdpi'>, width: number): void {
  const dots = dotsAcross(width, hdpi);
  if (picture.width <= dots) return;
  const excess = tenths((picture.width / hdpi) * MM_PER_INCH);
  throw new EngineError(
    'cannot-print',
    `The picture is ${excess} mm wide (${picture.width} dots), the head ${tenths(width)} mm (${dots} dots).`,
  );
}

/** Dots of a head; one that is begun counts, for pictures are rounded as well. */
function dotsAcross(width: number, dpi: number): number {
  return Math.ceil((width / MM_PER_INCH) * dpi);
}

function tenths(length: number): number {
  return Math.round(length * 10) / 10;
}
