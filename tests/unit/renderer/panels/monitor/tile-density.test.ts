import { describe, expect, it } from 'vitest';
import { tileDensity } from '#renderer/panels/monitor/tile-density.ts';

const SMALL = { width: 1280, height: 800 };

describe('the size of the tiles', () => {
  it.each([
    ['a few printers have room', [3], 'roomy'],
    ['twelve fit a small screen', [12], 'normal'],
    ['thirteen do so as compact tiles only', [13], 'compact'],
    ['so do many, which scroll', [200], 'compact'],
    ['two groups need headings too', [5, 5], 'compact'],
  ])('%s', (_name, groups, density) => {
    expect(tileDensity({ groups, hasHeadings: groups.length > 1 }, SMALL)).toBe(density);
  });

  it('grows with the window', () => {
    expect(tileDensity({ groups: [9, 2], hasHeadings: true }, { width: 1920, height: 1080 })).toBe('normal');
  });
});
