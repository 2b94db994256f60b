import { SymbolError } from './symbols.ts';

/** The GS1 check digit of these digits: weights 3 and 1 from the right, difference to the next multiple of ten. */
export function checkDigit(digits: string): string {
  let sum = 0;
  for (let index = 0; index < digits.length; index += 1) {
    const weight = (digits.length - index) % 2 === 1 ? 3 : 1;
    sum += Number(digits[index]) * weight;
  }
  return String((10 - (sum % 10)) % 10);
}

/** Whether the last digit is the correct check digit. */
export function hasCheckDigit(digits: string): boolean {
  return checkDigit(digits.slice(0, -1)) === digits.at(-1);
}

/** The complete `length` digits: adds a missing check digit, and throws a `SymbolError` for a wrong one. */
export function completeDigits(text: string, code: string, length: number): string {
  const needed = `${code} needs ${length - 1} or ${length} digits`;
  refuseForeign(text, /\D/u, needed);
  if (text.length !== length && text.length !== length - 1) throw new SymbolError(`${needed}, not "${text}"`);
  const data = text.slice(0, length - 1);
  const right = checkDigit(data);
  refuseCheckDigit(text, length, right);
  return data + right;
}

/** Throws a `SymbolError` that names the first character outside the code's alphabet. */
export function refuseForeign(text: string, foreign: RegExp, needed: string): void {
  const at = text.search(foreign);
  if (at >= 0) throw new SymbolError(`${needed}, not "${text}" (at character ${at + 1})`);
}

/** Throws a `SymbolError` if the number is complete and its check digit is not `right`. */
export function refuseCheckDigit(text: string, length: number, right: string): void {
  const given = text[length - 1] ?? right;
  if (given !== right) throw new SymbolError(`The check digit of ${text} is ${given} but must be ${right} (at character ${length})`);
}
