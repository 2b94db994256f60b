import type { Framing } from '../message-reader.ts';

/** A request or an answer of Modbus TCP: what follows the header is the function and its data. */
export interface ModbusMessage {
  /** Number of the request, which its answer repeats. */
  transaction: number;
  unit: number;
  /** Function code and data. */
  body: Buffer;
}

/** Transaction, protocol (0), number of bytes that follow, unit. */
const HEADER = 7;
/** The unit is counted with what follows. */
const UNIT = 1;
/** The longest body of the protocol, in bytes. */
const MAX_BODY = 253;

/** Frames of Modbus TCP. Bytes that begin no frame are noise. */
export const frameModbus: Framing<ModbusMessage> = (received) => {
  if (received.length < HEADER) return undefined;
  const [protocol, length] = [received.readUInt16BE(2), received.readUInt16BE(4) - UNIT];
  if (protocol !== 0 || length < 1 || length > MAX_BODY) return { length: 1 };
  if (received.length < HEADER + length) return undefined;
  const body = Buffer.from(received.subarray(HEADER, HEADER + length));
  return { length: HEADER + length, message: { transaction: received.readUInt16BE(0), unit: received.readUInt8(6), body } };
};

/** The bytes of a message. */
export function encodeModbus({ transaction, unit, body }: ModbusMessage): Buffer {
  const header = Buffer.alloc(HEADER);
  header.writeUInt16BE(transaction, 0);
  header.writeUInt16BE(body.length + UNIT, 4);
  header.writeUInt8(unit, 6);
  return Buffer.concat([header, body]);
}

/** Words as bytes, the high byte first. */
export function wordsToBytes(words: readonly number[]): Buffer {
  const bytes = Buffer.alloc(2 * words.length);
  for (const [at, word] of words.entries()) bytes.writeUInt16BE(word, 2 * at);
  return bytes;
}

export function bytesToWords(bytes: Buffer): number[] {
  return Array.from({ length: Math.floor(bytes.length / 2) }, (_, at) => bytes.readUInt16BE(2 * at));
}

/** The first bits, the lowest of each byte first. */
export function bytesToBits(bytes: Buffer, quantity: number): boolean[] {
  return Array.from({ length: quantity }, (_, at) => (((bytes[at >> 3] ?? 0) >> (at & 7)) & 1) === 1);
}
