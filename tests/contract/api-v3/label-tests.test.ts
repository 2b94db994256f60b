import { afterAll, beforeAll, describe, expect, it } from 'vitest';
import { openService, warm, type OpenService } from '#support/open-service.ts';

let service: OpenService;
const LABEL = '/api/v3/labels/Case';
const JOB = '/api/v3/printers/Line%201/printJob';
const AT = '2026-11-30T11:00:00Z';

const label = (expected: string | null, text = '{TIME;{DAYOFMONTH}.{MONTH}.{YEAR};+3months}') => ({
  ...{ format: 3, width: 40, height: 20 },
  objs: [{ type: 'Text', name: 'Best before', x: 2, y: 2, text, font: { family: 'Arimo', height: 3 } }],
  labelTests: [{ name: 'end of February', at: AT, expect: { 'Best before': expected } }],
});
const put = (body: object) => service.call(LABEL, { method: 'PUT', body });
const select = (body: object) => service.call(JOB, { method: 'POST', body });
const failed = (expected: string) => ({
  status: 422,
  json: {
    type: 'urn:strobe:problem:label-test-failed',
    errors: [{ pointer: '/labelTests/0/expect/Best before', detail: expect.stringContaining(expected) as string }],
  },
});

beforeAll(async () => {
  service = await openService({ virtualPrinters: 1 });
  await service.call('/api/v3/settings', { method: 'PUT', body: { timeZone: 'Europe/Berlin', monthEnd: 'end', productionDayStart: 0 } });
  await warm(service);
});
afterAll(() => service.close());

describe('the tests that a label carries', () => {
  it('are stored with it when they pass', async () => {
    expect((await put(label('28.02.2027'))).status).toBe(201);
    expect((await service.call(LABEL)).json).toMatchObject({ labelTests: [{ at: AT, expect: { 'Best before': '28.02.2027' } }] });
    expect((await select({ labelName: 'Case' })).status).toBe(200);
  });

  it('refuse it when they fail, and leave the label unchanged', async () => {
    expect(await put(label('01.03.2027'))).toMatchObject(failed('shows "28.02.2027", not "01.03.2027"'));
    expect((await service.call(LABEL)).json).toMatchObject({ labelTests: [{ expect: { 'Best before': '28.02.2027' } }] });
  });

  it('run again before it is selected: a setting was changed meanwhile', async () => {
    const settings = { timeZone: 'Europe/Berlin', productionDayStart: 0 };
    await service.call('/api/v3/settings', { method: 'PUT', body: { ...settings, monthEnd: 'spill' } });
    expect(await select({ labelName: 'Case' })).toMatchObject(failed('shows "02.03.2027", not "28.02.2027"'));
    await service.call('/api/v3/settings', { method: 'PUT', body: { ...settings, monthEnd: 'end' } });
    expect((await select({ labelName: 'Case' })).status).toBe(200);
  });

  it('run for a label that comes with its job', async () => {
    expect(await select({ labelData: label('01.03.2027') })).toMatchObject(failed('not "01.03.2027"'));
  });

  it.each([
    ['no moment', { expect: { 'Best before': 'x' } }, '/labelTests/0/at'],
    ['a moment that is none', { at: '30 NOV 2026', expect: { 'Best before': 'x' } }, '/labelTests/0/at'],
    ['nothing that is expected', { at: AT, expect: {} }, '/labelTests/0/expect'],
    ['a counter that is no number', { at: AT, counters: { Serial: 'x' }, expect: { a: 'x' } }, '/labelTests/0/counters/Serial'],
  ])('are refused with %s', async (_what, test, pointer) => {
    const { status, json } = await put({ ...label('x'), labelTests: [test] });
    const errors = expect.arrayContaining([expect.objectContaining({ pointer })]) as unknown;
    expect({ status, json }).toMatchObject({ status: 400, json: { errors } });
  });
});
