import { describe, expect, it } from 'vitest';
import { MessageReader } from '#controller/engines/connection/message-reader.ts';
import { frameZpl } from '#controller/engines/zpl/zpl-messages.ts';

/** All messages of a stream that arrives in pieces of this length. */
function messages(stream: string, piece: number): string[] {
  const reader = new MessageReader(frameZpl);
  const bytes = Buffer.from(stream, 'latin1');
  const texts: string[] = [];
  for (let at = 0; at < bytes.length; at += piece) {
    reader.add(bytes.subarray(at, at + piece));
    for (let message = reader.next(); message; message = reader.next()) texts.push(`${message.kind} ${message.text}`);
  }
  return texts;
}

describe('the reader of messages', () => {
  it.each([1, 2, 5, 1_000])('D7 puts messages together from pieces of %i bytes', (piece) => {
    const stream = '\x02a,b\x03\r\n\x02c\x03\r\n"31084"\x02d\x03';
    expect(messages(stream, piece)).toEqual(['block a,b', 'block c', 'value 31084', 'block d']);
  });

  it.each([
    ['before, between and after messages', 'xx\x03\x02a\x03\xff\x00"1"zz', ['block a', 'value 1']],
    ['that begins like a message', '\x02cut off\x02a\x03', ['block a']],
    ['that begins like a value', 'noise "\x02a\x03', ['block a']],
  ])('D7 drops noise %s', (_, stream, expected) => {
    for (const piece of [1, 3, 1_000]) expect(messages(stream, piece)).toEqual(expected);
  });

  it('D8 ends with a message that is too long', () => {
    const reader = new MessageReader(frameZpl);
    reader.add(Buffer.from(`\x02${'x'.repeat(70_000)}`));
    expect(() => reader.next()).toThrow('more than 65536 bytes');
  });

  it('forgets what it has of a lost connection', () => {
    const reader = new MessageReader(frameZpl);
    reader.add(Buffer.from('\x02old'));
    reader.clear();
    reader.add(Buffer.from('\x02new\x03'));
    expect(reader.next()).toEqual({ kind: 'block', text: 'new' });
  });
});
