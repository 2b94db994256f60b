import { describe, expect, it } from 'vitest';
import { faultLine, warningLines } from '#renderer/panels/label/zpl-messages.ts';
import { openPageI18n } from '#support/open-page-i18n.ts';
import { labelOf } from '../../domain/zpl/zpl-support.ts';

const { t } = await openPageI18n();
const say = (key: string, params: Record<string, string>): string => t(key, params);

describe('the messages of an import', () => {
  it('have the line, the command and the count, and one line for all printer settings', () => {
    const { warnings } = labelOf('^MMT^PR4^MMT\n^QQ1\n^FO0,0^FDx^FS\n^QQ1^FO0,0^BKN^FDA1A^FS');
    expect(warningLines(say, warnings)).toEqual([
      'Line 2, ^QQ1, and 1 more: unknown; skipped',
      'Line 4, ^BK: Codabar is not supported; skipped: "A1A"',
      'Printer settings, which a label cannot contain, were skipped: ^MM, ^PR',
    ]);
  });

  it('have the line at which a limit was exceeded', () => {
    expect(faultLine(say, { kind: 'tooMuch', line: 12_345 })).toMatch(/^Line 12.345: too much content/);
    expect(faultLine(say, { kind: 'noLabel' })).toBe('The file contains no label (^XA).');
  });
});
