import { describe, expect, it } from 'vitest';
import { MessageReader } from '#controller/engines/connection/message-reader.ts';
import { checksumOf, frameWsi, wsiFrame, type WsiMessage } from '#controller/engines/wsi/wsi-frames.ts';

function read(...pieces: string[]): WsiMessage[] {
  const reader = new MessageReader(frameWsi);
  return pieces.flatMap((piece) => {
    reader.add(Buffer.from(piece, 'latin1'));
    const messages: WsiMessage[] = [];
    for (let message = reader.next(); message; message = reader.next()) messages.push(message);
    return messages;
  });
}

describe('frames of WSI', () => {
  it('writes data between STX and ETX', () => {
    expect(wsiFrame('USERIAL\nA1').toString('latin1')).toBe('\x02USERIAL\nA1\x03');
  });

  it.each([
    ['RA', '93'],
    ['RB', '94'],
    ['O0', '7F'],
    ['', '00'],
  ])('names the command %j by its checksum %s', (text, checksum) => {
    expect(checksumOf(text)).toBe(checksum);
  });

  it.each([
    ['\x020000000123\x03', { kind: 'data', text: '0000000123' }],
    ['\x024000004\x03', { kind: 'data', text: '4000004' }],
    ['$93', { kind: 'done', checksum: '93' }],
    ['!7f', { kind: 'refused', checksum: '7F' }],
  ])('reads %j', (text, message) => {
    expect(read(text)).toEqual([message]);
    expect(read(...text)).toEqual([message]);
  });

  it('skips what is no message, and frames that were cut', () => {
    expect(read('\x00noise$9\x0200\x02CODE\x03\r\n!zz$93')).toEqual([
      { kind: 'data', text: 'CODE' },
      { kind: 'done', checksum: '93' },
    ]);
  });

  it('skips data that are longer than any', () => {
    expect(read('\x02', 'x'.repeat(400), '$93')).toEqual([{ kind: 'done', checksum: '93' }]);
  });
});
