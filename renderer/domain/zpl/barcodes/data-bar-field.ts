import type { LinearBarcode } from '#contract/api-v3/label-barcodes.ts';
import { millimetres, type CodeContext } from './barcode-context.ts';
import { makeCode128 } from './code128-field.ts';
import { bracketedContent, FNC1 } from './gs1-data.ts';
import { plainShape, retailShape, type BarLook } from './bar-shape.ts';
import { ORIENTATIONS, WHOLE_FRAME } from '../objects/field-placement.ts';
import { makeRetail } from './retail-field.ts';
import { NOWHERE, type MadeObject } from '../objects/zpl-object.ts';

const GTIN_VARIANTS = ['OMNIDIRECTIONAL', 'TRUNCATED', 'STACKED', 'STACKED_OMNIDIRECTIONAL', 'LIMITED'] as const;
const EXPANDED = 6;
/** The retail codes of this command, by their number. */
const RETAIL = { 7: 'UPC-A', 8: 'UPC-E', 9: 'EAN-13', 10: 'EAN-8' } as const;
/** In one row. */
const MAX_SEGMENTS = 22;

/** A `^BR`: a code of the GS1 DataBar family, or another code that may have a composite component. The component is not drawn. */
export function makeDataBar(data: string, given: CodeContext): MadeObject | undefined {
  const { parameters, warnings, orientation } = given;
  const [linear = '', composite] = data.split('|');
  if (composite !== undefined) warnings.add('composite', parameters.command, { text: composite });
  const module = parameters.number(2, { silent: given.density === 24 ? 6 : given.density / 4, least: 1, most: 10 });
  const context = { ...given, bars: { ...given.bars, module: Math.max(1, Math.round(module)) } };
  const number = parameters.number(1, { silent: 1, least: 1, most: 12 });
  const look: BarLook = {
    orientation: parameters.letter(0, ORIENTATIONS, orientation),
    height: parameters.dots(4, 25, 1),
    writing: 'NONE',
  };
  if (number === 7 || number === 8 || number === 9 || number === 10) {
    const code = RETAIL[number];
    return makeRetail(linear, code, { context, linear: retailShape(context, look, code) });
  }
  if (number > EXPANDED) return makeCode128(linear, 'D', { context, linear: plainShape(context, look) });
  const object = dataBar(linear, number, context);
  return object && { object, orientation: look.orientation, frame: WHOLE_FRAME };
}

function dataBar(data: string, number: number, context: CodeContext): LinearBarcode | undefined {
  const { parameters, placeholders, warnings, bars } = context;
  const shape = { type: 'GS1-DataBar', ...NOWHERE, barWidth: millimetres(bars.module, context) } as const;
  const variant = GTIN_VARIANTS[number - 1];
  if (variant) return { ...shape, variant, text: placeholders.dynamicText(data.replace(/^\(?01\)?(?=\d{14}$)/u, '')) };
  const content = bracketedContent(data.replaceAll('#', FNC1).replaceAll('>8', FNC1), placeholders);
  if (!('apps' in content)) {
    warnings.add('refused', parameters.command, { text: data, reason: 'The element strings cannot be separated' });
    return undefined;
  }
  const { apps } = content;
  const segments = parameters.number(5, { silent: MAX_SEGMENTS, least: 2, most: MAX_SEGMENTS });
  if (segments >= MAX_SEGMENTS) return { ...shape, variant: 'EXPANDED', apps };
  return { ...shape, variant: 'EXPANDED_STACKED', apps, segments: segments - (segments % 2) };
}
