import { describe, expect, it } from 'vitest';
import { compileLabel } from '#rendering/label/compile-label.ts';
import { printLabel } from '#rendering/label/print-label.ts';
import { drawObjects, fonts, inkBox, isInk, labelOf, picture, problemOf, TEN_PER_MM, VALUES } from '../drawing-support.ts';

const at = { x: 0, y: 0 };
const big = { width: 60, height: 40 };

function faultsOf(object: Record<string, unknown>): unknown {
  const work = (): unknown => printLabel(compileLabel(labelOf([{ ...at, ...object }], big), TEN_PER_MM, fonts), VALUES);
  return problemOf(work).context.errors;
}

describe('a matrix code', () => {
  it.each([
    [{ hdpi: 300, vdpi: 600 }, [5, 10]],
    [{ hdpi: 600, vdpi: 300 }, [10, 5]],
    [{ hdpi: 300, vdpi: 300 }, [5, 5]],
  ])('has square modules at %j', (target, dots) => {
    const code = { type: 'DataMatrix', ...at, text: 'square', moduleSize: 0.4, size: { width: 16, height: 16 } };
    const box = inkBox(printLabel(compileLabel(labelOf([code], big), target, fonts), VALUES));
    const { left = 0, right = 0, top = 0, bottom = 0 } = box ?? {};
    expect([(right - left + 1) / 16, (bottom - top + 1) / 16]).toEqual(dots);
  });
});

describe('EAN-13', () => {
  const code = { type: 'EAN-13', ...at, text: '4006381333931', barHeight: 10 };

  it('includes quiet zones of 11 and 7 modules in its extent', () => {
    const box = inkBox(drawObjects([{ ...code, humanReadable: 'NONE' }], big));
    expect(box).toEqual({ left: 33, right: 33 + 95 * 3 - 1, top: 0, bottom: 99 });
    const auto = drawObjects([{ ...code, humanReadable: 'NONE' }], { width: 0, height: 0 });
    expect([auto.width, auto.height]).toEqual([113 * 3, 100]);
  });

  it('extends the guard bars five modules down between the digits', () => {
    const bitmap = drawObjects([code], big);
    const guardRow = 100 + 14;
    const guards = [0, 2, 46, 48, 92, 94];
    for (let module = 0; module < 95; module += 1) {
      const isGuard = isInk(bitmap, 33 + module * 3 + 1, 100);
      expect(isGuard).toBe(guards.includes(module));
      if (guards.includes(module)) expect(isInk(bitmap, 33 + module * 3 + 1, guardRow)).toBe(true);
    }
  });

  it('writes the first digit left of the bars', () => {
    const rows = picture(drawObjects([code], big)).slice(103);
    expect(rows.some((row) => row.slice(0, 30).includes('#'))).toBe(true);
  });

  it('snaps modules to whole dots, at least one', () => {
    const [coarse, fine] = [0.34, 0.01].map((barWidth) => inkBox(drawObjects([{ ...code, barWidth, humanReadable: 'NONE' }], big)));
    expect([coarse?.right, fine?.right]).toEqual([(11 + 95) * 3 - 1, 11 + 95 - 1]);
  });

  it.each([
    ['4006381333932', 'The check digit of 4006381333932 is 2 but must be 1 (at character 13)'],
    ['40063813339', 'EAN-13 needs 12 or 13 digits, not "40063813339"'],
    ['{VARIABLE;Lot}', 'EAN-13 needs 12 or 13 digits, not "A7731" (at character 1)'],
    ['\uff14006381333931', 'EAN-13 needs 12 or 13 digits, not "\uff14006381333931" (at character 1)'],
  ])('E23 refuses %s', (text, detail) => {
    expect(faultsOf({ type: 'EAN-13', text })).toEqual([{ pointer: '/objs/0/text', detail }]);
  });
});

describe('Code128', () => {
  const code = { type: 'Code128', ...at, text: 'AB', barWidth: 0.2, barHeight: 5 };

  it('includes quiet zones of 10 modules in its extent, and prints text only on request', () => {
    const auto = drawObjects([code], { width: 0, height: 0 });
    const modules = 11 * 4 + 13;
    expect([auto.width, auto.height]).toEqual([(modules + 20) * 2, 50]);
    expect(inkBox(auto)).toEqual({ left: 20, right: 20 + modules * 2 - 1, top: 0, bottom: 49 });
  });

  it('writes its text above or below', () => {
    const height = (humanReadable: string): number[] => {
      const box = inkBox(drawObjects([{ ...code, humanReadable, font: { family: 'Arial', height: 3 } }], big));
      return [box?.top ?? -1, box?.bottom ?? -1];
    };
    expect(height('BELOW')[0]).toBe(0);
    expect(height('BELOW')[1]).toBeGreaterThan(60);
    expect(height('ABOVE')[1]).toBe(35 + 50 - 1);
  });

  it.each([
    ['{VARIABLE;Lot}', 'C', 'Code set C of Code128 needs an even number of digits, not "A7731" (at character 1)'],
    ['ab', 'A', 'Code set A of Code128 does not hold "a"'],
    ['a\tb', 'B', 'Code set B of Code128 does not hold control characters'],
    ['Größe', 'AUTO', 'Code128 holds ASCII characters only, not "ö"'],
    ['', 'AUTO', 'Code128 needs at least one character'],
  ])('E23 refuses %s in set %s', (text, encoding, detail) => {
    expect(faultsOf({ type: 'Code128', text, encoding })).toEqual([{ pointer: '/objs/0/text', detail }]);
  });
});

describe('QRCode', () => {
  const code = { type: 'QRCode', ...at, text: 'HELLO', moduleSize: 0.3 };

  it('includes a quiet zone of four modules in its extent unless it is turned off', () => {
    const [quiet, bare] = [{}, { quietZone: false }].map((rest) => drawObjects([{ ...code, ...rest }], { width: 0, height: 0 }));
    expect([quiet?.width, bare?.width]).toEqual([29 * 3, 21 * 3]);
    expect(quiet && inkBox(quiet)).toEqual({ left: 12, right: 12 + 63 - 1, top: 12, bottom: 12 + 63 - 1 });
  });

  it('has modules of 5 mm by default', () => {
    const bitmap = drawObjects([{ type: 'QRCode', ...at, text: 'HELLO' }], { width: 0, height: 0 });
    expect(bitmap.width).toBe(29 * 50);
  });

  it.each([
    [{ text: '' }, '/text', 'QRCode needs at least one character'],
    [{ size: 22 }, '/text', 'A QRCode has 21, 25, 29, ... 177 modules per side, not 22'],
  ])('E23 refuses %j', (rest, path, detail) => {
    expect(faultsOf({ ...code, ...rest })).toEqual([{ pointer: `/objs/0${path}`, detail }]);
  });

  it('E23 refuses data that do not fit into the size', () => {
    expect(faultsOf({ ...code, size: 21, text: 'x'.repeat(100) })).toEqual([
      { pointer: '/objs/0/text', detail: expect.stringContaining('The data do not fit into the code') as string },
    ]);
  });
});

describe('GS1-DataMatrix', () => {
  const code = { type: 'GS1-DataMatrix', ...at, moduleSize: 0.3, apps: [['01', '04006381333931']] };

  it('includes a quiet zone of one module in its extent unless it is turned off', () => {
    const [quiet, bare] = [{}, { quietZone: false }].map((rest) => drawObjects([{ ...code, ...rest }], { width: 0, height: 0 }));
    expect([quiet?.width, bare?.width]).toEqual([18 * 3, 16 * 3]);
  });

  it('has the requested size', () => {
    const [square, wide] = [
      { width: 24, height: 24 },
      { width: 36, height: 12 },
    ].map((size) => drawObjects([{ ...code, quietZone: false, size }], { width: 0, height: 0 }));
    expect([square?.width, square?.height, wide?.width, wide?.height]).toEqual([72, 72, 108, 36]);
  });

  it.each([
    [
      [['01', '04006381333932']],
      '/0/1',
      'The value "04006381333932" of (01) has the wrong check digit in 04006381333932 (at character 14)',
    ],
    [
      [['8020', 'A'], ['415', '4006381333931'], { id: '12', value: '261331' }],
      '/2/value',
      'The value "261331" of (12) has the invalid month 13 in the date 261331 (at character 3)',
    ],
    [
      [
        ['400', '{VARIABLE;Lot}'],
        ['99x'.slice(0, 2), ''],
      ],
      '/1/1',
      'The value of (99) is empty; it must have 1 to 90 characters (at character 1)',
    ],
    [[['05', '1']], '/0/0', 'There is no application identifier (05)'],
    [[['400', 'a'], { id: '400', value: 'b' }], '/1/id', 'The application identifier (400) occurs twice'],
    [[['400', 'a'], { id: '21', value: 'b' }], '/1/id', 'The application identifier (21) needs (01), (03) or (8006) on the same label'],
  ])('E23 refuses %j', (apps, path, detail) => {
    expect(faultsOf({ type: 'GS1-DataMatrix', apps })).toEqual([{ pointer: `/objs/0/apps${path}`, detail }]);
  });
});
