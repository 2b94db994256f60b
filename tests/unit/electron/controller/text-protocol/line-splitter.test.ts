import { expect, it } from 'vitest';
import { LineSplitter, LineTooLongError } from '#controller/text-protocol/line-splitter.ts';

it('buffers the bytes of an incomplete line, not its pieces', () => {
  const lines = new LineSplitter(100);
  const piece = Buffer.alloc(1);
  const taken: string[] = [];
  for (const sign of 'one\ntwo\n') {
    piece.write(sign);
    taken.push(...[...lines.push(piece)].map(String));
  }
  expect(taken).toEqual(['one', 'two']);
});

it('accepts a line of the largest size, and none that is longer', () => {
  const lines = new LineSplitter(5);
  const push = (text: string) => [...lines.push(Buffer.from(text))].map(String);
  expect([push('12'), push('345\n'), push('1234')]).toEqual([[], ['12345'], []]);
  expect(() => push('56')).toThrow(LineTooLongError);
});
