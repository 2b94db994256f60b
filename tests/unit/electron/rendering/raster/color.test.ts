import { describe, expect, it } from 'vitest';
import { parseColor } from '#rendering/raster/color.ts';
import { colorEffect, solidEffect } from '#rendering/raster/inks.ts';
import type { ColorEffect, Ink } from '#rendering/raster/inks.ts';

function effectOf(color: string, ink: Ink): ColorEffect | undefined {
  const parsed = parseColor(color);
  return parsed && colorEffect(parsed, ink);
}

/** How many of 64 dots each ink covers, in the order of the planes. */
function coverage(color: string): number[] {
  return (['cyan', 'magenta', 'yellow', 'black'] as const).map((ink) => {
    const effect = effectOf(color, ink);
    if (typeof effect !== 'object') return effect === 'ink' ? 64 : 0;
    return effect.rows.reduce((dots, row) => dots + row.toString(2).replaceAll('0', '').length / 4, 0);
  });
}

describe('the colours of one ink', () => {
  it.each([
    'black',
    'Red',
    '#000',
    '#7F7F7F',
    'rgb(20%,50%,10%)',
    'rgb(255, 0, 0)',
    'cmyk(0,0,0,1)',
    'cmyk(100%,100%,0%,0%)',
    'rebeccapurple',
  ])('prints %s', (color) => {
    expect(effectOf(color, 'mono')).toBe('ink');
  });

  it.each(['white', 'YELLOW', '#fff', '#808080', 'rgb(20%,70%,40%)', 'cmyk(0,0,0,0)', 'orange'])('lets %s erase', (color) => {
    expect(effectOf(color, 'mono')).toBe('erase');
  });

  it('draws nothing in transparent', () => {
    expect(effectOf('transparent', 'mono')).toBe('none');
  });

  it.each(['', 'blackish', '#12', '#gggggg', 'rgb(1,2)', 'rgb(300,0,0)', 'rgb(-1,0,0)', 'cmyk(0,0,0)', 'constructor', '__proto__'])(
    'does not know %j',
    (color) => {
      expect(parseColor(color)).toBeUndefined();
    },
  );
});

describe('the colours of four inks', () => {
  it.each([
    ['black', [0, 0, 0, 64]],
    ['#808080', [0, 0, 0, 32]],
    ['white', [0, 0, 0, 0]],
    ['red', [0, 64, 64, 0]],
    ['#0000ff', [64, 64, 0, 0]],
    ['rgb(100%,75%,50%)', [0, 16, 32, 0]],
    ['cmyk(25%,50%,75%,100%)', [16, 32, 48, 64]],
    ['#400000', [0, 64, 64, 48]],
  ])('mixes %s', (color, dots) => {
    expect(coverage(color)).toEqual(dots);
  });

  it('places light tints of two inks next to each other', () => {
    const rows = (['cyan', 'magenta', 'yellow', 'black'] as const).map((ink) => {
      const effect = effectOf('cmyk(25%,25%,25%,25%)', ink);
      return typeof effect === 'object' ? [...effect.rows] : [];
    });
    const all = [0, 1, 2, 3, 4, 5, 6, 7].map((row) => rows.reduce((dots, plane) => (dots ^ (plane[row] ?? 0)) >>> 0, 0));
    expect(all).toEqual(Array.from({ length: 8 }, () => 0xffffffff));
  });

  it('draws barcodes without tints', () => {
    const orange = parseColor('cmyk(0%,50%,100%,10%)');
    const inks = ['cyan', 'magenta', 'yellow', 'black'] as const;
    expect(orange && inks.map((ink) => solidEffect(orange, ink))).toEqual(['erase', 'ink', 'ink', 'erase']);
  });
});
