import { describe, expect, it } from 'vitest';
import { compileLabel } from '#rendering/label/compile-label.ts';
import { checkLabel } from '#rendering/label/check-label.ts';
import { drawObjects, fonts, inkBox, labelOf, picture, problemOf, TEN_PER_MM, VALUES } from '../drawing-support.ts';
import { printLabel } from '#rendering/label/print-label.ts';

const at = { x: 0, y: 0 };
const auto = { width: 0, height: 0 };

describe('the other barcodes', () => {
  it.each([
    [{ type: 'EAN-8', text: '96385075' }, 'The check digit of 96385075 is 5 but must be 4 (at character 8)'],
    [{ type: 'UPC-A', text: '0123456789' }, 'UPC-A needs 11 or 12 digits, not "0123456789"'],
    [{ type: 'UPC-A', text: '01234 67890' }, 'UPC-A needs 11 or 12 digits, not "01234 67890" (at character 6)'],
    [{ type: 'ITF-14', text: '12345678901232' }, 'The check digit of 12345678901232 is 2 but must be 1 (at character 14)'],
    [{ type: 'ITF', text: '123' }, 'ITF needs an even number of digits, not "123"'],
    [{ type: 'Code39', text: 'ab' }, 'Code39 holds upper case letters, digits, space and - . $ / + % only, not "a" (at character 1)'],
    [{ type: 'UPC-E', text: '04252615' }, 'The check digit of 04252615 is 5 but must be 4 (at character 8)'],
    [{ type: 'Code93', text: 'Lot ä' }, 'Code93 holds ASCII characters only, not "ä" (at character 5)'],
    [
      { type: 'PDF417', text: 'x'.repeat(300), columns: 1, rows: 3 },
      'The data do not fit into the code: Insufficient capacity in the symbol',
    ],
    [{ type: 'Aztec', text: 'x', size: 16 }, 'An Aztec code has 15, 19, 23, 27, 31, 37, 41, ... 151 modules per side, not 16'],
    [
      { type: 'GS1-DataBar', variant: 'STACKED', text: '04006381333932' },
      'The check digit of 04006381333932 is 2 but must be 1 (at character 14)',
    ],
    [
      { type: 'GS1-DataBar', variant: 'LIMITED', text: '24006381333935' },
      'GS1-DataBar of the variant LIMITED holds a GTIN that begins with 0 or 1 only, not "24006381333935" (at character 1)',
    ],
    [{ type: 'DataMatrix', text: '' }, 'DataMatrix needs at least one character'],
    [{ type: 'GS1-128-Plain', text: '0521' }, 'There is no application identifier at "0521" (at character 1)'],
    [
      { type: 'GS1-QRCode-Plain', text: '17261331' },
      'The value "261331" of (17) has the invalid month 13 in the date 261331 (at character 5)',
    ],
    [
      { type: 'GS1-DataMatrix-Plain', text: '0104006381333931' + '10a\x1d10b' },
      'The application identifier (10) occurs twice (at character 21)',
    ],
  ])('E23 are refused before they are stored: %j', (object, detail) => {
    expect(checkLabel(labelOf([{ ...at, ...object }]))).toEqual([{ pointer: '/objs/0/text', detail }]);
  });

  it('are omnidirectional for a GS1 DataBar without variant', () => {
    const code = { ...at, type: 'GS1-DataBar', text: '0400638133393' };
    expect(drawObjects([code])).toEqual(drawObjects([{ ...code, variant: 'OMNIDIRECTIONAL' }]));
    expect(drawObjects([code])).not.toEqual(drawObjects([{ ...code, variant: 'TRUNCATED' }]));
  });

  it('E23 are refused at the print when a value does not fit', () => {
    const label = labelOf([{ ...at, type: 'ITF', text: '{VARIABLE;Lot}' }]);
    const problem = problemOf(() => printLabel(compileLabel(label, TEN_PER_MM, fonts), VALUES));
    expect(problem.context.errors).toEqual([
      { pointer: '/objs/0/text', detail: 'ITF needs an even number of digits, not "A7731" (at character 1)' },
    ]);
  });

  it.each(['GS1-128', 'GS1-QRCode'])('E23 report every fault in the element strings of %s', (type) => {
    expect(checkLabel(labelOf([{ ...at, type, apps: [['05', 'x'], ['01', '04006381333931'], { id: '17', value: '1' }] }]))).toEqual([
      { pointer: '/objs/0/apps/0/0', detail: 'There is no application identifier (05)' },
      { pointer: '/objs/0/apps/2/value', detail: 'The value "1" of (17) must have exactly 6 digits, not 1 (at character 2)' },
    ]);
  });

  it('E23 add the check digit of an SSCC, and refuse a wrong one or a shorter number', () => {
    const faults = ['39521234000000042', '395212340000000427', '395212340000000422', '3952123400000004'].map((value) =>
      checkLabel(labelOf([{ ...at, type: 'GS1-128', apps: [{ id: '00', value }] }])).map(({ detail }) => detail),
    );
    expect(faults).toEqual([
      [],
      [],
      ['The value "395212340000000422" of (00) has the wrong check digit in 395212340000000422 (at character 18)'],
      ['The value "3952123400000004" of (00) must have exactly 18 digits, not 16 (at character 17)'],
    ]);
  });

  it('E23 report an identifier without its required association anywhere on the label', () => {
    const lot = { ...at, type: 'GS1-128', apps: [{ id: '10', value: 'A1' }] };
    const plain = { ...at, type: 'GS1-DataMatrix-Plain', text: '10A1' };
    const gtin = { ...at, type: 'EAN-13', text: '4006381333931' };
    const faults = [[lot], [plain], [lot, gtin], [plain, gtin]].map((objs) => checkLabel(labelOf(objs)));
    const detail = 'The application identifier (10) needs (01), (02), (03), (8006) or (8026) on the same label';
    expect(faults).toEqual([
      [{ pointer: '/objs/0/apps/0/id', detail }],
      [{ pointer: '/objs/0/text', detail: `${detail} (at character 1)` }],
      [],
      [],
    ]);
  });

  it('E23 are refused at the print if an identifier excludes another one', () => {
    const text = '0104006381333931' + '10{VARIABLE;Lot}\x1d' + '37{COUNTER;Serial}';
    const compiled = compileLabel(labelOf([{ ...at, type: 'GS1-128-Plain', text }]), TEN_PER_MM, fonts);
    const detail = 'The application identifier (01) must not be combined with (37) (at character 1)';
    expect(problemOf(() => printLabel(compiled, VALUES)).context.errors).toEqual([{ pointer: '/objs/0/text', detail }]);
  });

  it.each([
    [{ variant: 'STACKED', text: '0400638133393' }, [5, 1, 7]],
    [{ variant: 'STACKED_OMNIDIRECTIONAL', text: '0400638133393' }, [33, 1, 1, 1, 33]],
    [{ variant: 'EXPANDED_STACKED', segments: 2, apps: [['01', '04006381333931']] }, [34, 1, 1, 1, 34, 1, 1, 1, 34]],
  ])('give the rows of a stacked GS1 DataBar their heights: %j', (code, heights) => {
    const rows = picture(drawObjects([{ ...at, type: 'GS1-DataBar', barWidth: 0.1, ...code }], auto));
    const starts = rows.flatMap((row, y) => (row === rows[y - 1] ? [] : [y]));
    expect(starts.map((y, index) => (starts[index + 1] ?? rows.length) - y)).toEqual(heights);
  });

  it('frame ITF-14 with bearer bars of five modules above and below by default', () => {
    const code = { ...at, type: 'ITF-14', text: '1234567890123', barWidth: 0.2, barHeight: 5 };
    const [framed, bare, boxed] = [{}, { hBearerBar: 0 }, { vBearerBar: 3 }].map((rest) => drawObjects([{ ...code, ...rest }], auto));
    expect([framed?.height, bare?.height, (boxed?.width ?? 0) - (framed?.width ?? 0)]).toEqual([50 + 2 * 10, 50, 2 * 3 * 2]);
    expect(inkBox(framed!)).toEqual({ left: 0, right: framed!.width - 1, top: 0, bottom: framed!.height - 1 });
  });

  it('make wide bars as wide as the ratio says', () => {
    const code = { ...at, type: 'ITF', text: '12', barWidth: 0.4 };
    const widths = [2, 2.5, 3].map((barRatio) => drawObjects([{ ...code, barRatio }], auto).width);
    const narrow = 20 + 4 + 6 + 2;
    expect(widths).toEqual([2, 2.5, 3].map((ratio) => 4 * (narrow + 5 * ratio)));
  });

  it('add the check character of Code39 when asked', () => {
    const [plain, checked] = [false, true].map((checkDigit) =>
      drawObjects([{ ...at, type: 'Code39', text: 'A', checkDigit, barRatio: 2, barWidth: 0.1 }], auto),
    );
    expect((checked?.width ?? 0) - (plain?.width ?? 0)).toBe(6 + 3 * 2 + 1);
  });

  it('add the character with the value of the sum modulo 43', () => {
    const code = { ...at, type: 'Code39', barRatio: 2, barWidth: 0.1 };
    const draw = (text: string, checkDigit: boolean) => drawObjects([{ ...code, text, checkDigit }], auto);
    expect(draw('CODE 39', true)).toEqual(draw('CODE 39R', false));
  });

  it('add empty modules around the quiet zone', () => {
    const code = { ...at, type: 'DataMatrix', text: 'A', moduleSize: 0.1 };
    const widths = [{}, { extraQuietZone: 2 }, { quietZone: false, extraQuietZone: 2 }].map(
      (rest) => drawObjects([{ ...code, ...rest }], auto).width,
    );
    expect(widths).toEqual([12, 16, 14]);
  });

  it('omit unnecessary separators of a plain text only on request', () => {
    const code = { ...at, type: 'GS1-128-Plain', text: '0104006381333931\x1d10A\x1d', barWidth: 0.1 };
    const [given, optimized] = [false, true].map((optimize) => drawObjects([{ ...code, optimize }], auto).width);
    expect(optimized).toBeLessThan(given ?? 0);
  });
});
