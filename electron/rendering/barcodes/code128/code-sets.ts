/** Stands for FNC1 in arrays of characters; the values below are ASCII. */
export const FNC1 = 128;

/** Code sets: A has control characters and upper case, B upper and lower case, C pairs of digits. */
type CodeSet = 'A' | 'B' | 'C';

/** The start codeword of each set. */
export const START_CODES: Readonly<Record<CodeSet, number>> = { A: 103, B: 104, C: 105 };
/** Codewords that switch to a set for all following characters. */
const SWITCHES: Readonly<Record<CodeSet, number>> = { A: 101, B: 100, C: 99 };
/** Codeword that reads the next character in the other of sets A and B. */
const SHIFT = 98;
const FNC1_CODEWORD = 102;
/** Minimum number of digits for which a switch to set C saves codewords. */
const MIN_DIGITS = 4;

/** The codewords of characters including the start code, as few as possible (ISO/IEC 15417, annex E). */
export function chooseCodewords(characters: Uint8Array): number[] {
  return new Chooser(characters).choose();
}

class Chooser {
  readonly #characters: Uint8Array;
  readonly #length: number;
  /** Number of characters that set C could encode from each character on. FNC1 counts twice and may only come between two pairs. */
  readonly #digits: Uint16Array;
  readonly #codewords: number[] = [];
  #set: CodeSet;
  #at = 0;

  constructor(characters: Uint8Array) {
    this.#characters = characters;
    this.#length = characters.length;
    this.#digits = countDigits(characters);
    this.#set = this.#firstSet();
  }

  choose(): number[] {
    this.#codewords.push(START_CODES[this.#set]);
    while (this.#at < this.#length) {
      if (this.#set === 'C') this.#continueInC();
      else if (!this.#changesToC()) this.#continueInAOrB(this.#set);
    }
    return this.#codewords;
  }

  #firstSet(): CodeSet {
    const digits = this.#digits[0] ?? 0;
    if (digits >= MIN_DIGITS || (digits === 2 && this.#length === 2)) return 'C';
    return this.#setFrom(0) ?? 'B';
  }

  #continueInC(): void {
    const character = this.#characters[this.#at] ?? 0;
    if (character === FNC1) {
      this.#put(character, 'B');
    } else if ((this.#digits[this.#at] ?? 0) < 2) {
      this.#change(this.#setFrom(this.#at) ?? 'B');
    } else {
      this.#codewords.push((character - 48) * 10 + (this.#characters[this.#at + 1] ?? 0) - 48);
      this.#at += 2;
    }
  }

  /** With an odd number of digits, the first one stays in the current set. */
  #changesToC(): boolean {
    const digits = this.#digits[this.#at] ?? 0;
    const character = this.#characters[this.#at] ?? 0;
    if (digits < MIN_DIGITS || character === FNC1) return false;
    if (digits % 2 === 1) this.#put(character, 'B');
    if ((this.#digits[this.#at] ?? 0) < MIN_DIGITS) return false;
    this.#change('C');
    return true;
  }

  /** Shifts a character that the set lacks if the next character found in only one of both sets is in this set. */
  #continueInAOrB(set: 'A' | 'B'): void {
    const character = this.#characters[this.#at] ?? 0;
    const needed = setOf(character);
    if (needed === undefined || needed === set) {
      this.#put(character, set);
    } else if (this.#setFrom(this.#at + 1) === set) {
      this.#codewords.push(SHIFT);
      this.#put(character, needed);
    } else {
      this.#change(needed);
    }
  }

  /** The set of the first character that only one of A and B contains. */
  #setFrom(start: number): 'A' | 'B' | undefined {
    for (let at = start; at < this.#length; at += 1) {
      const set = setOf(this.#characters[at] ?? 0);
      if (set) return set;
    }
    return undefined;
  }

  #change(set: CodeSet): void {
    this.#codewords.push(SWITCHES[set]);
    this.#set = set;
  }

  #put(character: number, set: 'A' | 'B'): void {
    this.#codewords.push(character === FNC1 ? FNC1_CODEWORD : character < 32 && set === 'A' ? character + 64 : character - 32);
    this.#at += 1;
  }
}

function setOf(character: number): 'A' | 'B' | undefined {
  if (character < 32) return 'A';
  return character >= 96 && character < FNC1 ? 'B' : undefined;
}

function countDigits(characters: Uint8Array): Uint16Array {
  const counts = new Uint16Array(characters.length);
  // `first`: pairs beginning at the next character; `second`: pairs whose second digit it is.
  let first = 0;
  let second = 0;
  for (let at = characters.length - 1; at >= 0; at -= 1) {
    const character = characters[at] ?? 0;
    const isDigit = character >= 48 && character <= 57;
    const here = isDigit ? 1 + second : character === FNC1 ? 2 + first : 0;
    second = isDigit ? 1 + first : 0;
    first = here;
    counts[at] = here;
  }
  return counts;
}
