import { describe, expect, it } from 'vitest';
import { lineDifferences, shortened } from '#renderer/panels/draft/line-differences.ts';
import { valueDifferences } from '#renderer/panels/draft/value-differences.ts';

describe('two texts line by line', () => {
  it('keep what both have and name whose each other line is', () => {
    const lines = lineDifferences('a\nmine\nb\nc', 'a\nb\ntheirs\nc');
    expect(lines.map(({ side, text }) => `${side} ${text}`)).toEqual(['both a', 'mine mine', 'both b', 'theirs theirs', 'both c']);
  });

  it('that are the same have no difference', () => {
    expect(lineDifferences('a\nb', 'a\nb').every(({ side }) => side === 'both')).toBe(true);
  });

  it('give back both texts, whatever they are', () => {
    const [mine, theirs] = ['x\na\nb\nb\nc', 'a\ny\nb\nc\nc'];
    const lines = lineDifferences(mine, theirs);
    const without = (side: string) => lines.filter((line) => line.side !== side).map(({ text }) => text);
    expect([without('theirs').join('\n'), without('mine').join('\n')]).toEqual([mine, theirs]);
  });

  it('are shortened to what differs and the lines around it', () => {
    const text = (middle: string) => [...'abcdefgh'].join('\n') + `\n${middle}\n` + [...'ijklmnop'].join('\n');
    expect(shortened(lineDifferences(text('1'), text('2'))).map((line) => line?.text)).toEqual([
      undefined,
      'g',
      'h',
      '2',
      '1',
      'i',
      'j',
      undefined,
    ]);
  });
});

describe('two documents', () => {
  it('differ at the places that are named, rows counted from 1', () => {
    expect(valueDifferences({ value: 'a', rows: [['1', '2']] }, { value: 'b', rows: [['1', '3']], own: true })).toEqual([
      { place: 'value', mine: 'a', theirs: 'b' },
      { place: 'rows / 1 / 2', mine: '2', theirs: '3' },
      { place: 'own', mine: undefined, theirs: 'true' },
    ]);
  });

  it('of which one is gone differ in everything', () => {
    expect(valueDifferences({ value: 'a' }, null)).toEqual([{ place: 'value', mine: 'a', theirs: undefined }]);
  });
});
