import type { CommandMetric } from './sparkplug-payload.ts';

/** The largest command; a job with a label in it fits. */
const MAX_BYTES = 1_000_000;
const METRICS = 2;
const UTF8 = new TextDecoder('utf-8', { fatal: true });

/** A field of a message, with its number. */
interface Field {
  number: number;
  value: bigint | Uint8Array;
  isFixed: boolean;
}

/** The metrics of a command. Throws a `RangeError` for bytes that are no message of Sparkplug B. */
export function decodeCommand(bytes: Uint8Array): CommandMetric[] {
  if (bytes.length > MAX_BYTES) throw new RangeError('the command is too long');
  return fieldsOf(bytes).flatMap(({ number, value }) => (number === METRICS && value instanceof Uint8Array ? [metricOf(value)] : []));
}

function metricOf(bytes: Uint8Array): CommandMetric {
  const metric: CommandMetric = { value: undefined };
  for (const { number, value, isFixed } of fieldsOf(bytes)) {
    // Some encoders write an empty name where there is none.
    if (number === 1) nameMetric(metric, textOf(value));
    else if (number === 2) metric.alias = Number(value);
    else if (number === 10) metric.value = Number(BigInt.asIntN(32, wholeOf(value)));
    else if (number === 11) metric.value = Number(BigInt.asIntN(64, wholeOf(value)));
    else if (number === 12 || number === 13) metric.value = isFixed ? floatOf(value) : undefined;
    else if (number === 14) metric.value = wholeOf(value) !== 0n;
    else if (number === 15) metric.value = textOf(value);
  }
  return metric;
}

function nameMetric(metric: CommandMetric, name: string): void {
  if (name !== '') metric.name = name;
}

function fieldsOf(bytes: Uint8Array): Field[] {
  const fields: Field[] = [];
  for (let at = 0; at < bytes.length;) {
    const tag = varintAt(bytes, at);
    const field = fieldAt(bytes, tag.end, Number(tag.value));
    fields.push(field);
    at = field.end;
  }
  return fields;
}

/** Wire types of Protocol Buffers: 0 varint, 1 eight bytes, 2 a length and that many bytes, 5 four bytes. */
function fieldAt(bytes: Uint8Array, at: number, tag: number): Field & { end: number } {
  const number = tag >>> 3;
  const wireType = tag & 7;
  if (wireType === 0) return { number, isFixed: false, ...varintAt(bytes, at) };
  if (wireType === 1 || wireType === 5) return { number, isFixed: true, ...bytesAt(bytes, at, wireType === 1 ? 8 : 4) };
  if (wireType !== 2) throw new RangeError('the command has a field of an unknown kind');
  const length = varintAt(bytes, at);
  return { number, isFixed: false, ...bytesAt(bytes, length.end, Number(length.value)) };
}

function bytesAt(bytes: Uint8Array, at: number, length: number): { value: Uint8Array; end: number } {
  if (at + length > bytes.length) throw new RangeError('the command is incomplete');
  return { value: bytes.subarray(at, at + length), end: at + length };
}

function varintAt(bytes: Uint8Array, from: number): { value: bigint; end: number } {
  let value = 0n;
  for (let at = from; at < from + 10; at++) {
    const byte = bytes[at];
    if (byte === undefined) throw new RangeError('the command is incomplete');
    value |= BigInt(byte & 0x7f) << BigInt(7 * (at - from));
    if (byte < 0x80) return { value: BigInt.asUintN(64, value), end: at + 1 };
  }
  throw new RangeError('the command has a number that is too long');
}

function wholeOf(value: bigint | Uint8Array): bigint {
  if (typeof value !== 'bigint') throw new RangeError('the command has bytes where a number belongs');
  return value;
}

function floatOf(value: bigint | Uint8Array): number {
  if (!(value instanceof Uint8Array)) throw new RangeError('the command has a number of another kind');
  const view = new DataView(value.buffer, value.byteOffset, value.byteLength);
  return value.byteLength === 8 ? view.getFloat64(0, true) : view.getFloat32(0, true);
}

function textOf(value: bigint | Uint8Array): string {
  if (!(value instanceof Uint8Array)) throw new RangeError('the command has a number where a text belongs');
  try {
    return UTF8.decode(value);
  } catch (error) {
    throw new RangeError('the command has a text that is not UTF-8', { cause: error });
  }
}
