/** The bytes are no IPP message. */
export class IppFormatError extends Error {
  constructor(message: string) {
    super(message);
    this.name = 'IppFormatError';
  }
}

/** Reads the bytes of a message from its beginning. Throws an `IppFormatError` beyond their end. */
export class IppReader {
  readonly #bytes: Buffer;
  #at = 0;

  constructor(bytes: Uint8Array) {
    this.#bytes = Buffer.from(bytes.buffer, bytes.byteOffset, bytes.byteLength);
  }

  byte(): number {
    return this.bytes(1).readUInt8();
  }

  uint16(): number {
    return this.bytes(2).readUInt16BE();
  }

  int32(): number {
    return this.bytes(4).readInt32BE();
  }

  text(size: number): string {
    return this.bytes(size).toString();
  }

  bytes(size: number): Buffer {
    const end = this.#at + size;
    if (end > this.#bytes.length) throw new IppFormatError('the message ends in the middle of a value');
    const part = this.#bytes.subarray(this.#at, end);
    this.#at = end;
    return part;
  }

  rest(): Buffer {
    return this.bytes(this.#bytes.length - this.#at);
  }
}
