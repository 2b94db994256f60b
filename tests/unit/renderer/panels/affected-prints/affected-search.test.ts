import { describe, expect, it } from 'vitest';
import {
  affectedFilter,
  canBlock,
  conditionsOf,
  faultOf,
  firstSearch,
  TEXT,
  valueChoices,
} from '#renderer/panels/affected-prints/affected-search.ts';

const PRINT = {
  label: 'Carton',
  labelRevision: 3,
  variables: { BBE: '12.03.2025' },
  cells: { Batch: 'A7' },
  texts: [{ pointer: '/objs/0', text: 'Best before 12.03.2025' }],
};
const OWN_LABEL = { label: '', texts: PRINT.texts };

describe('the search for affected prints', () => {
  it('begins with the label version, or with the first text of a label that came with its job', () => {
    expect(conditionsOf(PRINT, firstSearch(PRINT))).toEqual({ label: 'Carton', labelRevision: 3 });
    expect(conditionsOf(OWN_LABEL, firstSearch(OWN_LABEL))).toEqual({ content: 'Best before 12.03.2025' });
  });

  it('offers the variables and cells of the print', () => {
    const [variable, column] = valueChoices(PRINT);
    const search = { ...firstSearch(PRINT), isOfVersion: false };
    expect(conditionsOf(PRINT, { ...search, value: JSON.stringify(variable) })).toEqual({ variable: 'BBE', value: '12.03.2025' });
    expect(conditionsOf(PRINT, { ...search, value: JSON.stringify(column), isOfVersion: true })).toEqual({
      ...{ label: 'Carton', labelRevision: 3, column: 'Batch', value: 'A7' },
    });
  });

  it('covers whole days in the time zone of the controller', () => {
    const search = { ...firstSearch(PRINT), from: '2026-03-28', to: '2026-03-29' };
    expect(affectedFilter({ label: 'Carton' }, search, 'Europe/Berlin')).toEqual({
      label: 'Carton',
      from: '2026-03-27T23:00:00.000Z',
      to: '2026-03-29T22:00:00.000Z',
    });
  });

  it('is refused with a short text, or an end before its start', () => {
    const search = { ...firstSearch(PRINT), value: TEXT };
    expect(faultOf({ ...search, content: ' ab ' })).toBe('contentShort');
    expect(faultOf({ ...search, from: '2026-11-02', to: '2026-11-01' })).toBe('order');
    expect(faultOf({ ...search, from: '2026-11-01', to: '2026-11-01' })).toBeUndefined();
  });

  it('can only be blocked with a condition: a period alone would stop every print', () => {
    const search = { ...firstSearch(PRINT), isOfVersion: false };
    expect(canBlock(conditionsOf(PRINT, search))).toBe(false);
    expect(canBlock(conditionsOf(PRINT, { ...search, isOfVersion: true }))).toBe(true);
  });
});
