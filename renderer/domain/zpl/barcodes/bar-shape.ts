import type { LinearBarcode } from '#contract/api-v3/label-barcodes.ts';
import { CODE128_QUIET_ZONE } from '#rendering/barcodes/code128.ts';
import { RETAIL_LAYOUTS, type RetailCode } from '#rendering/barcodes/retail-codes.ts';
import { millimetres, type CodeContext } from './barcode-context.ts';
import { fontLook, interpretationLook } from '../objects/zpl-fonts.ts';
import type { Edge, Frame, Orientation } from '../objects/field-placement.ts';
import { NOWHERE } from '../objects/zpl-object.ts';

/** The appearance of the bars of a code; lengths in dots. */
export interface BarLook {
  orientation: Orientation;
  height: number;
  writing: 'NONE' | 'BELOW' | 'ABOVE';
}

/**
 * The keys that every linear code has, and the position of its bars in its extent: a ZPL printer positions the bars, not the surrounding
 * text.
 */
export interface LinearShape {
  shape: Pick<LinearBarcode, 'barWidth' | 'barHeight' | 'humanReadable' | 'font'> & typeof NOWHERE;
  frame: Frame;
  orientation: Orientation;
}

/** The shape of a code with a quiet zone of ten modules on both sides. */
export function plainShape(context: CodeContext, look: BarLook): LinearShape {
  const { module } = context.bars;
  const writing = context.font ? fontLook(context.font, context.density) : interpretationLook(module, context.density);
  const font = { family: writing.family, style: writing.style, height: millimetres(writing.em, context) };
  const { shape, ...rest } = linearShape(context, look, { left: CODE128_QUIET_ZONE, right: CODE128_QUIET_ZONE });
  return { ...rest, shape: look.writing === 'NONE' ? shape : { ...shape, font } };
}

/** The shape of a retail code. Its digits scale with its bars. */
export function retailShape(context: CodeContext, look: BarLook, code: RetailCode): LinearShape {
  return linearShape(context, look, RETAIL_LAYOUTS[code].quietZones);
}

function linearShape(context: CodeContext, { orientation, height, writing }: BarLook, quiet: { left: number; right: number }): LinearShape {
  const { module } = context.bars;
  const edge = (below: number): Edge =>
    writing === 'ABOVE' ? { anchor: 'BOTTOM', offset: below - height } : { anchor: 'TOP', offset: below };
  return {
    shape: {
      ...NOWHERE,
      barWidth: millimetres(module, context),
      barHeight: millimetres(height, context),
      humanReadable: writing,
    },
    frame: { left: quiet.left * module, right: -quiet.right * module, top: edge(0), bottom: edge(height), base: edge(height) },
    orientation,
  };
}
