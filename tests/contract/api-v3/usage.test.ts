import { afterEach, beforeEach, describe, expect, it } from 'vitest';
import { usageSchema } from '#contract/api-v3/usage.ts';
import { openService, textLabel, warm, type OpenService } from '#support/open-service.ts';

let service: OpenService;
beforeEach(async () => {
  service = await openService();
  await warm(service);
  await put('variables/Lot', { value: 'A1' });
  await put('counters/Serial', { value: 1 });
  await put('shiftCodes/Crew', { shifts: [{ offset: 0, code: 'A' }] });
  await put('tables/Goods', { columns: ['SKU'], rows: [['S1']] });
  await put('labels/Case', textLabel('{VARIABLE;Lot} {COUNTER;Serial} {SHIFTCODE;Crew}'));
  await put('labels/Pallet', textLabel('{VARIABLE;Lot}'));
  const objs = [{ type: 'Text', x: 1, y: 1, text: 'A', font: { family: 'dejavu sans', height: 3 } }];
  await put('labels/Sign', { format: 3, width: 20, height: 10, objs });
});
afterEach(() => service.close());

const put = (path: string, body: object) => service.call(`/api/v3/${path}`, { method: 'PUT', body });
const select = (printer: string, job: object) =>
  service.call(`/api/v3/printers/${encodeURIComponent(printer)}/printJob`, { method: 'POST', body: job });
const usage = async () => usageSchema.parse((await service.call('/api/v3/usage')).json);

describe('the usage of a resource', () => {
  it('lists the labels whose texts name it', async () => {
    const { variables, counters, shiftCodes, labels, tables, fonts } = await usage();
    expect({ variables, counters, shiftCodes, labels, tables }).toEqual({
      variables: { Lot: { jobs: [], labels: ['Case', 'Pallet'] } },
      counters: { Serial: { jobs: [], labels: ['Case'] } },
      shiftCodes: { Crew: { jobs: [], labels: ['Case'] } },
      labels: {},
      tables: {},
    });
    expect(fonts['DejaVu Sans Regular']).toEqual({ jobs: [], labels: ['Sign'] });
  });

  it('lists the selected and the waiting jobs', async () => {
    await select('Line 1', { labelName: 'Pallet', description: 'Morning' });
    await select('Line 1', { labelName: 'Case', tableName: 'Goods', keyColumn: 'SKU', key: 'S1', queue: true, freeze: false });
    const { labels, tables, variables } = await usage();
    const id = expect.any(String) as string;
    const morning = { id, printer: 'Line 1', title: 'Morning', isSelected: true };
    const waiting = { id, printer: 'Line 1', title: 'Case', isSelected: false };
    expect({ labels, tables, lot: variables['Lot']?.jobs }).toEqual({
      labels: { Case: { jobs: [waiting], labels: [] }, Pallet: { jobs: [morning], labels: [] } },
      tables: { Goods: { jobs: [waiting], labels: [] } },
      lot: [morning, waiting],
    });
  });

  it('is empty for a frozen job', async () => {
    await select('Line 1', { labelName: 'Pallet' });
    await select('Line 1', { labelName: 'Case', queue: true, freeze: true });
    const { labels, counters } = await usage();
    expect([Object.keys(labels), counters['Serial']?.jobs]).toEqual([['Pallet'], []]);
  });
});
