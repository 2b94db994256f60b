import { describe, expect, it } from 'vitest';
import { archiveQuerySchema } from '#contract/plant/archive-search.ts';
import {
  ANY_ARCHIVED_PRINT,
  archiveFilterOf,
  archiveQueryOf,
  archiveSearchOf,
  endsBeforeStart,
  findPlace,
  placeQueryOf,
} from '#renderer/plant/prints/archive-filter.ts';

const SEARCH = {
  ...{ serial: ' A0001 ', value: 'L4711', controller: 'c1', printer: 'Case left', label: 'Food case', key: '4012', operator: 'Anna' },
  ...({ state: 'void', from: '2026-11-20', to: '2026-11-21' } as const),
};

describe('a search of the archive', () => {
  it('is the same after it was in an address', () => {
    expect(archiveSearchOf(archiveQueryOf(SEARCH))).toEqual(SEARCH);
  });

  it('leaves out of an address what is not a state or a day, and what is given twice', () => {
    const query = { state: 'eaten', from: 'yesterday', to: '2026-13-45', serial: ['a', 'b'], other: 'x' };
    expect(archiveSearchOf(query)).toEqual(ANY_ARCHIVED_PRINT);
  });

  it('asks the plant without the spaces around a scan, for whole days of this time zone', () => {
    expect(archiveFilterOf(SEARCH)).toEqual({
      ...{ serial: 'A0001', value: 'L4711', controller: 'c1', printer: 'Case left', label: 'Food case', key: '4012', operator: 'Anna' },
      ...{ state: 'void', from: '2026-11-20T00:00:00.000Z', to: '2026-11-22T00:00:00.000Z' },
    });
  });

  it('is one that the plant understands', () => {
    expect(archiveQuerySchema.safeParse(archiveFilterOf(SEARCH)).success).toBe(true);
  });

  it('without inputs asks for all prints', () => {
    expect(archiveFilterOf(ANY_ARCHIVED_PRINT)).toEqual({});
  });

  it('knows that a period ends before its start', () => {
    expect([SEARCH, { ...SEARCH, to: '2026-11-19' }, { ...SEARCH, to: '' }].map(endsBeforeStart)).toEqual([false, true, false]);
  });
});

describe('the print that an address opens', () => {
  const place = { controller: 'c1', print: 12, reserved: '2026-11-21T14:03:00.000Z' };

  it('is the one that was put there', () => {
    expect(findPlace({ ...archiveQueryOf(SEARCH), ...placeQueryOf(place) })).toEqual(place);
  });

  it.each([{}, { at: 'c1', print: '12' }, { at: 'c1', print: 'x', reserved: place.reserved }, { at: 'c1', print: '1', reserved: 'then' }])(
    'is none for %j',
    (query) => {
      expect(findPlace(query)).toBeUndefined();
    },
  );
});
