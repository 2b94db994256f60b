import { describe, expect, it } from 'vitest';
import { ANY_PRINT, faultOf, filterOf, queryOf, searchOf } from '#renderer/panels/print/print-filter.ts';

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

  it('names the printer, the label, the key and the person', () => {
    const wanted = { ...ANY_PRINT, connection: 'c1', printer: 'Line 1', label: 'Case ', key: '0042', operator: 'Anna' };
    expect(filterOf(wanted, 'UTC')).toEqual({ printer: 'Line 1', label: 'Case', key: '0042', operator: 'Anna' });
  });

  it('is kept in the address of the page', () => {
    const wanted = { ...ANY_PRINT, serial: '37', connection: 'c1', printer: 'Line 1', state: 'void', from: '2026-11-21' } as const;
    expect(queryOf(wanted)).toEqual({ serial: '37', connection: 'c1', printer: 'Line 1', state: 'void', from: '2026-11-21' });
    expect(searchOf(queryOf(wanted))).toEqual(wanted);
  });

  it('leaves out what an address has wrong', () => {
    const query = { serial: ['1', '2'], printer: 'Line 1', state: 'lost', from: 'today', colour: 'red', key: '7' };
    expect(searchOf(query)).toEqual({ ...ANY_PRINT, key: '7' });
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
