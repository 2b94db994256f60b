/** The rows of an alphabet on the keyboard of the screen, from top to bottom: each character is one key. */
export interface KeyboardLayout {
  rows: readonly string[];
  /** Whether its letters have capitals. */
  hasCapitals: boolean;
}

const DIGITS = '1234567890';

const latin = (...rows: string[]): KeyboardLayout => ({ rows: [DIGITS, ...rows], hasCapitals: true });

const ENGLISH = latin('qwertyuiop', 'asdfghjkl', 'zxcvbnm,.-');

/** The alphabets of each language, the usual one first. Codes and names of labels need Latin letters everywhere. */
const LAYOUTS: Readonly<Record<string, readonly KeyboardLayout[]>> = {
  de: [latin('qwertzuiopü', 'asdfghjklöä', 'yxcvbnmß,.-')],
  fr: [latin('azertyuiop', 'qsdfghjklm', 'wxcvbn,.-’', 'éèêëàâùûçîïôœ')],
  es: [latin('qwertyuiop', 'asdfghjklñ', 'zxcvbnm,.-', 'áéíóúü¿¡')],
  ar: [{ rows: [DIGITS, 'ضصثقفغعهخحجد', 'شسيبلاتنمكطذ', 'ئءؤرىةوزظأإآ،.-'], hasCapitals: false }, ENGLISH],
};

/** The other characters of a keyboard, the same in every language. */
export const SYMBOLS: KeyboardLayout = { rows: [DIGITS, '!"#$%&/()=?', "+*~'^_:;<>|", '@€£°µ§{}[]\\`'], hasCapitals: false };

/** The keys of the number pad. A comma is not one of them: numbers have a decimal point, as they are printed. */
export const NUMBER_PAD = ['789', '456', '123', '-0.'] as const;

/** The alphabets for a language, given by its BCP 47 tag. */
export function layoutsOf(language: string): readonly KeyboardLayout[] {
  return LAYOUTS[language.split('-')[0] ?? ''] ?? [ENGLISH];
}

/** The capital of a letter; other characters as they are. */
export function capitalOf(character: string): string {
  if (character === 'ß') return 'ẞ';
  const capital = character.toUpperCase();
  return capital.length === character.length ? capital : character;
}
