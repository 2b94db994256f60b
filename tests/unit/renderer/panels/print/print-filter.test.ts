import { describe, expect, it } from 'vitest';
import { ANY_PRINT, faultOf, filterOf } from '#renderer/panels/print/print-filter.ts';

describe('what prints are searched for', () => {
  it('asks for nothing where a person said nothing', () => {
    expect(filterOf({ ...ANY_PRINT, content: '  ' }, 'Europe/Zurich')).toEqual({});
  });

  it('takes whole days of the zone, also the one with 25 hours', () => {
    expect(filterOf({ ...ANY_PRINT, from: '2026-10-25', to: '2026-10-25', state: 'void' }, 'Europe/Zurich')).toEqual({
      state: 'void',
      from: '2026-10-24T22:00:00.000Z',
      to: '2026-10-25T23:00:00.000Z',
    });
  });

  it('passes a text and a serial on without what surrounds them', () => {
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
  ])('says of %o what is wrong with it: %o', (search, fault) => {
    expect(faultOf({ ...ANY_PRINT, ...search })).toEqual(fault);
  });
});
