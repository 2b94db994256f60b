import { afterEach, beforeEach, describe, expect, it } from 'vitest';
import { openService, textLabel, warm, type OpenService } from '#support/open-service.ts';

let service: OpenService;
beforeEach(async () => {
  service = await openService();
  await warm(service);
  await put('variables/Lot', { value: 'A1' });
  await put('counters/Serial', { value: 7 });
  await put('shiftCodes/Crew', { shifts: [{ offset: 0, code: 'A' }] });
  await put('tables/Goods', { columns: ['SKU'], rows: [['S1']] });
  await put('labels/Case', textLabel('first'));
  await put('labels/Case', textLabel('second'));
});
afterEach(() => service.close());

const put = (path: string, body: object) => service.call(`/api/v3/${path}`, { method: 'PUT', body });
const read = async (path: string) => (await service.call(`/api/v3/${path}`)).json;
const rename = (path: string, name: string) => service.call(`/api/v3/${path}/rename`, { method: 'POST', body: { name } });
const refusal = (slug: string, detail: string) => ({ status: 409, json: { type: `urn:strobe:problem:${slug}`, detail } });

const THINGS = ['labels/Case', 'tables/Goods', 'variables/Lot', 'counters/Serial', 'shiftCodes/Crew'];

describe('a renaming', () => {
  it.each(THINGS)('of %s gives the same thing another name', async (path) => {
    const before = await read(path);
    const renamed = path.replace(/\/.*/, '/Renamed');
    expect(await rename(path, 'Renamed')).toMatchObject({ status: 204, text: '' });
    expect([await read(renamed), (await service.call(`/api/v3/${path}`)).status]).toEqual([before, 404]);
  });

  it.each(THINGS)('of %s is refused where the name is taken, be it by itself', async (path) => {
    const name = path.replace(/.*\//, '');
    expect(await rename(path, name)).toMatchObject({ status: 409, json: { type: 'urn:strobe:problem:name-taken' } });
  });

  it.each(THINGS.map((path) => path.replace(/\/.*/, '/Nothing')))('of %s is refused where there is none', async (path) => {
    expect(await rename(path, 'Renamed')).toMatchObject({ status: 404, json: { type: 'urn:strobe:problem:not-found' } });
  });

  it('moves the versions of a label with their numbers', async () => {
    await rename('labels/Case', 'Crate');
    expect(await read('labels/Crate/versions')).toMatchObject({ versions: [{ revision: 2, isCurrent: true }, { revision: 1 }] });
    expect(await read('labels/Crate/versions/1')).toMatchObject(textLabel('first'));
    await put('labels/Case', textLabel('third'));
    expect(await read('labels/Case/versions')).toMatchObject({ versions: [{ revision: 3, isCurrent: true }], next: null });
  });

  it('renumbers the versions if another label had the name before', async () => {
    await put('labels/Crate', textLabel('other'));
    await service.call('/api/v3/labels/Crate', { method: 'DELETE' });
    await rename('labels/Case', 'Crate');
    const versions = [{ revision: 3, isCurrent: true }, { revision: 2 }, { revision: 1 }];
    expect(await read('labels/Crate/versions')).toMatchObject({ versions });
    expect(await read('labels/Crate/versions/1')).toMatchObject(textLabel('other'));
    await put('labels/Crate', textLabel('next'));
    expect(await read('labels')).toMatchObject({ Crate: { revision: 4 } });
  });

  it('of what a label names is refused, naming the label, and changes nothing', async () => {
    await put('labels/Pallet', textLabel('{COUNTER;Serial}'));
    const detail = 'The counter "Serial" is needed by the label "Pallet".';
    expect(await rename('counters/Serial', 'Number')).toMatchObject(refusal('in-use', detail));
    expect(await read('counters')).toEqual([{ name: 'Serial', value: 7 }]);
  });

  it('of a label and a table that a job needs is refused, naming the job, until it is over', async () => {
    const job = { labelName: 'Case', tableName: 'Goods', keyColumn: 'SKU', key: 'S1', description: 'Morning' };
    await service.call('/api/v3/printers/Line%201/printJob', { method: 'POST', body: job });
    expect(await rename('labels/Case', 'Crate')).toMatchObject({ status: 409, json: { type: 'urn:strobe:problem:in-use' } });
    const detail = expect.stringMatching(/^The table "Goods" is needed by "Morning" on "Line 1" \(job .+\)\.$/) as string;
    expect(await rename('tables/Goods', 'Wares')).toMatchObject(refusal('in-use', detail));
    await service.call('/api/v3/printers/Line%201/printJob', { method: 'POST', body: {} });
    expect(await rename('tables/Goods', 'Wares')).toMatchObject({ status: 204 });
  });

  it('normalises the name, and accepts no other keys', async () => {
    expect(await rename('variables/Lot', 'Cafe\u0301')).toMatchObject({ status: 204 });
    expect(await read('variables')).toEqual([{ name: 'Caf\u00e9', value: 'A1' }]);
    expect(await rename('tables/Goods', '')).toMatchObject({ status: 400, json: { type: 'urn:strobe:problem:invalid-input' } });
  });
});
