/**
 * Detects whether text is encoded in UTF-8. Multi-byte sequences of UTF-8 hardly ever occur in other encodings, so a text that contains
 * many of them is UTF-8 even if a few bytes are invalid; read as Latin-1, all its other letters would be garbled.
 */
export class Utf8Detector {
  #letters = 0;
  #strays = 0;
  #beginsSound = false;

  /** Adds the next chunk. A sequence that is cut at the end of the chunk is not counted. */
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

  /** Whether the text is UTF-8, possibly with errors: the first non-ASCII sequence is valid, or at least half of them are. */
  get isUtf8(): boolean {
    return this.#letters > 0 && (this.#beginsSound || this.#letters >= this.#strays);
  }
}

const ASCII_END = 0x80;

/** Length of the UTF-8 sequence that begins here, as far as its bytes are present; 0 if it is invalid. */
function letterLength(bytes: Uint8Array, at: number): number {
  const [low, high, length] = shapeOf(bytes[at] ?? 0);
  for (let place = 1; place < length && at + place < bytes.length; place += 1) {
    const byte = bytes[at + place] ?? 0;
    if (byte < (place === 1 ? low : 0x80) || byte > (place === 1 ? high : 0xbf)) return 0;
  }
  return length;
}

/** Range of the second byte after this first byte, and the length of the sequence (Unicode, table 3-7). */
function shapeOf(first: number): readonly [low: number, high: number, length: number] {
  if (first < 0xc2 || first > 0xf4) return [0, 0, 0];
  if (first < 0xe0) return [0x80, 0xbf, 2];
  if (first < 0xf0) return [first === 0xe0 ? 0xa0 : 0x80, first === 0xed ? 0x9f : 0xbf, 3];
  return [first === 0xf0 ? 0x90 : 0x80, first === 0xf4 ? 0x8f : 0xbf, 4];
}
