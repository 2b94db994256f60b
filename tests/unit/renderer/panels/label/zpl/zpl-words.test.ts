import { describe, expect, it } from 'vitest';
import { createWords } from '#renderer/locales/i18n.ts';
import { faultLine, warningLines } from '#renderer/panels/label/zpl/zpl-words.ts';
import { labelOf } from './zpl-support.ts';

const { t } = createWords().global;
const say = (key: string, params: Record<string, string>): string => t(key, params);

describe('what an import says', () => {
  it('names the line, the command and how often, and settings of the printer in one line', () => {
    const { warnings } = labelOf('^MMT^PR4^MMT\n^QQ1\n^FO0,0^FDx^FS\n^QQ1^FO0,0^BKN^FDA1A^FS');
    expect(warningLines(say, warnings)).toEqual([
      'Line 2, ^QQ1, and 1 more: not known here; left out',
      'Line 4, ^BK: Codabar cannot be drawn here; left out: "A1A"',
      'Settings of the printer, which no label has, were left out: ^MM, ^PR',
    ]);
  });

  it('names the line where there is too much', () => {
    expect(faultLine(say, { kind: 'tooMuch', line: 12_345 })).toMatch(/^Line 12.345: there is more than is read/);
    expect(faultLine(say, { kind: 'noLabel' })).toBe('No label begins in it (^XA).');
  });
});
