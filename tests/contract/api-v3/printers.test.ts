import { afterEach, beforeEach, describe, expect, it } from 'vitest';
import type { PrinterDetail } from '#contract/api-v3/printer-configuration.ts';
import { openService, type OpenService } from '#support/open-service.ts';
import { untilHolds } from '#support/until-holds.ts';

const VIRTUAL = {
  engine: { kind: 'virtual', warmUp: 0 },
  type: 'Case coder',
  dpi: 200,
  physicalWidth: 120,
  height: 50,
};
const LABEL = { format: 3, width: 20, height: 5, objs: [{ type: 'Text', x: 1, y: 1, text: 'Box', font: { family: 'Arimo', height: 2 } }] };

let service: OpenService;

beforeEach(async () => {
  service = await openService();
  await service.call('/api/v3/labels/Box', { method: 'PUT', body: LABEL });
});
afterEach(() => service.close());

const put = (name: string, body: unknown, query = '') => service.call(`/api/v3/printers/${name}${query}`, { method: 'PUT', body });
const stateOf = async (name: string) => ((await service.call(`/api/v3/printers/${name}/status`)).json as { state: string }).state;
const detailOf = async (name: string) => (await service.call(`/api/v3/printers/${name}`)).json as PrinterDetail;
const select = (name: string) => service.call(`/api/v3/printers/${name}/printJob`, { method: 'POST', body: { labelName: 'Box' } });
const deselect = (name: string) => service.call(`/api/v3/printers/${name}/printJob`, { method: 'POST', body: {} });

describe('a printer', () => {
  it('is added while others are there, and prints at once', async () => {
    expect(await put('New', VIRTUAL)).toMatchObject({ status: 201 });
    await untilHolds(async () => expect(await stateOf('New')).toBe('STARTED'));
    expect(await select('New')).toMatchObject({ status: 200 });
    expect(await service.call('/api/v3/printers/New/trigger', { method: 'POST' })).toMatchObject({ status: 202 });
    await untilHolds(async () =>
      expect((await service.call('/api/v3/printers/New/printCounters')).json).toMatchObject({ triggers: 1, printedLabels: 1 }),
    );
  });

  it('is listed with its properties, and read with its complete configuration', async () => {
    await put('New', VIRTUAL);
    expect((await service.call('/api/v3/printers')).json).toMatchObject({ New: { id: 'New', type: 'Case coder', dpi: 200, height: 50 } });
    const detail = await detailOf('New');
    expect(detail).toMatchObject({
      enabled: true,
      proof: 'id',
      configuration: { ...VIRTUAL, color: 'black', rotation: 'NONE', mirrored: false, printDelay: 0, productDetector: 'none' },
    });
    expect(await put('New', detail.configuration)).toMatchObject({ status: 204 });
    expect(await detailOf('New')).toEqual(detail);
  });

  it('is still there after a restart of the printers', async () => {
    await put('New', VIRTUAL);
    const rows = await service.db.selectFrom('printers').select(['name', 'position']).orderBy('position').execute();
    expect(rows).toEqual([
      { name: 'Line 1', position: 1 },
      { name: 'Line 2', position: 2 },
      { name: 'New', position: 3 },
    ]);
  });

  it.each([
    [{ dpi: 10 }, '/dpi', 'must be at least 20 dpi'],
    [{ physicalWidth: 0 }, '/physicalWidth', 'must be greater than 0'],
    [{ engine: { kind: 'laser' } }, '/engine/kind', 'must have the kind of an engine'],
    [{ engine: { kind: 'zpl' } }, '/engine/host', 'must be a text'],
    [{ engine: { kind: 'zpl', host: '192.168.0.40', port: 70_000 } }, '/engine/port', 'must be at most 65 535'],
    [{ rotation: 'CW45' }, '/rotation', ''],
    [{ speed: 1 }, '/speed', 'is not known here'],
  ])('is not added with %j: the problem names the field', async (change, pointer, detail) => {
    const { status, json } = await put('New', { ...VIRTUAL, ...change });
    const errors = [{ pointer: expect.stringContaining(pointer) as string, detail: expect.stringContaining(detail) as string }];
    expect({ status, json }).toMatchObject({ status: 400, json: { type: 'urn:strobe:problem:invalid-input', errors } });
    expect((await service.call('/api/v3/printers')).json).not.toHaveProperty('New');
  });

  it('is not changed or removed while a job is selected, but after the job', async () => {
    await put('New', VIRTUAL);
    await untilHolds(async () => expect(await stateOf('New')).toBe('STARTED'));
    await select('New');
    const inUse = { status: 409, json: { type: 'urn:strobe:problem:in-use' } };
    expect(await put('New', { ...VIRTUAL, dpi: 300 })).toMatchObject(inUse);
    expect(await service.call('/api/v3/printers/New', { method: 'DELETE' })).toMatchObject(inUse);
    expect(await service.call('/api/v3/printers/New/disable', { method: 'POST' })).toMatchObject(inUse);
    expect(await put('New', { ...VIRTUAL, dpi: 300 }, '?afterJob=true')).toMatchObject({ status: 202 });
    expect((await detailOf('New')).dpi).toBe(200);
    await deselect('New');
    await untilHolds(async () => expect((await detailOf('New')).dpi).toBe(300));
  });

  it('is disabled and enabled', async () => {
    await put('New', VIRTUAL);
    await service.call('/api/v3/printers/New/disable', { method: 'POST' });
    expect((await service.call('/api/v3/printers/New/status')).json).toMatchObject({
      state: 'STOPPED',
      errors: ['The printer is disabled.'],
    });
    expect((await detailOf('New')).enabled).toBe(false);
    expect((await service.call('/api/v3/printers')).json).toMatchObject({ New: { enabled: false } });
    await service.call('/api/v3/printers/New/enable', { method: 'POST' });
    await untilHolds(async () => expect(await stateOf('New')).toBe('STARTED'));
    expect((await service.call('/api/v3/printers/New/status')).json).toMatchObject({ errors: [] });
  });

  it('is removed; another one of the same name begins with its own folder and settings', async () => {
    await put('New', VIRTUAL);
    await service.call('/api/v3/printers/New/settings', { method: 'PUT', body: { bounceTime: 500 } });
    expect(await service.call('/api/v3/printers/New', { method: 'DELETE' })).toMatchObject({ status: 204 });
    expect(await service.call('/api/v3/printers/New/status')).toMatchObject({ status: 404 });
    await put('New', VIRTUAL);
    expect((await service.call('/api/v3/printers/New/settings')).json).toMatchObject({ bounceTime: 20 });
    const row = await service.db.selectFrom('printers').select('position').where('name', '=', 'New').executeTakeFirst();
    expect(row).toEqual({ position: 4 });
  });

  it('is replaced after its last print is made, and no print becomes unknown', async () => {
    await put('New', { ...VIRTUAL, lineSpeed: 10 });
    await untilHolds(async () => expect(await stateOf('New')).toBe('STARTED'));
    const body = { labelName: 'Box', copies: 1 };
    await service.call('/api/v3/printers/New/printJob', { method: 'POST', body });
    await service.call('/api/v3/printers/New/trigger', { method: 'POST' });
    expect(await put('New', { ...VIRTUAL, dpi: 300 })).toMatchObject({ status: 204 });
    expect((await service.call('/api/v3/prints?printer=New')).json).toMatchObject({ prints: [{ state: 'printed' }] });
  });

  it('stays removed, and a new one does not get the folder of the removed one, if it was the last', async () => {
    await service.call('/api/v3/printers/Line%202', { method: 'DELETE' });
    await put('New', VIRTUAL);
    const rows = await service.db.selectFrom('printers').select(['name', 'position']).orderBy('position').execute();
    expect(rows).toEqual([
      { name: 'Line 1', position: 1 },
      { name: 'New', position: 3 },
    ]);
  });

  it('E17 is replaced by one of two clients that read the same state', async () => {
    await put('New', VIRTUAL);
    const { headers } = await service.call('/api/v3/printers/New');
    const change = (dpi: number) =>
      service.call('/api/v3/printers/New', { method: 'PUT', body: { ...VIRTUAL, dpi }, headers: { 'if-match': headers.etag ?? '' } });
    expect((await change(300)).status).toBe(204);
    expect((await change(600)).status).toBe(412);
  });

  it('cannot be added in safe mode', async () => {
    await service.close();
    service = await openService({ isSafeMode: true });
    expect(await put('New', VIRTUAL)).toMatchObject({ status: 503 });
  });
});

describe('a test of a printer', () => {
  it('prints nothing, with a stored configuration and with one that is not stored', async () => {
    const answer = { status: 200, json: { reachable: true, identity: { model: 'V70' }, errors: [], proof: 'id' } };
    expect(await service.call('/api/v3/printers/Line%201/test', { method: 'POST' })).toMatchObject(answer);
    expect(await service.call('/api/v3/printers/test', { method: 'POST', body: VIRTUAL })).toMatchObject({ status: 200 });
    expect((await service.call('/api/v3/prints')).json).toMatchObject({ prints: [] });
  });
});

it('every kind of engine is listed with the schema of its configuration', async () => {
  const kinds = (await service.call('/api/v3/engines')).json as { kind: string; schema: { properties: object } }[];
  expect(kinds.find(({ kind }) => kind === 'virtual')).toMatchObject({
    shape: 'bitmap',
    proof: 'id',
    schema: { type: 'object', properties: { model: { enum: ['V70', 'V35', 'V50C'] } } },
  });
});
