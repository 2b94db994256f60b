import { afterEach, beforeEach, describe, expect, it } from 'vitest';
import { labelChangeSchema } from '#contract/api-v3/label-change.ts';
import { controllerSettingsSchema } from '#contract/api-v3/settings.ts';
import { printerStatusSchema } from '#contract/api-v3/printer.ts';
import { usageSchema } from '#contract/api-v3/usage.ts';
import { openService, textLabel, warm, type Call, type OpenService } from '#support/open-service.ts';

const CARTON = '/api/v3/labels/Carton';

let service: OpenService;
beforeEach(async () => {
  service = await openService({ virtualPrinters: 3 });
  for (const printer of ['Line%201', 'Line%202']) {
    await warm(service, printer);
    await put('one');
    await service.call(`/api/v3/printers/${printer}/printJob`, { method: 'POST', body: { labelName: 'Carton' } });
  }
  await put('two');
});
afterEach(() => service.close());

const put = (text: string, query = '', headers: Call['headers'] = {}) =>
  service.call(CARTON + query, { method: 'PUT', body: textLabel(text), headers });
const revision = async (printer: string) =>
  printerStatusSchema.parse((await service.call(`/api/v3/printers/${printer}/status`)).json).job?.revision;
const revisions = async () => [await revision('Line%201'), await revision('Line%202')];

describe('a PUT of a label that jobs print', () => {
  it('does not reach them', async () => {
    expect(await revisions()).toEqual([1, 2]);
    expect((await put('three')).status).toBe(204);
    expect(await revisions()).toEqual([1, 2]);
  });

  it('answers with the jobs that it reaches when it asks for it', async () => {
    const { status, json } = await put('three', '?runningJobs=update&printers=Line%201,Line%202');
    const change = labelChangeSchema.parse(json);
    expect([status, change.revision, change.jobs.map(({ printer }) => printer)]).toEqual([200, 4, ['Line 1', 'Line 2']]);
    expect(await revisions()).toEqual([4, 4]);
  });

  it('reaches one printer, whose name may be a parameter of its own', async () => {
    await put('three', '?runningJobs=update&printers=Line%202&printers=Line%203');
    expect(await revisions()).toEqual([1, 4]);
  });

  it('reaches all of them while the setting is on, unless it says that they keep their version', async () => {
    const settings = controllerSettingsSchema.parse((await service.call('/api/v3/settings')).json);
    expect(settings.labelChangesReachRunningJobs).toBe(false);
    await service.call('/api/v3/settings', { method: 'PUT', body: { ...settings, labelChangesReachRunningJobs: true } });
    expect((await put('three')).status).toBe(204);
    expect(await revisions()).toEqual([4, 4]);
    await put('four', '?runningJobs=keep');
    expect(await revisions()).toEqual([4, 4]);
  });

  it.each([
    ['?runningJobs=update&printers=Line%209', 404, 'There is no printer "Line 9".'],
    ['?runningJobs=update&printers=Line%201,', 404, 'There is no printer "".'],
    ['?printers=Line%201', 400, '?printers: needs runningJobs=update'],
    ['?runningJobs=keep&printers=Line%201', 400, '?printers: needs runningJobs=update'],
    ['?runningJobs=all', 400, '?runningJobs: must be update or keep'],
  ])('is refused with %s, and stores nothing', async (query, status, detail) => {
    expect(await put('three', query)).toMatchObject({ status, json: { detail } });
    expect((await service.call(`${CARTON}/versions`)).json).toMatchObject({ versions: [{ revision: 3 }, {}, {}] });
    expect(await revisions()).toEqual([1, 2]);
  });

  it('creates a label that no job prints', async () => {
    const { status, text } = await service.call('/api/v3/labels/Tea?runningJobs=update', { method: 'PUT', body: textLabel('tea') });
    expect([status, text]).toEqual([201, '']);
  });

  it('is stored under a condition only', async () => {
    const { status } = await put('three', '?runningJobs=update', { 'if-match': '"other"' });
    expect([status, await revisions()]).toEqual([412, [1, 2]]);
  });

  it('E8 reaches the printers of a limited key only', async () => {
    const key = await service.apiKeys.add({ name: 'limited', scopes: ['read', 'edit'], printers: ['Line 1'] });
    const headers = { authorization: `Bearer ${key}` };
    for (const query of ['', '&printers=Line%201,Line%202']) {
      expect(await put('three', `?runningJobs=update${query}`, headers)).toMatchObject({
        status: 403,
        json: { detail: 'The key "limited" is limited to the printers "Line 1": name some of them in the parameter printers.' },
      });
    }
    expect((await put('three', '?runningJobs=update&printers=Line%201', headers)).status).toBe(200);
    expect(await revisions()).toEqual([4, 2]);
  });

  it('leaves the label in use by its jobs', async () => {
    const usage = usageSchema.parse((await service.call('/api/v3/usage')).json);
    expect(usage.labels['Carton']?.jobs.map(({ printer }) => printer)).toEqual(['Line 1', 'Line 2']);
    for (const call of [() => service.call(CARTON, { method: 'DELETE' }), () => rename()]) expect((await call()).status).toBe(409);
  });
});

const rename = () => service.call(`${CARTON}/rename`, { method: 'POST', body: { name: 'Box' } });
