const CHINESE_JAPANESE_KOREAN =
  /[\p{Script=Han}\p{Script=Hiragana}\p{Script=Katakana}\p{Script=Hangul}\p{Script=Bopomofo}\u3000-\u303f\uff00-\uffef]/u;
const PICTOGRAPH = /\p{Extended_Pictographic}/u;

/** A package of Debian and Ubuntu whose fonts have a character. */
export function fontPackage(code: number): string {
  const character = String.fromCodePoint(code);
  if (CHINESE_JAPANESE_KOREAN.test(character)) return 'fonts-noto-cjk';
  return PICTOGRAPH.test(character) ? 'fonts-symbola' : 'fonts-noto-core';
}
