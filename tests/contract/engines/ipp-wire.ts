/**
 * The encoding of IPP (RFC 8010) for the printer of the tests. It shares nothing with the engine: an error in the engine's encoding would
 * otherwise be decoded by the same error.
 */

export const TAGS = {
  ...{ operationGroup: 0x01, jobGroup: 0x02, end: 0x03, printerGroup: 0x04, unsupportedGroup: 0x05 },
  ...{ noValue: 0x13, integer: 0x21, boolean: 0x22, enum: 0x23, dateTime: 0x31, resolution: 0x32, beginCollection: 0x34 },
  ...{ textWithLanguage: 0x35, endCollection: 0x37, text: 0x41, name: 0x42, keyword: 0x44, uri: 0x45, charset: 0x47 },
  ...{ naturalLanguage: 0x48, mimeMediaType: 0x49, memberName: 0x4a },
};

/** An attribute of a request. */
export interface WireAttribute {
  group: number;
  tag: number;
  name: string;
  values: Buffer[];
}

export interface WireRequest {
  version: number;
  operation: number;
  requestId: number;
  /** In their order. */
  attributes: WireAttribute[];
  document: Buffer;
}

/** Reads a request. Throws a RangeError if it ends too soon. */
export function readRequest(bytes: Buffer): WireRequest {
  const request: WireRequest = {
    version: bytes.readUInt16BE(0),
    operation: bytes.readUInt16BE(2),
    requestId: bytes.readUInt32BE(4),
    attributes: [],
    document: bytes,
  };
  let at = 8;
  let group = 0;
  for (;;) {
    const tag = bytes.readUInt8(at);
    at += 1;
    if (tag === TAGS.end) return { ...request, document: bytes.subarray(at) };
    if (tag <= 0x0f) {
      group = tag;
      continue;
    }
    const nameLength = bytes.readUInt16BE(at);
    const name = bytes.toString('utf8', at + 2, at + 2 + nameLength);
    at += 2 + nameLength;
    const valueLength = bytes.readUInt16BE(at);
    const value = bytes.subarray(at + 2, at + 2 + valueLength);
    if (value.length < valueLength) throw new RangeError('the value ends too soon');
    at += 2 + valueLength;
    const last = request.attributes.at(-1);
    if (nameLength > 0) request.attributes.push({ group, tag, name, values: [value] });
    else if (last) last.values.push(value);
    else throw new RangeError('a further value is the first one');
  }
}

/** One value with its tag. A name of no characters continues the attribute before it. */
function field(tag: number, name: string, value: Buffer): Buffer {
  const head = Buffer.alloc(3);
  head.writeUInt8(tag);
  head.writeUInt16BE(Buffer.byteLength(name), 1);
  const size = Buffer.alloc(2);
  size.writeUInt16BE(value.length);
  return Buffer.concat([head, Buffer.from(name), size, value]);
}

function fields(tag: number, name: string, values: readonly Buffer[]): Buffer {
  return Buffer.concat(values.map((value, index) => field(tag, index === 0 ? name : '', value)));
}

function int32(...numbers: number[]): Buffer {
  const bytes = Buffer.alloc(4 * numbers.length);
  numbers.forEach((number, index) => bytes.writeInt32BE(number, 4 * index));
  return bytes;
}

/** Makes an attribute of a response. */
export const attribute = {
  text: (tag: number, name: string, ...values: string[]) =>
    fields(
      tag,
      name,
      values.map((value) => Buffer.from(value)),
    ),
  number: (tag: number, name: string, value: number) => field(tag, name, int32(value)),
  boolean: (name: string, value: boolean) => field(TAGS.boolean, name, Buffer.of(value ? 1 : 0)),
  /** Dots per inch. */
  resolutions: (name: string, ...dpi: number[]) =>
    fields(
      TAGS.resolution,
      name,
      dpi.map((dots) => Buffer.concat([int32(dots, dots), Buffer.of(3)])),
    ),
  noValue: (name: string) => field(TAGS.noValue, name, Buffer.alloc(0)),
  /** A collection with one member that is a collection, too. */
  collection: (name: string) =>
    Buffer.concat([
      field(TAGS.beginCollection, name, Buffer.alloc(0)),
      field(TAGS.memberName, '', Buffer.from('media-size')),
      field(TAGS.beginCollection, '', Buffer.alloc(0)),
      field(TAGS.memberName, '', Buffer.from('x-dimension')),
      field(TAGS.integer, '', int32(10_160)),
      field(TAGS.endCollection, '', Buffer.alloc(0)),
      field(TAGS.endCollection, '', Buffer.alloc(0)),
    ]),
};

export interface WireResponse {
  status: number;
  requestId: number;
  /** Each group with its tag: attributes by their names. */
  groups: readonly { tag: number; attributes: readonly Buffer[] }[];
}

export function writeResponse({ status, requestId, groups }: WireResponse): Buffer {
  const head = Buffer.alloc(8);
  head.writeUInt16BE(0x0200);
  head.writeUInt16BE(status, 2);
  head.writeUInt32BE(requestId, 4);
  const operation = [
    attribute.text(TAGS.charset, 'attributes-charset', 'utf-8'),
    attribute.text(TAGS.naturalLanguage, 'attributes-natural-language', 'en'),
  ];
  const all = [{ tag: TAGS.operationGroup, attributes: operation }, ...groups];
  return Buffer.concat([head, ...all.flatMap(({ tag, attributes }) => [Buffer.of(tag), ...attributes]), Buffer.of(TAGS.end)]);
}
