import type { Ink } from '../raster/inks.ts';
import { ObjectTexts, resolveColor } from './object-texts.ts';
import type { PreparedObject } from './prepare-object.ts';

/** Larger than any label; drawing is clipped to the bitmap. */
const EVERYWHERE = { left: -1_000_000_000, top: -1_000_000_000, width: 2_000_000_000, height: 2_000_000_000 };

/** The label's background. It covers the whole label and does not affect an automatic size. */
export function prepareBackground(bgColor: string, ink: Ink): PreparedObject {
  const texts = new ObjectTexts(ink);
  const color = texts.prepareColor(bgColor, '/bgColor');
  return {
    isStatic: texts.isStatic,
    mayErase: texts.mayErase,
    draw: (resolve) => {
      const effect = resolveColor(color, resolve);
      return {
        placement: { x: 0, y: 0, turns: 0 },
        extent: { left: 0, top: 0, width: 0, height: 0 },
        marks: effect === 'none' ? [] : [{ kind: 'rect', rect: EVERYWHERE, effect }],
      };
    },
  };
}
