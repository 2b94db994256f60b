import { IppFormatError, IppReader } from './ipp-reader.ts';
import { IPP_TAGS, isTextTag, type IppTag } from './ipp-tags.ts';

/** Dots per inch, or per centimetre, across and down. */
export interface IppResolution {
  across: number;
  down: number;
  unit: 'inch' | 'cm';
}

export interface IppRange {
  from: number;
  to: number;
}

export type IppValue = number | boolean | string | IppResolution | IppRange;

/** An attribute, with the tag of its first value. One without a value that can be read here has none: collections and dates, for example. */
export interface IppAttribute {
  name: string;
  tag: number;
  values: IppValue[];
}

export interface IppGroup {
  tag: number;
  attributes: IppAttribute[];
}

/** A request or a response of IPP (RFC 8010). */
export interface IppMessage {
  /** The operation of a request, the status of a response. */
  code: number;
  requestId: number;
  groups: IppGroup[];
  /** The document after the attributes. */
  data: Uint8Array;
}

const VERSION = 0x0200;
const UNITS = { inch: 3, cm: 4 } as const;

/** Encodes a message of IPP/2.0. */
export function encodeIpp({ code, requestId, groups, data }: IppMessage): Buffer {
  const head = Buffer.alloc(8);
  head.writeUInt16BE(VERSION, 0);
  head.writeUInt16BE(code, 2);
  head.writeInt32BE(requestId, 4);
  const attributes = groups.flatMap((group) => [Buffer.of(group.tag), ...group.attributes.flatMap(encodeAttribute)]);
  return Buffer.concat([head, ...attributes, Buffer.of(IPP_TAGS.end), data]);
}

function encodeAttribute({ name, tag, values }: IppAttribute): Buffer[] {
  return values.flatMap((value, at) => [
    Buffer.of(tag),
    ...counted(at === 0 ? Buffer.from(name) : Buffer.alloc(0)),
    ...counted(encodeValue(tag, value)),
  ]);
}

function counted(bytes: Buffer): [Buffer, Buffer] {
  const size = Buffer.alloc(2);
  size.writeUInt16BE(bytes.length);
  return [size, bytes];
}

function encodeValue(tag: number, value: IppValue): Buffer {
  if (typeof value === 'string') return Buffer.from(value);
  if (typeof value === 'boolean') return Buffer.of(value ? 1 : 0);
  if (typeof value === 'number') return integers(value);
  if ('unit' in value) return Buffer.concat([integers(value.across, value.down), Buffer.of(UNITS[value.unit])]);
  if (tag === IPP_TAGS.range) return integers(value.from, value.to);
  throw new TypeError(`a value of tag ${tag} cannot be encoded`);
}

function integers(...values: number[]): Buffer {
  const bytes = Buffer.alloc(4 * values.length);
  for (const [at, value] of values.entries()) bytes.writeInt32BE(value, 4 * at);
  return bytes;
}

/** Decodes a message of any version from 1.0 to 2.x. Throws an `IppFormatError`. */
export function decodeIpp(bytes: Uint8Array): IppMessage {
  const reader = new IppReader(bytes);
  const major = reader.byte();
  reader.byte();
  if (major !== 1 && major !== 2) throw new IppFormatError(`IPP version ${major} is not understood`);
  const message: IppMessage = { code: reader.uint16(), requestId: reader.int32(), groups: [], data: new Uint8Array() };
  for (let tag = reader.byte(); tag !== IPP_TAGS.end; tag = reader.byte()) {
    if (isGroupTag(tag)) message.groups.push({ tag, attributes: [] });
    else decodeAttribute(reader, tag, message.groups.at(-1));
  }
  message.data = reader.rest();
  return message;
}

function isGroupTag(tag: number): boolean {
  return tag < 0x10;
}

/** Reads one value, with its name or as a further value of the attribute before it. A collection is skipped as a whole. */
function decodeAttribute(reader: IppReader, tag: number, group: IppGroup | undefined): void {
  if (!group) throw new IppFormatError('an attribute is outside of any group');
  const name = reader.text(reader.uint16());
  const value = decodeValue(tag, reader.bytes(reader.uint16()));
  if (tag === IPP_TAGS.collection) skipCollection(reader);
  if (name !== '') group.attributes.push({ name, tag, values: [] });
  const attribute = group.attributes.at(-1);
  if (!attribute) throw new IppFormatError('a further value has no attribute before it');
  if (value !== undefined) attribute.values.push(value);
}

/** Skips the members of a collection, and of those inside it. */
function skipCollection(reader: IppReader): void {
  for (let open = 1; open > 0;) {
    const tag = reader.byte();
    if (isGroupTag(tag)) throw new IppFormatError('a collection does not end');
    reader.bytes(reader.uint16());
    reader.bytes(reader.uint16());
    if (tag === IPP_TAGS.collection) open++;
    if (tag === IPP_TAGS.endCollection) open--;
  }
}

/** Reads a value; undefined for one that has no value here. */
function decodeValue(tag: number, bytes: Buffer): IppValue | undefined {
  if (isTextTag(tag)) return bytes.toString();
  const reader = new IppReader(bytes);
  switch (tag as IppTag) {
    case IPP_TAGS.integer:
    case IPP_TAGS.enumeration:
      return reader.int32();
    case IPP_TAGS.boolean:
      return reader.byte() !== 0;
    case IPP_TAGS.resolution:
      return { across: reader.int32(), down: reader.int32(), unit: reader.byte() === UNITS.cm ? 'cm' : 'inch' };
    case IPP_TAGS.range:
      return { from: reader.int32(), to: reader.int32() };
    case IPP_TAGS.textWithLanguage:
    case IPP_TAGS.nameWithLanguage:
      reader.bytes(reader.uint16());
      return reader.text(reader.uint16());
    default:
      return undefined;
  }
}
