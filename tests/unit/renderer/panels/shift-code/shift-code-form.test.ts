import { describe, expect, it } from 'vitest';
import { readShifts, shiftFields } from '#renderer/panels/shift-code/shift-code-form.ts';

const SHIFTS = [
  { offset: 360, code: 'E' },
  { offset: 1439, code: 'N' },
];

describe('reading the form of a shift code', () => {
  it('returns the fields that it was filled from', () => {
    expect(shiftFields(SHIFTS).map(({ time }) => time)).toEqual(['06:00', '23:59']);
    expect(readShifts(shiftFields(SHIFTS), 'Who packs').shiftCode).toEqual({ shifts: SHIFTS, description: 'Who packs' });
  });

  it.each([
    ['no time', { time: '24:00', code: 'N' }, 'time'],
    ['words', { time: 'noon', code: 'N' }, 'time'],
    ['a time twice', { time: '6:00', code: 'N' }, 'twice'],
    ['no code', { time: '7:00', code: '' }, 'code'],
  ])('reports a row with %s', (_, row, fault) => {
    const rows = [...shiftFields(SHIFTS), { id: 7, ...row }];
    expect(readShifts(rows, '')).toEqual({ shiftCode: undefined, faults: new Map([[7, fault]]) });
  });
});
