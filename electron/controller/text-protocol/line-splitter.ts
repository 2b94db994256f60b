const LINE_FEED = 0x0a;
const CARRIAGE_RETURN = 0x0d;

/** A line exceeds the length limit. */
export class LineTooLongError extends Error {}

/** Splits a byte stream into lines. A line ends with LF, CR or CRLF; empty lines are skipped. */
export class LineSplitter {
  /** Grows with the line, because a line that arrives byte by byte would otherwise need an object for each byte. */
  #buffer = Buffer.alloc(0);
  #lineBytes = 0;

  /** The largest number of bytes of a line, without its end. */
  limit: number;

  constructor(limit: number) {
    this.limit = limit;
  }

  /** Whether a line has started that has not ended yet. */
  get isWithinLine(): boolean {
    return this.#lineBytes > 0;
  }

  /** Yields the lines that end in this piece. Throws a `LineTooLongError` after the lines before it. */
  *push(piece: Buffer): Generator<Buffer> {
    let start = 0;
    for (let at = 0; at < piece.length; at += 1) {
      const byte = piece[at];
      if (byte !== LINE_FEED && byte !== CARRIAGE_RETURN) continue;
      this.#append(piece.subarray(start, at));
      start = at + 1;
      if (this.#lineBytes > 0) yield this.#takeLine();
    }
    this.#append(piece.subarray(start));
  }

  #append(part: Buffer): void {
    if (part.length === 0) return;
    const bytes = this.#lineBytes + part.length;
    if (bytes > this.limit) throw new LineTooLongError(`A line may have at most ${this.limit} bytes.`);
    if (bytes > this.#buffer.length) {
      const larger = Buffer.alloc(Math.min(this.limit, Math.max(2 * this.#buffer.length, bytes)));
      this.#buffer.copy(larger, 0, 0, this.#lineBytes);
      this.#buffer = larger;
    }
    part.copy(this.#buffer, this.#lineBytes);
    this.#lineBytes = bytes;
  }

  #takeLine(): Buffer {
    const line = this.#buffer.subarray(0, this.#lineBytes);
    this.#buffer = Buffer.alloc(0);
    this.#lineBytes = 0;
    return line;
  }
}
