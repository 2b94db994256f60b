import { describe, expect, it } from 'vitest';
import { lineDifferences, shortened } from '#renderer/domain/json/line-differences.ts';
import { valueDifferences } from '#renderer/domain/json/value-differences.ts';

describe('the comparison of two texts', () => {
  it('keeps common lines and marks the others by side', () => {
    const lines = lineDifferences('a\nmine\nb\nc', 'a\nb\ntheirs\nc');
    expect(lines.map(({ side, text }) => `${side} ${text}`)).toEqual(['both a', 'mine mine', 'both b', 'theirs theirs', 'both c']);
  });

  it('has no differences for equal texts', () => {
    expect(lineDifferences('a\nb', 'a\nb').every(({ side }) => side === 'both')).toBe(true);
  });

  it('contains both texts completely', () => {
    const [mine, theirs] = ['x\na\nb\nb\nc', 'a\ny\nb\nc\nc'];
    const lines = lineDifferences(mine, theirs);
    const without = (side: string) => lines.filter((line) => line.side !== side).map(({ text }) => text);
    expect([without('theirs').join('\n'), without('mine').join('\n')]).toEqual([mine, theirs]);
  });

  it('is shortened to the differences and the lines around them', () => {
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

describe('the comparison of two documents', () => {
  it('lists the different values by path, rows counted from 1', () => {
    expect(valueDifferences({ value: 'a', rows: [['1', '2']] }, { value: 'b', rows: [['1', '3']], own: true })).toEqual([
      { place: 'value', mine: 'a', theirs: 'b' },
      { place: 'rows / 1 / 2', mine: '2', theirs: '3' },
      { place: 'own', mine: undefined, theirs: 'true' },
    ]);
  });

  it('lists everything if one of them is deleted', () => {
    expect(valueDifferences({ value: 'a' }, null)).toEqual([{ place: 'value', mine: 'a', theirs: undefined }]);
  });
});
