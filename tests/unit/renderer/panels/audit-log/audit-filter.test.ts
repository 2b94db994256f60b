import { expect, it } from 'vitest';
import { controllerFilter, fieldsOf, isLimited, NO_FILTER, queryOf, stationFilter } from '#renderer/panels/audit-log/audit-filter.ts';

const FIELDS = { ...NO_FILTER, source: 'c1' };

it('contains whole days of this screen, and only the fields that have a value', () => {
  const fields = { ...FIELDS, from: '2026-11-21', to: '2026-11-22', person: ' Ada ', printer: 'Line 1' };
  const period = { from: new Date(2026, 10, 21).getTime(), to: new Date(2026, 10, 23).getTime() };
  expect(stationFilter(fields)).toEqual({ ...period, person: 'Ada', printer: 'Line 1' });
  expect(controllerFilter(fields)).toEqual({ ...period, person: 'Ada', printer: 'Line 1' });
});

it('passes the kinds and outcomes on that the source has', () => {
  const ofStation = { ...FIELDS, kind: 'labels', outcome: 'unknown' } as const;
  const ofController = { ...FIELDS, kind: 'triggers', outcome: 'unknown' } as const;
  expect([stationFilter(ofStation), controllerFilter(ofStation)]).toEqual([{ kind: 'labels' }, { outcome: 'unknown' }]);
  expect([stationFilter(ofController), controllerFilter(ofController)]).toEqual([{}, { chain: 'triggers', outcome: 'unknown' }]);
});

it('is the same after it was in an address', () => {
  const fields = { ...FIELDS, from: '2026-11-21', label: 'Case & co', outcome: 'failed' } as const;
  expect(fieldsOf(queryOf(fields))).toEqual(fields);
  expect(fieldsOf({ outcome: 'broken', person: ['Ada'] })).toEqual({ ...NO_FILTER, source: 'station' });
});

it('limits the records when a field other than the source has a value', () => {
  expect([isLimited(FIELDS), isLimited({ ...FIELDS, text: 'x' })]).toEqual([false, true]);
});
