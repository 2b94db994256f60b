import { describe, expect, it } from 'vitest';
import { colorEffect } from '#rendering/color.ts';

describe('colorEffect', () => {
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
    expect(colorEffect(color)).toBe('ink');
  });

  it.each(['white', 'YELLOW', '#fff', '#808080', 'rgb(20%,70%,40%)', 'cmyk(0,0,0,0)', 'orange'])('lets %s erase', (color) => {
    expect(colorEffect(color)).toBe('erase');
  });

  it('draws nothing in transparent', () => {
    expect(colorEffect('transparent')).toBe('none');
  });

  it.each(['', 'blackish', '#12', '#gggggg', 'rgb(1,2)', 'rgb(300,0,0)', 'rgb(-1,0,0)', 'cmyk(0,0,0)', 'constructor', '__proto__'])(
    'does not know %j',
    (color) => {
      expect(colorEffect(color)).toBeUndefined();
    },
  );
});
