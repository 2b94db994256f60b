import { checkDigit, hasCheckDigit } from '#rendering/barcodes/encoding/check-digit.ts';
import type { RetailCode } from '#rendering/barcodes/retail-codes.ts';
import type { CodeContext } from './barcode-context.ts';
import type { LinearShape } from './bar-shape.ts';
import type { MadeObject } from '../objects/zpl-object.ts';

/** Number of digits without the check digit, to which a printer pads and truncates. */
const LENGTHS: Readonly<Record<Exclude<RetailCode, 'UPC-E'>, number>> = { 'EAN-13': 12, 'EAN-8': 7, 'UPC-A': 11 };

/** A retail code. As on the printer, missing digits are padded with leading zeros and a wrong check digit is replaced. */
export function makeRetail(data: string, type: RetailCode, { context, linear }: { context: CodeContext; linear: LinearShape }): MadeObject {
  const { shape, ...rest } = linear;
  const text = context.placeholders.dynamicText(/^\d+$/u.test(data) ? completed(data, type, context) : data);
  return { ...rest, object: { type, ...shape, text } };
}

function completed(data: string, type: RetailCode, { warnings, parameters }: CodeContext): string {
  if (type === 'UPC-E') return upcE(data);
  const length = LENGTHS[type];
  const digits = data.slice(0, length).padStart(length, '0');
  const whole = digits + checkDigit(digits);
  const isRight = data.length <= length || (data.length === length + 1 && hasCheckDigit(data));
  if (!isRight) warnings.add('checkDigit', parameters.command, { text: data, reason: whole });
  return whole;
}

/** Five digits of the company and five of the product, as ZPL specifies; other lengths are complete codes. */
function upcE(data: string): string {
  if (data.length === 6 || data.length === 10) return `0${data}`;
  return data.length < 6 ? data.padStart(7, '0') : data;
}
