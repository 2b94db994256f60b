import { checkDigit } from './check-digit.ts';
import { encodeLinear } from './encoder.ts';
import { SymbolError } from './symbols.ts';
import type { LinearSymbol } from './symbols.ts';

/** Modules from the first bar to the last one. */
export const EAN13_MODULES = 95;
/** Modules that stay free before the first bar and behind the last one. */
export const EAN13_QUIET_ZONES = { left: 11, right: 7 } as const;

/** EAN-13 of 12 digits, whose check digit is made, or of 13, whose check digit must be right; `text` has all 13. */
export function encodeEan13(text: string): LinearSymbol {
  const digits = completeDigits(text);
  return encodeLinear({ symbology: 'ean13', data: digits, options: {} }, digits);
}

/** Whether the bar belongs to the guards at both ends and in the middle, which reach down between the digits. */
export function isGuardBar(start: number): boolean {
  return start < 3 || (start >= 45 && start < 50) || start >= 92;
}

function completeDigits(text: string): string {
  if (!/^\d{12,13}$/u.test(text)) throw new SymbolError(`EAN-13 needs 12 or 13 digits, not "${text}"`);
  const right = checkDigit(text.slice(0, 12));
  if (text.length === 13 && text[12] !== right) {
    throw new SymbolError(`The check digit of ${text} is ${text[12] ?? ''}, and must be ${right}`);
  }
  return text.slice(0, 12) + right;
}
