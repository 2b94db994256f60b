import { checkDigit, hasCheckDigit } from '#rendering/barcodes/check-digit.ts';
import type { RetailCode } from '#rendering/barcodes/retail-codes.ts';
import type { CodeContext } from './code-context.ts';
import type { LinearShape } from './linear-shape.ts';
import type { MadeObject } from './zpl-object.ts';

/** Digits without the check digit, as a printer completes and cuts them. */
const LENGTHS: Readonly<Record<Exclude<RetailCode, 'UPC-E'>, number>> = { 'EAN-13': 12, 'EAN-8': 7, 'UPC-A': 11 };

/** A code of the till. Digits are completed by zeros before them, and a check digit that is wrong is replaced, as the printer does. */
export function makeRetail(data: string, type: RetailCode, { context, linear }: { context: CodeContext; linear: LinearShape }): MadeObject {
  const { shape, ...rest } = linear;
  const text = context.standIns.dynamicText(/^\d+$/u.test(data) ? completed(data, type, context) : data);
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

/** Five digits of a company and five of its product, as the standard of ZPL asks for; other lengths say more themselves. */
function upcE(data: string): string {
  if (data.length === 6 || data.length === 10) return `0${data}`;
  return data.length < 6 ? data.padStart(7, '0') : data;
}
