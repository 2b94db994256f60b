/** Sample texts of labels, the same in every run. */

const DIGITS = '0123456789';
const UPPER = 'ABCDEFGHIJKLMNOPQRSTUVWXYZ';
const LOWER = 'abcdefghijklmnopqrstuvwxyz';
/** FNC1 between element strings. */
const SEPARATOR = '\x1d';

type Random = (limit: number) => number;
type Make = (random: Random) => string;

/** Pseudo-random integers below a limit (xorshift). */
export function seededRandom(seed: number): Random {
  let state = seed;
  return (limit) => {
    state ^= state << 13;
    state ^= state >>> 17;
    state ^= state << 5;
    return (state >>> 0) % limit;
  };
}

/** Texts of many kinds; beyond ASCII on request only. */
export function codeTexts(count: number, { seed, beyondAscii }: { seed: number; beyondAscii: boolean }): string[] {
  const random = seededRandom(seed);
  const kinds = beyondAscii ? [...ASCII_KINDS, accented] : ASCII_KINDS;
  return Array.from({ length: count }, (_, index) => kinds[index % kinds.length]!(random));
}

/** GS1 element strings: a GTIN with others. */
export function gs1Texts(count: number, seed: number): string[] {
  const random = seededRandom(seed);
  const any = `${DIGITS}${UPPER}-./`;
  return Array.from({ length: count }, () => {
    const date = `17${word(random, '23', 1)}${random(10)}0${1 + random(9)}${10 + random(18)}`;
    const lot = `10${word(random, random(2) ? any : DIGITS, 1 + random(12))}`;
    const serial = `21${word(random, random(3) ? `${any}${LOWER}` : DIGITS, 1 + random(20))}`;
    const parts = [`01${word(random, DIGITS, 14)}${random(2) ? date : ''}${lot}`, ...(random(3) ? [serial] : [])];
    return parts.join(SEPARATOR);
  });
}

const ASCII_KINDS: readonly Make[] = [
  (random) => word(random, DIGITS, 1 + random(30)),
  (random) => word(random, UPPER, 1 + random(20)),
  (random) => word(random, LOWER, 1 + random(30)),
  (random) =>
    `https://${word(random, LOWER, 3 + random(8))}.com/${word(random, DIGITS, random(16))}/${word(random, UPPER + DIGITS, random(9))}?q=${random(10_000)}`,
  (random) => `HTTPS://EXAMPLE.COM/01/${word(random, DIGITS, 14)}/21/${word(random, UPPER + DIGITS, 1 + random(12))}`,
  (random) => `Lot ${word(random, UPPER, 1 + random(2))}${word(random, DIGITS, 1 + random(8))} ${word(random, LOWER, random(12))}.`,
  (random) => `${word(random, UPPER + DIGITS, 3 + random(4))}-${word(random, DIGITS, 2 + random(9))}/${word(random, UPPER, 2)}`,
  (random) =>
    Array.from({ length: 1 + random(6) }, () => word(random, [DIGITS, UPPER, LOWER, ' -./:;,%&'][random(4)]!, 1 + random(9))).join(''),
  (random) => `${word(random, DIGITS, 4 + random(6))};${word(random, LOWER, 2 + random(9))};${word(random, UPPER, random(5))}\r\n`,
];

const accented: Make = (random) =>
  `${word(random, UPPER, 1)}${word(random, 'äöüßéñç€醬аб', 1 + random(6))} ${word(random, LOWER, random(9))} ${word(random, DIGITS, random(9))}`;

function word(random: Random, characters: string, length: number): string {
  const all = [...characters];
  return Array.from({ length }, () => all[random(all.length)]).join('');
}
