const LINE_FEED = 0x0a;
const CARRIAGE_RETURN = 0x0d;

/** A line that is longer than lines may be. */
export class LineTooLongError extends Error {}

/** Cuts bytes into lines as they come in, whatever pieces they come in. A line ends with LF, CR or CRLF; empty lines are none. */
export class LineSplitter {
  readonly #limit: number;
  /** Grows with the line: of a line that comes byte by byte each piece would take more than its byte. */
  #begun = Buffer.alloc(0);
  #begunBytes = 0;

  /** `limit` is the most bytes of a line, without its end. */
  constructor(limit: number) {
    this.#limit = limit;
  }

  /** Whether a line has begun that has not ended yet. */
  get isWithinLine(): boolean {
    return this.#begunBytes > 0;
  }

  /** The lines that end in this piece. Throws a `LineTooLongError` after the lines before it. */
  *push(piece: Buffer): Generator<Buffer> {
    let start = 0;
    for (let at = 0; at < piece.length; at += 1) {
      const sign = piece[at];
      if (sign !== LINE_FEED && sign !== CARRIAGE_RETURN) continue;
      this.#keep(piece.subarray(start, at));
      start = at + 1;
      if (this.#begunBytes > 0) yield this.#take();
    }
    this.#keep(piece.subarray(start));
  }

  #keep(part: Buffer): void {
    if (part.length === 0) return;
    const bytes = this.#begunBytes + part.length;
    if (bytes > this.#limit) throw new LineTooLongError(`A line may have at most ${this.#limit} bytes.`);
    if (bytes > this.#begun.length) {
      const larger = Buffer.alloc(Math.min(this.#limit, Math.max(2 * this.#begun.length, bytes)));
      this.#begun.copy(larger, 0, 0, this.#begunBytes);
      this.#begun = larger;
    }
    part.copy(this.#begun, this.#begunBytes);
    this.#begunBytes = bytes;
  }

  #take(): Buffer {
    const line = this.#begun.subarray(0, this.#begunBytes);
    this.#begun = Buffer.alloc(0);
    this.#begunBytes = 0;
    return line;
  }
}
