import { describe, expect, it } from 'vitest';
import { ANY_PRINT, faultOf, filterOf } from '#renderer/panels/print/print-filter.ts';

describe('the search for prints', () => {
  it('has no filter for empty inputs', () => {
    expect(filterOf({ ...ANY_PRINT, content: '  ' }, 'Europe/Zurich')).toEqual({});
  });

  it('uses whole days of the time zone, including the one with 25 hours', () => {
    expect(filterOf({ ...ANY_PRINT, from: '2026-10-25', to: '2026-10-25', state: 'void' }, 'Europe/Zurich')).toEqual({
      state: 'void',
      from: '2026-10-24T22:00:00.000Z',
      to: '2026-10-25T23:00:00.000Z',
    });
  });

  it('trims the text and the serial number', () => {
    expect(filterOf({ ...ANY_PRINT, content: ' L 12 ', serial: ' 0007 ' }, 'Europe/Zurich')).toEqual({ content: 'L 12', serial: '0007' });
  });

  it.each([
    [{ content: 'ab' }, { field: 'content', word: 'contentShort' }],
    [{ content: '日本酒' }, undefined],
    [
      { from: '2026-11-21', to: '2026-11-20' },
      { field: 'to', word: 'order' },
    ],
    [{ from: '2026-11-21', to: '2026-11-21' }, undefined],
  ])('rejects %o: %o', (search, fault) => {
    expect(faultOf({ ...ANY_PRINT, ...search })).toEqual(fault);
  });
});
