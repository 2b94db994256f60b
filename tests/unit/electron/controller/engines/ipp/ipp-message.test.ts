import fc from 'fast-check';
import { describe, expect, it } from 'vitest';
import { decodeIpp, encodeIpp, type IppAttribute, type IppMessage } from '#controller/engines/ipp/ipp-message.ts';
import { IppFormatError } from '#controller/engines/ipp/ipp-reader.ts';

/** Joins hexadecimal digits and texts in quotes. */
function bytes(text: string): Buffer {
  const parts = text.match(/"[^"]*"|[0-9a-f]+/g) ?? [];
  return Buffer.concat(parts.map((part) => (part.startsWith('"') ? Buffer.from(part.slice(1, -1)) : Buffer.from(part, 'hex'))));
}

/** The print request of RFC 8010, A.1, worked out by hand. */
const PRINT_JOB = `0101 0002 00000001
  01 47 0012 "attributes-charset" 0005 "utf-8"
  48 001b "attributes-natural-language" 0005 "en-us"
  45 000b "printer-uri" 002c "ipp://printer.example.com/ipp/print/pinetree"
  42 0008 "job-name" 0006 "foobar"
  22 0016 "ipp-attribute-fidelity" 0001 01
  02 21 0006 "copies" 0004 00000014
  44 0005 "sides" 0013 "two-sided-long-edge"
  03 "%!PDF"`;

const PRINT_JOB_MESSAGE: IppMessage = {
  code: 2,
  requestId: 1,
  groups: [
    {
      tag: 1,
      attributes: [
        { name: 'attributes-charset', tag: 0x47, values: ['utf-8'] },
        { name: 'attributes-natural-language', tag: 0x48, values: ['en-us'] },
        { name: 'printer-uri', tag: 0x45, values: ['ipp://printer.example.com/ipp/print/pinetree'] },
        { name: 'job-name', tag: 0x42, values: ['foobar'] },
        { name: 'ipp-attribute-fidelity', tag: 0x22, values: [true] },
      ],
    },
    {
      tag: 2,
      attributes: [
        { name: 'copies', tag: 0x21, values: [20] },
        { name: 'sides', tag: 0x44, values: ['two-sided-long-edge'] },
      ],
    },
  ],
  data: Buffer.from('%!PDF'),
};

const text = fc.string({ unit: 'grapheme', maxLength: 40 });
const int32 = fc.integer({ min: -(2 ** 31), max: 2 ** 31 - 1 });
const attribute = fc
  .oneof(
    ...[0x41, 0x42, 0x44, 0x45, 0x47, 0x48, 0x49].map((tag) =>
      fc.record({ tag: fc.constant(tag), values: fc.array(text, { minLength: 1 }) }),
    ),
    ...[0x21, 0x23].map((tag) => fc.record({ tag: fc.constant(tag), values: fc.array(int32, { minLength: 1 }) })),
    fc.record({ tag: fc.constant(0x22), values: fc.array(fc.boolean(), { minLength: 1 }) }),
    fc.record({ tag: fc.constant(0x33), values: fc.array(fc.record({ from: int32, to: int32 }), { minLength: 1 }) }),
    fc.record({
      tag: fc.constant(0x32),
      values: fc.array(fc.record({ across: int32, down: int32, unit: fc.constantFrom('inch' as const, 'cm' as const) }), { minLength: 1 }),
    }),
  )
  .chain((value) => fc.string({ minLength: 1, maxLength: 30 }).map((name) => ({ name, ...value }) as IppAttribute));
const message = fc.record({
  code: fc.nat(0xffff),
  requestId: int32,
  groups: fc.array(fc.record({ tag: fc.constantFrom(1, 2, 4, 5), attributes: fc.array(attribute) })),
  data: fc.uint8Array().map((data) => Buffer.from(data)),
});

describe('a message of IPP', () => {
  it('is decoded as the example of the standard has it', () => {
    expect(decodeIpp(bytes(PRINT_JOB))).toEqual(PRINT_JOB_MESSAGE);
  });

  it('is encoded as the example of the standard has it, with version 2.0', () => {
    expect(encodeIpp(PRINT_JOB_MESSAGE).toString('hex')).toBe(bytes(PRINT_JOB.replace('0101', '0200')).toString('hex'));
  });

  it('has attributes with several values, and texts with a language', () => {
    const { groups } = decodeIpp(
      bytes(`0200 0000 00000007 04 44 0015 "printer-state-reasons" 000a "media-jam1" 44 0000 0004 "none"
        36 0008 "job-name" 0009 0002 "de" 0003 "abc" 03`),
    );
    expect(groups).toEqual([
      {
        tag: 4,
        attributes: [
          { name: 'printer-state-reasons', tag: 0x44, values: ['media-jam1', 'none'] },
          { name: 'job-name', tag: 0x36, values: ['abc'] },
        ],
      },
    ]);
  });

  it('is read around collections, also inside of others, dates and values without a value', () => {
    const { groups } = decodeIpp(
      bytes(`0200 0000 00000007 02
        34 0009 "media-col" 0000
          4a 0000 000a "media-size" 34 0000 0000
            4a 0000 000b "x-dimension" 21 0000 0004 00001770
            4a 0000 000b "y-dimension" 21 0000 0004 00000ea6
          37 0000 0000
          4a 0000 000b "media-color" 44 0000 0004 "blue"
        37 0000 0000
        34 0000 0000 4a 0000 000b "media-color" 44 0000 0003 "red" 37 0000 0000
        31 0004 "time" 000b 07e90102030405062b0000
        13 0004 "none" 0000
        21 0006 "copies" 0004 00000002 03`),
    );
    expect(groups[0]?.attributes).toEqual([
      { name: 'media-col', tag: 0x34, values: [] },
      { name: 'time', tag: 0x31, values: [] },
      { name: 'none', tag: 0x13, values: [] },
      { name: 'copies', tag: 0x21, values: [2] },
    ]);
  });

  it('is the same after encoding and decoding', () => {
    fc.assert(fc.property(message, (original) => void expect(decodeIpp(encodeIpp(original))).toEqual(original)));
  });

  it('D7 is refused when it is cut, and never read beyond its end', () => {
    const whole = bytes(PRINT_JOB).subarray(0, -5);
    for (let size = 0; size < whole.length; size++) expect(() => decodeIpp(whole.subarray(0, size))).toThrow(IppFormatError);
  });

  it('D7 is refused when it is anything else, without another error', () => {
    fc.assert(
      fc.property(fc.uint8Array({ maxLength: 200 }), (noise) => {
        try {
          decodeIpp(Buffer.concat([Buffer.of(2, 0, 0, 0, 0, 0, 0, 1), noise]));
        } catch (error) {
          expect(error).toBeInstanceOf(IppFormatError);
        }
      }),
    );
    expect(() => decodeIpp(Buffer.from('HTTP/1.1 200 OK'))).toThrow('IPP version 72 is not understood');
  });
});
