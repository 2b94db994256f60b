const CHARACTERS = '!"%&\'()*+,-./0123456789:;<=>?ABCDEFGHIJKLMNOPQRSTUVWXYZ_abcdefghijklmnopqrstuvwxyz';
const CHECK_CHARACTERS = '23456789ABCDEFGHJKLMNPQRSTUVWXYZ';
/** Weights from the last character to the first. */
const PRIMES = [2, 3, 5, 7, 11, 13, 17, 19, 23, 29, 31, 37, 41, 43, 47, 53, 59, 61, 67, 71, 73, 79, 83];
const MODULUS = 1021;

/** The check character pair of a Global Model Number (GS1 General Specifications, 7.9.5) of at most 23 characters. */
export function gs1CheckCharacters(text: string): string {
  let sum = 0;
  for (const [index, prime] of PRIMES.entries()) {
    const place = text.length - 1 - index;
    if (place >= 0) sum += CHARACTERS.indexOf(text.charAt(place)) * prime;
  }
  const rest = sum % MODULUS;
  return CHECK_CHARACTERS.charAt(rest >> 5) + CHECK_CHARACTERS.charAt(rest & 31);
}
