/** Wire types of Protocol Buffers: https://protobuf.dev/programming-guides/encoding/ */
const VARINT = 0;
const FIXED_64 = 1;
const BYTES = 2;

/** Writes the fields of a Protocol Buffers message. */
export class ProtobufWriter {
  readonly #parts: Uint8Array[] = [];

  /** The message. */
  bytes(): Uint8Array {
    return Buffer.concat(this.#parts);
  }

  /** A whole number of 64 bits; a negative one as its two's complement. */
  varint(field: number, value: number | bigint): this {
    return this.#tag(field, VARINT).#varint(BigInt.asUintN(64, BigInt(value)));
  }

  bool(field: number, value: boolean): this {
    return this.varint(field, value ? 1 : 0);
  }

  double(field: number, value: number): this {
    const bytes = Buffer.alloc(8);
    bytes.writeDoubleLE(value);
    this.#tag(field, FIXED_64).#parts.push(bytes);
    return this;
  }

  string(field: number, value: string): this {
    return this.message(field, Buffer.from(value, 'utf8'));
  }

  /** A message within the message, or any bytes. */
  message(field: number, bytes: Uint8Array): this {
    this.#tag(field, BYTES).#varint(BigInt(bytes.length)).#parts.push(bytes);
    return this;
  }

  #tag(field: number, wireType: number): this {
    return this.#varint(BigInt((field << 3) | wireType));
  }

  #varint(value: bigint): this {
    const bytes: number[] = [];
    let rest = value;
    for (; rest > 0x7fn; rest >>= 7n) bytes.push(Number(rest & 0x7fn) | 0x80);
    bytes.push(Number(rest));
    this.#parts.push(Uint8Array.from(bytes));
    return this;
  }
}
