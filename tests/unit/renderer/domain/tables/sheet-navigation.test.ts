import { describe, expect, it } from 'vitest';
import { cellAfter } from '#renderer/domain/tables/sheet-navigation.ts';

const size = { rows: 100, columns: 4, rowsInView: 10 };
const press = (key: string, { ctrlKey = false, isForward = true, from = { row: 50, column: 2 } } = {}) =>
  cellAfter({ key, ctrlKey, metaKey: false }, { from, size, isForward });

describe('a key in the sheet', () => {
  it.each([
    ['ArrowUp', { row: 49, column: 2 }],
    ['ArrowDown', { row: 51, column: 2 }],
    ['ArrowLeft', { row: 50, column: 1 }],
    ['ArrowRight', { row: 50, column: 3 }],
    ['PageUp', { row: 40, column: 2 }],
    ['PageDown', { row: 60, column: 2 }],
    ['Home', { row: 50, column: 0 }],
    ['End', { row: 50, column: 3 }],
  ])('%s moves to %o', (key, place) => {
    expect(press(key)).toEqual(place);
  });

  it('moves to the first and the last row', () => {
    expect([press('Home', { ctrlKey: true }), press('End', { ctrlKey: true })]).toEqual([
      { row: 0, column: 2 },
      { row: 99, column: 2 },
    ]);
  });

  it('moves into the header, and never out of the sheet', () => {
    expect(press('ArrowUp', { from: { row: 0, column: 0 } })).toEqual({ row: -1, column: 0 });
    expect(press('ArrowUp', { from: { row: -1, column: 0 } })).toEqual({ row: -1, column: 0 });
    expect(press('PageDown', { from: { row: 95, column: 0 } })).toEqual({ row: 99, column: 0 });
  });

  it('moves in its visual direction in right-to-left text', () => {
    expect(press('ArrowLeft', { isForward: false })).toEqual({ row: 50, column: 3 });
  });

  it('without a function moves nowhere', () => {
    expect([press('a'), press('Enter'), press('Tab')]).toEqual([undefined, undefined, undefined]);
  });
});
