import { get } from 'sparkplug-payload';
import { describe, expect, it } from 'vitest';
import { decodeCommand } from '#controller/sparkplug/decode-command.ts';
import { Random } from '#support/random.ts';

const encoder = get('spBv1.0');

describe('a command of a host', () => {
  it('is read as another encoder has written it', () => {
    const bytes = encoder?.encodePayload({
      timestamp: 5,
      metrics: [
        { name: 'Node Control/Rebirth', type: 'Boolean', value: true },
        { name: '', alias: 12, type: 'String', value: 'Ä\n{"labelName":"Carton"}' },
        { name: 'n', type: 'Int32', value: -7 },
        { name: 'd', type: 'Double', value: -1.5 },
        { name: 'f', type: 'Float', value: 0.5 },
        { name: 'l', type: 'Int64', value: 9_007_199_254_740_991 },
      ],
    });
    expect(decodeCommand(bytes ?? new Uint8Array())).toEqual([
      { name: 'Node Control/Rebirth', value: true },
      { alias: 12, value: 'Ä\n{"labelName":"Carton"}' },
      { name: 'n', value: -7 },
      { name: 'd', value: -1.5 },
      { name: 'f', value: 0.5 },
      { name: 'l', value: 9_007_199_254_740_991 },
    ]);
  });

  it('that is cut off, has a field of an unknown kind or a text that is not UTF-8 is refused', () => {
    for (const bytes of [
      [0x12],
      [0x12, 0x05, 0x0a],
      [0x13],
      [0x12, 0x03, 0x0a, 0x01, 0xff],
      [0xff, 0xff, 0xff, 0xff, 0xff, 0xff, 0xff, 0xff, 0xff, 0xff, 0x01],
    ])
      expect(() => decodeCommand(Uint8Array.from(bytes))).toThrow(RangeError);
  });

  it('of random bytes is read or refused', () => {
    const random = new Random(4);
    for (let count = 0; count < 2_000; count++) {
      const bytes = Uint8Array.from({ length: random.whole(0, 40) }, () => random.whole(0, 255));
      try {
        expect(decodeCommand(bytes)).toBeInstanceOf(Array);
      } catch (error) {
        expect(error).toBeInstanceOf(RangeError);
      }
    }
  });
});
