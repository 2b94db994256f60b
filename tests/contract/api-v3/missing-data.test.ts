import { afterEach, beforeEach, describe, expect, it } from 'vitest';
import { openService, textLabel, warm, type OpenService } from '#support/open-service.ts';

/** Jobs whose table or label was changed after the selection. */

const PRINTER = '/api/v3/printers/Line%201';
const ROWS = [
  ['A', 'Apple'],
  ['B', 'Beer'],
];

let service: OpenService;
const put = (path: string, body: object) => service.call(`/api/v3/${path}`, { method: 'PUT', body });
const post = (path: string, body?: object) => service.call(`${PRINTER}/${path}`, { method: 'POST', body });
const current = async () => ((await service.call(`${PRINTER}/status`)).json as { job: unknown }).job;

beforeEach(async () => {
  service = await openService();
  await put('labels/Case', textLabel('{TABLE;Name}'));
  await put('tables/K', { columns: ['SKU', 'Name'], rows: ROWS });
  await warm(service);
  await post('printJob', { labelName: 'Case', tableName: 'K', keyColumn: 'SKU', key: 'A' });
});
afterEach(() => service.close());

const refusal = (why: string) => ({
  status: 409,
  json: {
    type: 'urn:strobe:problem:printer-cannot-print',
    instance: PRINTER,
    detail: expect.stringContaining(`"Line 1" cannot print now: ${why}`) as string,
  },
});

describe('a trigger is refused as one that cannot print now', () => {
  it('when the row of its job is gone, and the status shows no other row in its place', async () => {
    expect(await current()).toMatchObject({ key: 'A', row: 0 });
    await put('tables/K', { columns: ['SKU', 'Name'], rows: [['B', 'Beer']] });
    expect(await post('trigger')).toMatchObject(refusal('The table "K" has no row'));
    const job = await current();
    expect(job).toMatchObject({ label: 'Case', key: 'A' });
    expect(job).not.toHaveProperty('row');
  });

  it.each([
    ['a column of the label', { columns: ['SKU'], rows: [['A']] }, 'Text (/objs/0): '],
    ['the column of the key', { columns: ['Name'], rows: [['A']] }, 'The table "K" has no column "SKU"'],
  ])('when %s is gone', async (_what, table, why) => {
    await put('tables/K', table);
    expect(await post('trigger')).toMatchObject(refusal(why));
  });

  it('when a change of its label that reaches running jobs uses content that does not exist', async () => {
    const { json: settings } = await service.call('/api/v3/settings');
    await put('settings', { ...(settings as object), labelChangesReachRunningJobs: true });
    await put('labels/Case', textLabel('{VARIABLE;None}'));
    expect(await post('trigger')).toMatchObject(refusal('Text (/objs/0): There is no variable "None"'));
  });

  it('and prints again when its data exist, at the current position of its row', async () => {
    await put('tables/K', { columns: ['SKU', 'Name'], rows: [] });
    expect((await post('trigger')).status).toBe(409);
    await put('tables/K', { columns: ['SKU', 'Name'], rows: ROWS.toReversed() });
    expect([await current(), (await post('trigger')).status]).toEqual([expect.objectContaining({ row: 1 }), 202]);
  });
});
