// @vitest-environment node
import { describe, expect, it } from 'vitest';
import type { Density } from '#renderer/domain/zpl/objects/zpl-object.ts';
import { compileLabel } from '#rendering/label/compile-label.ts';
import { printLabel } from '#rendering/label/print-label.ts';
import { fonts, inkBox, VALUES } from '../../../electron/rendering/drawing-support.ts';
import { labelOf, targetOf } from './zpl-support.ts';

const SIZE = '^PW400^LL400';
/** The modules of a Data Matrix of one letter. */
const MATRIX = 10 * 5;

/** Left, top, right and bottom of all ink in dots; the last two are exclusive. */
function inkOf(commands: string, density: Density = 8): number[] {
  const { label } = labelOf(SIZE + commands, density);
  const box = inkBox(printLabel(compileLabel(label, targetOf(density), fonts), VALUES));
  return box ? [box.left, box.top, box.right + 1, box.bottom + 1] : [];
}

describe.each([6, 8, 12, 24] as const)('at %i dots per millimetre', (density) => {
  it.each([
    ['^FO30,40^GB100,60,3^FS', [30, 40, 130, 100]],
    ['^FT30,100^GB100,60,3^FS', [30, 40, 130, 100]],
    ['^FO130,40,1^GB100,60,3^FS', [30, 40, 130, 100]],
    ['^LH10,20^FO20,20^GB100,60,60^FS', [30, 40, 130, 100]],
    ['^LS5^LT-7^FO30,40^GB1,100,9^FS', [25, 33, 34, 133]],
    ['^FO30,40^GC80,3^FS', [30, 40, 110, 120]],
    ['^FO30,40^GE80,40,40^FS', [30, 40, 110, 80]],
    ['^FO40,40^GFA,4,4,1,FFFFFFFF^FS', [40, 40, 48, 44]],
    ['^FT40,44^GFA,4,4,1,FFFFFFFF^FS', [40, 40, 48, 44]],
  ])('%s is at the specified position', (commands, box) => {
    expect(inkOf(commands, density)).toEqual(box);
  });

  it.each(['N', 'R', 'I', 'B'])('a DataMatrix turned %s has its upper left corner at its origin', (turn) => {
    expect(inkOf(`^FO60,70^BX${turn},5,200^FDA^FS`, density)).toEqual([60, 70, 60 + MATRIX, 70 + MATRIX]);
  });

  it('the bars of a Code 128 are at the specified position, independent of their surroundings', () => {
    const bars = (turn: string, rest = 'N,N'): number[] => inkOf(`^BY2^FO60,70^BC${turn},80,${rest}^FDAB^FS`, density);
    const length = 2 * (11 * 4 + 13);
    expect(bars('N')).toEqual([60, 70, 60 + length, 150]);
    expect(bars('I')).toEqual([60, 70, 60 + length, 150]);
    expect(bars('R')).toEqual([60, 70, 140, 70 + length]);
    expect(bars('B')).toEqual([60, 70, 140, 70 + length]);
    expect(bars('N', 'Y,N').slice(0, 3)).toEqual([60, 70, 60 + length]);
    expect(bars('N', 'Y,Y')[3]).toBe(150);
    expect(bars('R', 'Y,N').slice(1)).toEqual([70, 140, 70 + length]);
    expect(bars('R', 'Y,Y')[0]).toBe(60);
    expect(inkOf('^BY2^FT60,150^BCN,80,N,N^FDAB^FS', density)).toEqual([60, 70, 60 + length, 150]);
  });

  it('the bars of an EAN-13 start at its origin in all four rotations', () => {
    const bars = (turn: string, writing: string): number[] => inkOf(`^BY2^FO70,80^BE${turn},60,${writing}^FD400638133393^FS`, density);
    expect(bars('N', 'N')).toEqual([70, 80, 70 + 190, 140]);
    expect(bars('R', 'N')).toEqual([70, 80, 130, 80 + 190]);
    expect(bars('N', 'Y')[1]).toBe(80);
    expect(bars('I', 'Y')[3]).toBe(140);
    expect(bars('N', 'Y,Y')[3]).toBe(140);
  });
});

describe('text', () => {
  const near = (box: readonly number[], expected: readonly (number | undefined)[]): void => {
    for (const [index, dots] of expected.entries())
      if (dots !== undefined) expect(Math.abs((box[index] ?? 0) - dots)).toBeLessThanOrEqual(2);
  };

  it('is on its baseline, for any font and rotation', () => {
    near(inkOf('^FT60,200^A0N,80^FDHH^FS'), [66, undefined, undefined, 200]);
    near(inkOf('^FT60,200^ADN,36,20^FDHH^FS'), [undefined, 172, undefined, 200]);
    near(inkOf('^FT200,60^A0R,80^FDHH^FS'), [200, 66]);
    near(inkOf('^FT200,200^A0I,80^FDHH^FS'), [undefined, 200, 194]);
    near(inkOf('^FT200,200^A0B,80^FDHH^FS'), [undefined, undefined, 200, 194]);
  });

  it('has its baseline at three quarters of its height below its origin', () => {
    near(inkOf('^FO60,100^A0N,80^FDHH^FS'), [66, undefined, undefined, 160]);
    near(inkOf('^FO60,100^A0R,80^FDHH^FS'), [80, 106]);
    near(inkOf('^FO60,100^A0I,80^FDHH^FS'), [undefined, 120]);
    near(inkOf('^FO60,100^A0B,80^FDHH^FS'), [undefined, undefined, 120]);
  });

  it('has the line distance of its height and spacing', () => {
    near(inkOf('^FO60,100^A0N,40^FB200,3,10^FDH\\&H\\&H^FS'), [63, undefined, undefined, 100 + 30 + 2 * 50]);
    near(inkOf('^FT60,300^A0N,40^FB200,3,10^FDH\\&H\\&H^FS'), [63, undefined, undefined, 300]);
  });

  it('is as wide in a bitmap font as on the printer', () => {
    const [left = 0, , right = 0] = inkOf('^FO10,10^ABN,22,14^FDHHHHHHHHHH^FS');
    expect(Math.abs(right - left - 10 * 18)).toBeLessThanOrEqual(8);
  });
});
