/** One value of an attribute: its tag (RFC 8010, section 3.5.2) and its bytes. */
interface WireValue {
  tag: number;
  bytes: Buffer;
}

/** A request, as far as a printer needs it. Attributes of all groups are together: requests to it have no name twice. */
export interface WireRequest {
  operation: number;
  requestId: number;
  attributes: Map<string, WireValue[]>;
  document: Buffer;
}

/** A group of a response: its tag, and its attributes in order. */
export interface WireGroup {
  tag: number;
  attributes: [name: string, ...values: WireValue[]][];
}

const END = 0x03;
const FIRST_VALUE_TAG = 0x10;
const HEADER = 8;

/** Reads a request. Throws for bytes that end too soon. */
export function readRequest(bytes: Buffer): WireRequest {
  const attributes = new Map<string, WireValue[]>();
  let at = HEADER;
  let values: WireValue[] = [];
  for (let tag = bytes.readUInt8(at++); tag !== END; tag = bytes.readUInt8(at++)) {
    if (tag < FIRST_VALUE_TAG) continue;
    const nameLength = bytes.readUInt16BE(at);
    const name = bytes.toString('utf8', at + 2, at + 2 + nameLength);
    at += 2 + nameLength;
    const length = bytes.readUInt16BE(at);
    // A value without a name is one more of the attribute before.
    if (nameLength > 0) attributes.set(name, (values = []));
    values.push({ tag, bytes: bytes.subarray(at + 2, at + 2 + length) });
    at += 2 + length;
  }
  return { operation: bytes.readUInt16BE(2), requestId: bytes.readUInt32BE(4), attributes, document: bytes.subarray(at) };
}

/** Writes a response of IPP 2.0. */
export function writeResponse({ status, requestId, groups }: { status: number; requestId: number; groups: WireGroup[] }): Buffer {
  const head = Buffer.alloc(HEADER);
  head.writeUInt16BE(0x0200, 0);
  head.writeUInt16BE(status, 2);
  head.writeUInt32BE(requestId, 4);
  const operation: WireGroup = {
    tag: 0x01,
    attributes: [
      ['attributes-charset', textValue(0x47, 'utf-8')],
      ['attributes-natural-language', textValue(0x48, 'en')],
    ],
  };
  return Buffer.concat([head, ...[operation, ...groups].flatMap(groupBytes), Buffer.of(END)]);
}

/** A value of a text-like tag: 0x41 text, 0x42 name, 0x44 keyword, 0x45 uri, 0x49 media type. */
export function textValue(tag: number, text: string): WireValue {
  return { tag, bytes: Buffer.from(text, 'utf8') };
}

export function integerValue(value: number): WireValue {
  return { tag: 0x21, bytes: int32(value) };
}

export function enumValue(value: number): WireValue {
  return { tag: 0x23, bytes: int32(value) };
}

export function booleanValue(value: boolean): WireValue {
  return { tag: 0x22, bytes: Buffer.of(value ? 1 : 0) };
}

export function dotsPerInchValue(dpi: number): WireValue {
  return { tag: 0x32, bytes: Buffer.concat([int32(dpi), int32(dpi), Buffer.of(3)]) };
}

function groupBytes({ tag, attributes }: WireGroup): Buffer[] {
  return [
    Buffer.of(tag),
    ...attributes.flatMap(([name, ...values]) => values.map((value, index) => valueBytes(index === 0 ? name : '', value))),
  ];
}

function valueBytes(name: string, { tag, bytes }: WireValue): Buffer {
  return Buffer.concat([Buffer.of(tag), int16(Buffer.byteLength(name)), Buffer.from(name, 'utf8'), int16(bytes.length), bytes]);
}

function int16(value: number): Buffer {
  const bytes = Buffer.alloc(2);
  bytes.writeUInt16BE(value);
  return bytes;
}

function int32(value: number): Buffer {
  const bytes = Buffer.alloc(4);
  bytes.writeInt32BE(value);
  return bytes;
}
