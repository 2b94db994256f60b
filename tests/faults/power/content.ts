/** The bytes of a growing file. */
export class Content {
  #bytes: Buffer;
  #size: number;

  constructor(bytes: Buffer = Buffer.alloc(0)) {
    this.#bytes = bytes;
    this.#size = bytes.length;
  }

  /** A gap after the end is filled with zeros. */
  write(offset: number, bytes: Buffer): void {
    this.#reserve(offset + bytes.length);
    bytes.copy(this.#bytes, offset);
    this.#size = Math.max(this.#size, offset + bytes.length);
  }

  truncate(size: number): void {
    this.#reserve(size);
    if (size < this.#size) this.#bytes.fill(0, size, this.#size);
    this.#size = size;
  }

  /** An independent copy. */
  copy(): Content {
    return new Content(Buffer.from(this.bytes()));
  }

  /** The current bytes; valid until the next change. */
  bytes(): Buffer {
    return this.#bytes.subarray(0, this.#size);
  }

  #reserve(size: number): void {
    if (size <= this.#bytes.length) return;
    const larger = Buffer.alloc(Math.max(size, 2 * this.#bytes.length));
    this.bytes().copy(larger);
    this.#bytes = larger;
  }
}
