import { describe, expect, it } from 'vitest';
import { tileSize } from '#renderer/panels/monitor/tile-density.ts';

const SMALL = { width: 1280, height: 800, top: 44 };
const crowd = (...tiles: number[]) => ({ sections: tiles.map((count) => ({ tiles: count, rows: 0 })), hasHeadings: tiles.length > 1 });

describe('the size of the tiles', () => {
  it.each([
    ['a few printers are shown large, and leave space for the offer of the tour', [3], { density: 'roomy', height: 460 }],
    ['five share the height in two rows', [5], { density: 'roomy', height: 300 }],
    ['twelve fit a small screen', [12], { density: 'normal', height: 208 }],
    ['eight are taller, in two equal rows', [8], { density: 'normal', minWidth: 303, height: 318 }],
    ['fifteen do so as narrow ones', [15], { density: 'normal', height: 208 }],
    ['sixteen as compact tiles only', [16], { density: 'compact', height: 150 }],
    ['so do many, which scroll', [200], { density: 'compact', height: 121 }],
    ['two groups need headings too', [6, 6], { density: 'compact', height: 139 }],
  ])('%s', (_name, groups, size) => {
    expect(tileSize(crowd(...groups), SMALL)).toMatchObject(size);
  });

  it('fits twelve printers on the smallest screen, and is not compact while a third of it is empty', () => {
    const smallest = { width: 1024, height: 768, top: 44 };
    expect(tileSize(crowd(12), smallest)).toMatchObject({ density: 'normal', height: 197 });
    expect(tileSize(crowd(13), smallest)).toMatchObject({ density: 'compact', height: 148 });
  });

  it('counts the rows of printers without a job', () => {
    const sections = [{ tiles: 9, rows: 3 }];
    expect(tileSize({ sections, hasHeadings: false }, SMALL)).toMatchObject({ density: 'normal', minWidth: 240, height: 286 });
  });

  it('grows with the window', () => {
    expect(tileSize(crowd(9, 2), { width: 1920, height: 1080, top: 44 })).toMatchObject({ density: 'normal', height: 280 });
  });
});
