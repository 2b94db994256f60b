/**
 * What in a text speaks for and against UTF-8. Letters of UTF-8 hardly ever stand in a text of another encoding, and few bytes that are none
 * are faults in a text that otherwise is UTF-8: read as Latin-1, every sound letter of it would be spoilt for the sake of those.
 */
export class Utf8Signs {
  #letters = 0;
  #strays = 0;
  #beginsSound = false;

  /** Looks at the next piece of the text. A letter that the end of the piece cuts counts for nothing. */
  add(bytes: Uint8Array): void {
    for (let at = 0; at < bytes.length;) {
      if ((bytes[at] ?? 0) < ASCII_END) {
        at += 1;
        continue;
      }
      const length = letterLength(bytes, at);
      if (at + length > bytes.length) return;
      if (length > 0) {
        this.#beginsSound ||= this.#strays === 0;
        this.#letters += 1;
      } else this.#strays += 1;
      at += Math.max(1, length);
    }
  }

  /** Whether the text is UTF-8, with or without faults: its first letter beyond ASCII is, or no less than half of them. */
  get speakForUtf8(): boolean {
    return this.#letters > 0 && (this.#beginsSound || this.#letters >= this.#strays);
  }
}

const ASCII_END = 0x80;

/** How many bytes the letter of UTF-8 has that begins here, as far as there are any; 0 when none does. */
function letterLength(bytes: Uint8Array, at: number): number {
  const [low, high, length] = shapeOf(bytes[at] ?? 0);
  for (let place = 1; place < length && at + place < bytes.length; place += 1) {
    const byte = bytes[at + place] ?? 0;
    if (byte < (place === 1 ? low : 0x80) || byte > (place === 1 ? high : 0xbf)) return 0;
  }
  return length;
}

/** Between which values the second byte lies after this first one, and how many bytes there are (Unicode, table 3-7). */
function shapeOf(first: number): readonly [low: number, high: number, length: number] {
  if (first < 0xc2 || first > 0xf4) return [0, 0, 0];
  if (first < 0xe0) return [0x80, 0xbf, 2];
  if (first < 0xf0) return [first === 0xe0 ? 0xa0 : 0x80, first === 0xed ? 0x9f : 0xbf, 3];
  return [first === 0xf0 ? 0x90 : 0x80, first === 0xf4 ? 0x8f : 0xbf, 4];
}
