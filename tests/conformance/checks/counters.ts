import type { Check } from '../check.ts';
import { expectHolds, expectRefused, expectSame } from '../expectations.ts';
import { SHIFTS } from '../material.ts';
import { listed } from './lists.ts';

const strict = (id: string, says: string, run: Check['run']): Check => ({ id, level: 'extensions', source: 'strobe', says, run });

/** Counters and shift codes, in addition to the checks of all resources. */
export const counterChecks: readonly Check[] = [
  strict('counters.defaults', 'Omitted attributes of a counter have their default values.', async (visit) => {
    const path = visit.own('counters');
    await visit.target.put(path, { value: 3, minValue: 3, width: 5, repeat: 4 });
    await visit.target.put(path, { value: 5 });
    expectHolds(await visit.target.get(path), { value: 5, minValue: 0, repeat: 1, step: 1, width: 0 });
  }),
  strict('counters.list', 'The list of counters contains each value.', async (visit) => {
    await visit.target.put(visit.own('counters'), { value: 42 });
    const answer = await visit.target.get('/counters');
    const item = listed(answer).find(([name]) => name === visit.name('one'))?.[1];
    expectSame(answer, item?.['value'], 42);
  }),
  strict('counters.preview', 'A preview counts on with step and repeat, wraps, and moves nothing.', async (visit) => {
    const path = visit.own('counters');
    await visit.target.put(path, { value: 8, minValue: 1, maxValue: 9, repeat: 2 });
    const answer = await visit.target.get(`${path}/preview?prints=5`);
    expectHolds(answer, { first: { print: 1, value: 8 }, last: { print: 5, value: 1 }, wrap: { print: 5, value: 1 } });
    expectHolds(await visit.target.get(path), { value: 8 });
    for (const prints of ['0', 'many']) expectRefused(await visit.target.get(`${path}/preview?prints=${prints}`));
  }),
  strict('shiftCodes.list', 'The list of shift codes contains the current code.', async (visit) => {
    await visit.target.put(visit.own('shiftCodes'), { shifts: [{ offset: 0, code: 'All day' }] });
    const answer = await visit.target.get('/shiftCodes');
    const item = listed(answer).find(([name]) => name === visit.name('one'))?.[1];
    expectSame(answer, item?.['code'], 'All day');
  }),
  strict('shiftCodes.same-offset', 'Two shifts cannot begin at the same minute.', async (visit) => {
    const path = visit.own('shiftCodes');
    const duplicates = [
      { offset: 60, code: 'A' },
      { offset: 60, code: 'B' },
    ];
    expectRefused(await visit.target.put(path, { shifts: duplicates }));
    expectRefused(await visit.target.get(path));
  }),
  strict('shiftCodes.preview', 'A preview lists the changes of a day.', async (visit) => {
    const path = visit.own('shiftCodes');
    await visit.target.put(path, SHIFTS);
    expectHolds(await visit.target.get(`${path}/preview?hours=24`), { changes: [{}, {}] });
  }),
];
