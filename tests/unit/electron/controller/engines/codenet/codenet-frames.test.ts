import { describe, expect, it } from 'vitest';
import { MessageReader } from '#controller/engines/connection/message-reader.ts';
import { codenetFrame, frameCodenet, type CodenetMessage } from '#controller/engines/codenet/codenet-frames.ts';

function read(...pieces: string[]): CodenetMessage[] {
  const reader = new MessageReader(frameCodenet);
  return pieces.flatMap((piece) => {
    reader.add(Buffer.from(piece, 'hex'));
    const messages: CodenetMessage[] = [];
    for (let message = reader.next(); message; message = reader.next()) messages.push(message);
    return messages;
  });
}

describe('frames of Codenet', () => {
  it.each([
    ['A?', '1B413F04'],
    ['}J1', '1B7D4A3104'],
    ['I1A', '1B49314104'],
    ['N1', '1B4E3104'],
    ['T2?', '1B54323F04'],
    ['OE0004ABCD', '1B4F45303030344142434404'],
    ['ON114NOICE KM 200ML', '1B4F4E3131344E4F494345204B4D203230304D4C04'],
  ])('writes %s', (text, hex) => {
    expect(codenetFrame(text).toString('hex').toUpperCase()).toBe(hex);
  });

  it.each([
    ['06', { kind: 'ack' }],
    ['06303030', { kind: 'ack' }],
    ['15303030', { kind: 'nak', code: '000' }],
    ['41', { kind: 'report' }],
    ['1B413330353630363036373031303004', { kind: 'reply', text: 'A3056060670100' }],
    ['1B4F31303131303404', { kind: 'reply', text: 'O101104' }],
    ['1B4F5330E30704', { kind: 'reply', text: 'OS0\xe3\x07' }],
    ['1B54313030303030383234343404', { kind: 'reply', text: 'T10000082444' }],
    ['1B50314E4F4904', { kind: 'reply', text: 'P1NOI' }],
  ])('reads %s', (hex, message) => {
    expect(read(hex)).toEqual([message]);
    expect(read(...(hex.match(/../g) ?? []))).toEqual([message]);
  });

  it('takes the report of a print out between two frames', () => {
    expect(read('0641', '1B5031', '4E4F490441')).toEqual([
      { kind: 'ack' },
      { kind: 'report' },
      { kind: 'reply', text: 'P1NOI' },
      { kind: 'report' },
    ]);
  });

  it('skips what is no message, and frames that were cut', () => {
    expect(read('00FF0D0A721B4F31301B413F04', '15300615303106')).toEqual([{ kind: 'reply', text: 'A?' }, { kind: 'ack' }, { kind: 'ack' }]);
  });

  it('skips a reply that is longer than any', () => {
    expect(read('1B', '20'.repeat(400), '06')).toEqual([{ kind: 'ack' }]);
  });
});
