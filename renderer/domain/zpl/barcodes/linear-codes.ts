import type { LinearBarcode } from '#contract/api-v3/label-barcodes.ts';
import { checkDigit, hasCheckDigit } from '#rendering/barcodes/encoding/check-digit.ts';
import type { RetailCode } from '#rendering/barcodes/retail-codes.ts';
import { makeCode128, type Code128Mode } from './code128-field.ts';
import type { CodeContext } from './barcode-context.ts';
import { plainShape, retailShape, type BarLook, type LinearShape } from './bar-shape.ts';
import type { Parameters } from '../syntax/command-parameters.ts';
import { ORIENTATIONS } from '../objects/field-placement.ts';
import { makeRetail } from './retail-field.ts';
import { hasPlaceholder, type MadeObject } from '../objects/zpl-object.ts';

/** Creates the code of one field; undefined if that is not possible, which it has reported as a warning. */
export type MakeCode = (data: string, context: CodeContext) => MadeObject | undefined;

const MODES: readonly Code128Mode[] = ['N', 'U', 'A', 'D'];

/** The linear codes by command. */
export const LINEAR_CODES: Readonly<Partial<Record<string, MakeCode>>> = {
  '^BC': (data, context) => {
    const mode = context.parameters.letter(5, MODES, 'N');
    return makeCode128(data, mode, { context, linear: plainShape(context, barLook(context, 1)) });
  },
  '^B3': (data, context) => {
    const hasCheck = context.parameters.isYes(1);
    return plain(data, { context, look: barLook(context, 2), kind: { type: 'Code39', barRatio: ratio(context), checkDigit: hasCheck } });
  },
  '^BL': (data, context) => {
    return plain(data, { context, look: barLook(context, 1), kind: { type: 'Code39', barRatio: ratio(context), checkDigit: true } });
  },
  '^BA': (data, context) => plain(data, { context, look: barLook(context, 1), kind: { type: 'Code93' } }),
  '^B2': makeInterleaved,
  '^BE': (data, context) => retail(data, 'EAN-13', context),
  '^B8': (data, context) => retail(data, 'EAN-8', context),
  '^BU': (data, context) => retail(data, 'UPC-A', context),
  '^B9': (data, context) => retail(data, 'UPC-E', context),
};

type PlainKind =
  | { type: 'Code39'; barRatio: number; checkDigit: boolean }
  | { type: 'Code93' }
  | { type: 'ITF'; barRatio: number }
  | { type: 'ITF-14'; barRatio: number; hBearerBar: number };

/** Reads the parameters of `^B` at these places: height, interpretation line, and whether it is above the bars. */
function barLook({ parameters, orientation, bars }: CodeContext, height: number, isWritten = true): BarLook {
  return {
    orientation: parameters.letter(0, ORIENTATIONS, orientation),
    height: parameters.dots(height, bars.height, 1),
    writing: writing(parameters, height + 1, isWritten),
  };
}

function writing(parameters: Parameters, place: number, isWritten: boolean): BarLook['writing'] {
  if (!parameters.isYes(place, isWritten)) return 'NONE';
  return parameters.isYes(place + 1) ? 'ABOVE' : 'BELOW';
}

function ratio({ bars }: CodeContext): number {
  return Math.min(3, Math.max(2, bars.ratio));
}

function plain(data: string, { context, look, kind }: { context: CodeContext; look: BarLook; kind: PlainKind }): MadeObject {
  const { shape, ...rest }: LinearShape = plainShape(context, look);
  const object: LinearBarcode = { ...kind, ...shape, text: context.placeholders.dynamicText(data) };
  return { ...rest, object };
}

function retail(data: string, code: RetailCode, context: CodeContext): MadeObject {
  return makeRetail(data, code, { context, linear: retailShape(context, barLook(context, 1), code) });
}

/** The digits are encoded in pairs: an odd number of them gets a leading zero. Fourteen digits with a check digit are an ITF-14. */
function makeInterleaved(data: string, context: CodeContext): MadeObject {
  const look = barLook(context, 1);
  const barRatio = ratio(context);
  if (hasPlaceholder(data)) return plain(data, { context, look, kind: { type: 'ITF', barRatio } });
  const checked = context.parameters.isYes(4) && /^\d+$/u.test(data) ? data + checkDigit(data) : data;
  const digits = checked.length % 2 === 1 ? `0${checked}` : checked;
  const isCarton = /^\d{14}$/u.test(digits) && hasCheckDigit(digits);
  const kind: PlainKind = isCarton ? { type: 'ITF-14', barRatio, hBearerBar: 0 } : { type: 'ITF', barRatio };
  return plain(digits, { context, look, kind });
}
