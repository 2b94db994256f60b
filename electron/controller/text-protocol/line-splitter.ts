const LINE_FEED = 0x0a;
const CARRIAGE_RETURN = 0x0d;

/** A line that is longer than lines may be. */
export class LineTooLongError extends Error {}

/** Cuts bytes into lines as they come in, whatever pieces they come in. A line ends with LF, CR or CRLF; empty lines are none. */
export class LineSplitter {
  readonly #limit: number;
  #begun: Buffer[] = [];
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
    this.#begun.push(part);
    this.#begunBytes += part.length;
    if (this.#begunBytes > this.#limit) throw new LineTooLongError(`A line may have at most ${this.#limit} bytes.`);
  }

  #take(): Buffer {
    const line = Buffer.concat(this.#begun);
    this.#begun = [];
    this.#begunBytes = 0;
    return line;
  }
}
