/**
 * Finds the first message in what was received: how many bytes it takes, and what it says. Without a message these bytes are noise.
 * Undefined: it is not complete yet.
 */
export type Framing<Message> = (received: Buffer) => { length: number; message?: Message } | undefined;

/** The most bytes of an incomplete message. */
const MAX_BYTES = 65_536;

/** Puts messages together from the pieces in which a network delivers them. */
export class MessageReader<Message> {
  readonly #framing: Framing<Message>;
  #received: Buffer = Buffer.alloc(0);

  constructor(framing: Framing<Message>) {
    this.#framing = framing;
  }

  add(bytes: Buffer): void {
    this.#received = this.#received.length === 0 ? bytes : Buffer.concat([this.#received, bytes]);
  }

  /** Undefined until more arrives. Throws when a message is longer than 64 KB. */
  next(): Message | undefined {
    while (this.#received.length > 0) {
      const first = this.#framing(this.#received);
      if (!first) break;
      this.#received = this.#received.subarray(Math.max(1, first.length));
      if (first.message !== undefined) return first.message;
    }
    if (this.#received.length > MAX_BYTES) throw new Error(`the device sent more than ${MAX_BYTES} bytes that are no message`);
    return undefined;
  }

  clear(): void {
    this.#received = Buffer.alloc(0);
  }
}
