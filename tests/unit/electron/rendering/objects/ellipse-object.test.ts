import { describe, expect, it } from 'vitest';
import { checkLabel } from '#rendering/label/check-label.ts';
import { labelNeeds } from '#rendering/label/label-needs.ts';
import { drawObjects, inkBox, labelOf, picture } from '../drawing-support.ts';

const ellipse = (rest: Record<string, unknown> = {}): unknown => ({ type: 'Ellipse', x: 0, y: 0, width: 1, height: 1, ...rest });

describe('Ellipse', () => {
  it('is filled black when it has neither fill nor line', () => {
    expect(picture(drawObjects([ellipse()], { width: 1, height: 1 }))).toEqual([
      '...####...',
      '.########.',
      '.########.',
      '##########',
      '##########',
      '##########',
      '##########',
      '.########.',
      '.########.',
      '...####...',
    ]);
  });

  it('covers the dots whose centres lie within its equation', () => {
    const rows = picture(drawObjects([ellipse({ width: 6, height: 4 })], { width: 6, height: 4 }));
    const inside = (x: number, y: number): boolean => ((x + 0.5 - 30) / 30) ** 2 + ((y + 0.5 - 20) / 20) ** 2 <= 1;
    const expected = rows.map((row, y) => Array.from(row, (_dot, x) => (inside(x, y) ? '#' : '.')).join(''));
    expect(rows).toEqual(expected);
  });

  it('draws its line inside its width and height, and nothing within it', () => {
    const rows = picture(drawObjects([ellipse({ lineWidth: 0.2 })], { width: 1, height: 1 }));
    expect([rows[0], rows[1], rows[4]]).toEqual(['...####...', '.########.', '##......##']);
  });

  it('fills the area inside its line', () => {
    const line = picture(drawObjects([ellipse({ lineWidth: 0.2, fillColor: 'black', lineColor: 'white' })], { width: 1, height: 1 }));
    expect([line[1], line[4]]).toEqual(['..........', '..######..']);
  });

  it('is full when its line is thicker than itself', () => {
    expect(picture(drawObjects([ellipse({ lineWidth: 2 })]))).toEqual(picture(drawObjects([ellipse()])));
  });

  it('rotates around its anchor like any object', () => {
    const box = inkBox(drawObjects([ellipse({ x: 10, y: 5, width: 4, height: 2, rotation: 90, hAnchor: 'CENTER', vAnchor: 'CENTER' })]));
    expect(box).toEqual({ left: 90, right: 109, top: 30, bottom: 69 });
  });

  it('may have colours with codes, which are checked', () => {
    const label = labelOf([ellipse({ fillColor: '{VARIABLE;Fill}', lineColor: 'blackish', text: '{VARIABLE;NotOurs}' })]);
    expect(labelNeeds(label).variables).toEqual(['Fill']);
    expect(checkLabel(label).map(({ pointer }) => pointer)).toEqual(['/objs/0/lineColor']);
  });
});
