import { DynamicTextError } from './dynamic-text.ts';
import type { NumberFormat, NumberStyle } from './dynamic-text.ts';

/** A field that is written as a number. */
interface NumberCode {
  style: NumberStyle;
  position: number;
}

/** Defaults for the field. The padding `0` means the zero of the format's digits. */
interface OwnStyle {
  width: number;
  padding: string;
}

/**
 * Formats a number. Zeros are inserted between the sign and the digits, any other padding before the sign. Words are padded (with spaces)
 * only if the field has a WIDTH. Throws a `DynamicTextError` for a value outside a list.
 */
export function numberText(value: number, { style, position }: NumberCode, own: OwnStyle): string {
  const { format } = style;
  if (format?.kind !== 'words') return digitsText(value, style, { ...own, digits: format?.digits });
  const word = wordOf(value, format, position);
  return fillOf(style.width ?? 0, [...word].length, style.padding ?? ' ') + word;
}

function digitsText(value: number, style: NumberStyle, own: OwnStyle & { digits: readonly string[] | undefined }): string {
  const zero = own.digits?.[0] ?? '0';
  const padding = style.padding ?? (own.padding === '0' ? zero : own.padding);
  const digits = digitsOf(Math.abs(value), own.digits);
  const sign = value < 0 ? '-' : '';
  const fill = fillOf(style.width ?? own.width, sign.length + digits.length, padding);
  return (padding === zero ? sign + fill : fill + sign) + digits.join('');
}

function fillOf(width: number, used: number, padding: string): string {
  return padding.repeat(Math.max(0, width - used));
}

/** Whether the number is written with ten digits, so that its length is that of the decimal number. */
export function isDecimal(format: NumberFormat | undefined): boolean {
  return !format || (format.kind === 'digits' && format.digits.length === 10);
}

function digitsOf(value: number, digits: readonly string[] | undefined): string[] {
  if (!digits) return [...String(value)];
  const written: string[] = [];
  let rest = value;
  do {
    written.unshift(digits[rest % digits.length] ?? '');
    rest = Math.floor(rest / digits.length);
  } while (rest > 0);
  return written;
}

function wordOf(value: number, { start, words }: Extract<NumberFormat, { kind: 'words' }>, position: number): string {
  const word = words[value - start];
  if (word !== undefined) return word;
  throw new DynamicTextError(
    position,
    `The value ${value} is not in the list of FORMAT, which goes from ${start} to ${start + words.length - 1}`,
  );
}
