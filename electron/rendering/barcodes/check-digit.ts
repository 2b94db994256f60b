/** The GS1 check digit that belongs behind the digits: weights 3 and 1 from the right, up to the next ten. */
export function checkDigit(digits: string): string {
  let sum = 0;
  for (let index = 0; index < digits.length; index += 1) {
    const weight = (digits.length - index) % 2 === 1 ? 3 : 1;
    sum += Number(digits[index]) * weight;
  }
  return String((10 - (sum % 10)) % 10);
}

/** Whether the last digit is the check digit of those before it. */
export function hasCheckDigit(digits: string): boolean {
  return checkDigit(digits.slice(0, -1)) === digits.at(-1);
}
