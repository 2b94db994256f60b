import { describe, expect, it } from 'vitest';
import { COMPACT, tileSize } from '#renderer/panels/monitor/tile-density.ts';

const SMALL = { width: 1280, height: 800 };

describe('the size of the tiles', () => {
  it.each([
    ['a few printers are shown large', [3], { density: 'roomy', height: 300 }],
    ['twelve fit a small screen', [12], { density: 'normal', height: 207 }],
    ['fifteen do so as narrow ones', [15], { density: 'normal', height: 197 }],
    ['sixteen as compact tiles only', [16], { density: 'compact', height: 121 }],
    ['so do many, which scroll', [200], { density: 'compact', height: 121 }],
    ['two groups need headings too', [6, 6], { density: 'compact', height: 121 }],
  ])('%s', (_name, groups, size) => {
    expect(tileSize({ groups, hasHeadings: groups.length > 1 }, SMALL)).toMatchObject(size);
  });

  it('fits twelve printers on the smallest screen, and is not compact while a third of it is empty', () => {
    const smallest = { width: 1024, height: 768 };
    expect(tileSize({ groups: [12], hasHeadings: false }, smallest)).toMatchObject({ density: 'normal', height: 197 });
    expect(tileSize({ groups: [13], hasHeadings: false }, smallest)).toBe(COMPACT);
  });

  it('grows with the window', () => {
    expect(tileSize({ groups: [9, 2], hasHeadings: true }, { width: 1920, height: 1080 }).height).toBe(207);
  });
});
