import { afterEach, beforeEach, describe, expect, it } from 'vitest';
import type { Print } from '#contract/api-v3/print.ts';
import type { PrinterDetail } from '#contract/api-v3/printer-configuration.ts';
import { findLedgerFaults } from '#controller/ledger/ledger-checks.ts';
import { openService, type OpenService } from '#support/open-service.ts';
import { untilHolds } from '#support/until-holds.ts';
import { ZplEmulator } from '../../../electron/emulators/zpl/zpl-emulator.ts';

const LABEL = { format: 3, width: 20, height: 5, objs: [{ type: 'Text', x: 1, y: 1, text: 'Box', font: { family: 'Arimo', height: 2 } }] };
const AREA = { dpi: 300, physicalWidth: 100, height: 30 };
const IN_USE = { status: 409, json: { type: 'urn:strobe:problem:in-use' } };

let service: OpenService;
let device: ZplEmulator;

beforeEach(async () => {
  service = await openService();
  device = new ZplEmulator({ printTime: 20, count: 500 });
  await device.start();
  await service.call('/api/v3/labels/Box', { method: 'PUT', body: LABEL });
});
afterEach(async () => {
  await service.close();
  await device.stop();
});

const path = (name: string, rest = '') => `/api/v3/printers/${encodeURIComponent(name)}${rest}`;
const put = (name: string, body: unknown, query = '') => service.call(path(name, query), { method: 'PUT', body });
const post = (name: string, rest: string, body?: unknown) =>
  service.call(path(name, rest), { method: 'POST', ...(body !== undefined && { body }) });
const detailOf = async (name: string) => (await service.call(path(name))).json as PrinterDetail;
const statusOf = async (name: string) => (await service.call(path(name, '/status'))).json as { state: string; errors: string[] };
const countersOf = async (name: string) => (await service.call(path(name, '/printCounters'))).json;
const printsOf = async (name: string) => ((await service.call(`/api/v3/prints?printer=${name}`)).json as { prints: Print[] }).prints;
/** The device's count is read after its state; until then it takes no print. */
const countKnown = () =>
  untilHolds(async () => expect((await service.call(path('Zebra', '/engineCount'))).json).toMatchObject({ explained: 500 }));
const inState = (name: string, state: string) => untilHolds(async () => expect((await statusOf(name)).state).toBe(state));
/** Another device of the model answers, and the printer has noticed it. */
async function replaceDevice(): Promise<void> {
  device.replace('EMU0002', 7);
  await untilHolds(async () => expect((await detailOf('Zebra')).otherDevice).toMatchObject({ serial: 'EMU0002' }));
}
const select = (name: string) => post(name, '/printJob', { labelName: 'Box' });
const zpl = () => ({ engine: { kind: 'zpl', host: '127.0.0.1', port: device.port }, ...AREA });
const VIRTUAL = { engine: { kind: 'virtual', warmUp: 0 }, ...AREA };

/** Prints one product of the selected job. */
async function print(name: string): Promise<void> {
  const { length } = await printsOf(name);
  await untilHolds(async () => expect((await post(name, '/trigger')).status).toBe(202));
  await untilHolds(async () => {
    const prints = await printsOf(name);
    expect(prints).toHaveLength(length + 1);
    expect(prints[0]?.state).toBe('printed');
  });
}

describe('the device of a printer', () => {
  it('is stored when it answers for the first time, and expected after a change of the configuration', async () => {
    await put('Zebra', zpl());
    await inState('Zebra', 'STARTED');
    const identity = { model: 'EMULATOR-300dpi', serial: 'EMU0001', firmware: 'V1.0.0' };
    await untilHolds(async () => expect((await detailOf('Zebra')).device).toMatchObject(identity));
    const row = await service.db.selectFrom('printers').select('device').where('name', '=', 'Zebra').executeTakeFirstOrThrow();
    expect(JSON.parse(row.device ?? '')).toMatchObject(identity);
    await put('Zebra', { ...zpl(), printDelay: 5 });
    await replaceDevice();
    expect((await statusOf('Zebra')).errors.join()).toMatch(/Another device answers at .*EMU0002 instead of .*EMU0001/);
    expect(await detailOf('Zebra')).toMatchObject({ device: identity, otherDevice: { serial: 'EMU0002' } });
  });

  it('D5 is replaced by another one only when a person accepts that; the job goes on with the count of the new one', async () => {
    await put('Zebra', zpl());
    await inState('Zebra', 'STARTED');
    await select('Zebra');
    await print('Zebra');
    await replaceDevice();
    expect(await post('Zebra', '/trigger')).toMatchObject({ status: 409 });
    const made = device.paper.length;
    const headers = { 'strobe-author': 'Ada' };
    expect((await service.call(path('Zebra', '/acceptDevice'), { method: 'POST', headers })).status).toBe(204);
    await inState('Zebra', 'STARTED');
    await untilHolds(async () =>
      expect((await service.call(path('Zebra', '/engineCount'))).json).toMatchObject({ counted: 7, explained: 7 }),
    );
    await print('Zebra');
    expect(device.paper).toHaveLength(made + 1);
    expect((await statusOf('Zebra')).errors).toEqual([]);
    const detail = await detailOf('Zebra');
    expect(detail.device).toMatchObject({ serial: 'EMU0002', acceptedBy: 'Ada', replaced: { serial: 'EMU0001' } });
    expect(detail).not.toHaveProperty('otherDevice');
  });

  it('D5 A2 never settles by its count what an earlier device got', async () => {
    await put('Zebra', zpl());
    await inState('Zebra', 'STARTED');
    await select('Zebra');
    await print('Zebra');
    device.mechanism.hold(true);
    await untilHolds(async () => expect((await post('Zebra', '/trigger')).status).toBe(202));
    await replaceDevice();
    device.mechanism.hold(false);
    await post('Zebra', '/acceptDevice');
    await inState('Zebra', 'STARTED');
    await untilHolds(async () => expect((await printsOf('Zebra'))[0]?.state).toBe('unknown'));
    const [open] = await printsOf('Zebra');
    await print('Zebra');
    await post('Zebra', '/printJob', {});
    await post('Zebra', '/disable');
    await post('Zebra', '/enable');
    await inState('Zebra', 'STARTED');
    await untilHolds(async () =>
      expect((await service.call(path('Zebra', '/engineCount'))).json).toMatchObject({ counted: 8, explained: 8 }),
    );
    expect((await printsOf('Zebra')).find(({ id }) => id === open?.id)?.state).toBe('unknown');
  });

  it('is forgotten with another address, and its count too', async () => {
    await put('Zebra', zpl());
    await inState('Zebra', 'STARTED');
    await untilHolds(async () => expect((await detailOf('Zebra')).device).toMatchObject({ serial: 'EMU0001' }));
    const other = new ZplEmulator({ identity: { serial: 'EMU0009' }, count: 3 });
    await other.start();
    try {
      await put('Zebra', { ...zpl(), engine: { kind: 'zpl', host: '127.0.0.1', port: other.port } });
      await inState('Zebra', 'STARTED');
      await untilHolds(async () => expect((await detailOf('Zebra')).device).toMatchObject({ serial: 'EMU0009' }));
      await untilHolds(async () => expect((await service.call(path('Zebra', '/engineCount'))).json).toMatchObject({ explained: 3 }));
      expect((await statusOf('Zebra')).errors).toEqual([]);
    } finally {
      await put('Zebra', VIRTUAL);
      await other.stop();
    }
  });

  it('is not accepted while no other one answers', async () => {
    expect(await post('Line 1', '/acceptDevice')).toMatchObject({ status: 409, json: { type: 'urn:strobe:problem:no-other-device' } });
    expect((await post('Nothing', '/acceptDevice')).status).toBe(404);
  });
});

describe('a renamed printer', () => {
  it('keeps its prints, counts, history, settings and device, and prints on', async () => {
    await put('Old', zpl());
    await service.call(path('Old', '/settings'), { method: 'PUT', body: { bounceTime: 0 } });
    await inState('Old', 'STARTED');
    await select('Old');
    await print('Old');
    expect(await post('Old', '/rename', { name: 'New' })).toMatchObject(IN_USE);
    await post('Old', '/printJob', {});
    const [counters, history] = [await countersOf('Old'), (await service.call(path('Old', '/printHistory?resolution=DAYS'))).json];
    const { device: known } = await detailOf('Old');
    expect((await post('Old', '/rename', { name: 'New' })).status).toBe(204);
    expect((await service.call(path('Old', '/status'))).status).toBe(404);
    expect(Object.keys((await service.call('/api/v3/printers')).json as object)).toEqual(['Line 1', 'Line 2', 'New']);
    expect(await countersOf('New')).toEqual(counters);
    expect((await service.call(path('New', '/printHistory?resolution=DAYS'))).json).toEqual(history);
    expect((await service.call(path('New', '/settings'))).json).toMatchObject({ bounceTime: 0 });
    expect((await detailOf('New')).device).toEqual(known);
    expect(await printsOf('New')).toHaveLength(1);
    await select('New');
    await print('New');
    expect(await countersOf('New')).toMatchObject({ printedLabels: 2 });
    expect((await statusOf('New')).errors).toEqual([]);
  });

  it('takes no name of another printer, or of prints that a removed printer has left', async () => {
    await put('Gone', VIRTUAL);
    await inState('Gone', 'STARTED');
    await select('Gone');
    await print('Gone');
    await post('Gone', '/printJob', {});
    await service.call(path('Gone'), { method: 'DELETE' });
    const taken = { status: 409, json: { type: 'urn:strobe:problem:name-taken' } };
    expect(await post('Line 1', '/rename', { name: 'Line 2' })).toMatchObject(taken);
    expect(await post('Line 1', '/rename', { name: 'Gone' })).toMatchObject(taken);
    expect(Object.keys((await service.call('/api/v3/printers')).json as object)).toEqual(['Line 1', 'Line 2']);
    expect((await post('Nothing', '/rename', { name: 'X' })).status).toBe(404);
    expect((await post('Line 1', '/rename', { name: '' })).status).toBe(400);
  });

  it('can be named by the API keys that are limited to it', async () => {
    const key = await service.apiKeys.add({ name: 'plc', scopes: ['read', 'print', 'edit', 'admin'], printers: ['Line 1', 'Line 2'] });
    const headers = { authorization: `Bearer ${key}` };
    await post('Line 1', '/rename', { name: 'Filler' });
    expect((await service.call(path('Filler', '/status'), { headers })).status).toBe(200);
    expect((await service.call(path('Line 2', '/status'), { headers })).status).toBe(200);
    expect((await service.call(path('Line 1', '/status'), { headers })).status).toBe(403);
  });

  it('moves every table that names its printer', async () => {
    const { TABLES_BY_PRINTER } = await import('#controller/printing/printer-records.ts');
    const tables = await service.db.introspection.getTables();
    const named = tables.filter(({ columns }) => columns.some(({ name }) => name === 'printer')).map(({ name }) => name);
    expect([...TABLES_BY_PRINTER].sort()).toEqual(named.sort());
  });
});

describe('a test print', () => {
  it('is recorded as a test, is in no count of labels, and explains the count of the device', async () => {
    await put('Zebra', zpl());
    await inState('Zebra', 'STARTED');
    await countKnown();
    expect(await post('Zebra', '/testPrint')).toMatchObject({ status: 202, json: { result: 'printing' } });
    await untilHolds(async () => expect(await printsOf('Zebra')).toMatchObject([{ state: 'printed', purpose: 'test', proof: 'count' }]));
    expect(await countersOf('Zebra')).toMatchObject({ triggers: 0, printedLabels: 0 });
    await untilHolds(async () =>
      expect((await service.call(path('Zebra', '/engineCount'))).json).toMatchObject({ counted: 501, explained: 501 }),
    );
    expect((await statusOf('Zebra')).errors).toEqual([]);
    const [sheet] = device.paper;
    expect(sheet?.picture).toMatchObject({ width: 1181, height: 354 });
    await select('Zebra');
    await print('Zebra');
    expect(await countersOf('Zebra')).toMatchObject({ printedLabels: 1 });
    expect(await findLedgerFaults(service.db)).toEqual([]);
  });

  it('is refused while a job is selected, while a print is not settled, and by a printer that is not ready', async () => {
    await put('Zebra', zpl());
    await inState('Zebra', 'STARTED');
    await countKnown();
    await select('Zebra');
    expect(await post('Zebra', '/testPrint')).toMatchObject(IN_USE);
    await post('Zebra', '/printJob', {});
    device.mechanism.hold(true);
    expect((await post('Zebra', '/testPrint')).status).toBe(202);
    const refused = { status: 409, json: { type: 'urn:strobe:problem:printer-cannot-print' } };
    expect(await post('Zebra', '/testPrint')).toMatchObject(refused);
    device.mechanism.hold(false);
    await untilHolds(async () => expect(await printsOf('Zebra')).toMatchObject([{ state: 'printed' }]));
    await post('Zebra', '/disable');
    expect(await post('Zebra', '/testPrint')).toMatchObject(refused);
    expect(await printsOf('Zebra')).toHaveLength(1);
  });

  it('prints a label that is not stored, with the values of a row and without advancing its counter', async () => {
    await put('Virtual', VIRTUAL);
    await inState('Virtual', 'STARTED');
    await service.call('/api/v3/counters/Box', { method: 'PUT', body: { value: 7 } });
    await service.call('/api/v3/tables/Products', { method: 'PUT', body: { columns: ['Key', 'Name'], rows: [['1', 'Jam']] } });
    const text = (shown: string) => ({ type: 'Text', x: 1, y: 1, text: shown, font: { family: 'Arimo', height: 4 } });
    const labelOf = (shown: string) => ({ format: 3, width: 40, height: 20, objs: [text(shown)] });
    const row = { tableName: 'Products', keyColumn: 'Key', key: '1' };
    const labelData = labelOf('{TABLE;Name} {COUNTER;Box}');
    expect(await post('Virtual', '/testPrint', { labelData, row })).toMatchObject({ status: 202, json: { result: 'printing' } });
    await untilHolds(async () => expect(await printsOf('Virtual')).toMatchObject([{ state: 'printed', purpose: 'test' }]));
    const [test] = await printsOf('Virtual');
    expect((await service.call(`/api/v3/prints/${test?.id}`)).text).toContain('Jam');
    expect((await service.call('/api/v3/counters/Box')).json).toMatchObject({ value: 7 });
    expect(await countersOf('Virtual')).toMatchObject({ triggers: 0, printedLabels: 0 });
    expect(await post('Virtual', '/testPrint', { labelData: labelOf('{TABLE;Name}') })).toMatchObject({ status: 422 });
    expect(await post('Virtual', '/testPrint', { labelData, row: { ...row, key: '2' } })).toMatchObject({ status: 404 });
    expect(await findLedgerFaults(service.db)).toEqual([]);
  });

  it('has the picture that was printed, and can be repeated as a test', async () => {
    await put('Größe {1}', VIRTUAL);
    await inState('Größe {1}', 'STARTED');
    await post('Größe {1}', '/testPrint');
    const name = encodeURIComponent('Größe {1}');
    await untilHolds(async () => expect(await printsOf(name)).toMatchObject([{ state: 'printed', purpose: 'test' }]));
    const [test] = await printsOf(name);
    const image = await service.call(`/api/v3/prints/${test?.id}/image`);
    expect({ status: image.status, type: image.headers['content-type'] }).toEqual({ status: 200, type: 'image/png' });
    await service.call(`/api/v3/prints/${test?.id}/reprint`, { method: 'POST', body: { reason: 'again' } });
    await untilHolds(async () => expect(await printsOf(name)).toMatchObject([{ state: 'printed', purpose: 'test' }, {}]));
    expect(await countersOf('Größe {1}')).toMatchObject({ printedLabels: 0 });
  });
});

describe('the password of a printer', () => {
  const URL = 'ipps://127.0.0.1:1/ipp/print';
  const ipp = (engine: object = {}) => ({ engine: { kind: 'ipp', url: URL, user: 'line', ...engine }, ...AREA });
  const storedPassword = async () => {
    const row = await service.db.selectFrom('printers').select('config').where('name', '=', 'Office').executeTakeFirstOrThrow();
    return (JSON.parse(row.config) as { engine: { password: string | null } }).engine.password;
  };

  it('is never read back, and stays when what was read is written again', async () => {
    await put('Office', ipp({ password: 'secret' }));
    const answer = await service.call(path('Office'));
    expect(answer.text).not.toContain('secret');
    const { configuration } = await detailOf('Office');
    expect(configuration.engine).toMatchObject({ user: 'line', password: null, passwordSet: true });
    expect((await put('Office', configuration)).status).toBe(204);
    expect(await storedPassword()).toBe('secret');
    await put('Office', ipp());
    expect(await storedPassword()).toBe('secret');
  });

  it('is removed by null, and is not sent to another address', async () => {
    await put('Office', ipp({ password: 'secret' }));
    await put('Office', ipp({ password: null }));
    expect((await detailOf('Office')).configuration.engine).not.toHaveProperty('passwordSet');
    await put('Office', ipp({ password: 'secret' }));
    await put('Office', ipp({ url: 'ipps://127.0.0.1:2/ipp/print', passwordSet: true }));
    expect(await storedPassword()).toBeNull();
  });

  it('needs an encrypted connection', async () => {
    const answer = await put('Office', ipp({ url: 'ipp://192.168.0.41/ipp/print', password: 'secret' }));
    expect(answer).toMatchObject({ status: 400, json: { errors: [{ pointer: '/engine/password' }] } });
  });
});

describe('a configuration that waits for the end of a job', () => {
  it('is shown and can be discarded', async () => {
    await put('New', VIRTUAL);
    await inState('New', 'STARTED');
    expect((await service.call(path('New', '/pendingConfiguration'), { method: 'DELETE' })).status).toBe(404);
    await select('New');
    await put('New', { ...VIRTUAL, dpi: 200 }, '?afterJob=true');
    expect((await detailOf('New')).pendingConfiguration).toMatchObject({ dpi: 200 });
    expect((await service.call(path('New', '/pendingConfiguration'), { method: 'DELETE' })).status).toBe(204);
    expect(await detailOf('New')).not.toHaveProperty('pendingConfiguration');
    await post('New', '/printJob', {});
    expect((await put('New', { ...VIRTUAL, type: 'X' })).status).toBe(204);
    expect(await detailOf('New')).toMatchObject({ dpi: 300, type: 'X' });
  });
});

describe('a configuration that does not fit the device', () => {
  it('is refused with a product detector that its kind does not have, also by a test', async () => {
    const [change, text] = [{ productDetector: 'device' }, 'does not tell which products it detects'];
    const refused = { status: 400, json: { errors: [{ pointer: '/productDetector', detail: expect.stringContaining(text) as string }] } };
    expect(await put('Zebra', { ...zpl(), ...change })).toMatchObject(refused);
    expect(await service.call('/api/v3/printers/test', { method: 'POST', body: { ...zpl(), ...change } })).toMatchObject(refused);
  });

  it('is reported by a test with the field', async () => {
    const body = { ...zpl(), dpi: 203 };
    const { json } = await service.call('/api/v3/printers/test', { method: 'POST', body });
    expect(json).toMatchObject({ reachable: true, state: 'ERROR', configurationErrors: [{ pointer: '/dpi' }] });
  });

  it('is tested in place of the stored one, and says that another device answers', async () => {
    await put('Zebra', zpl());
    await inState('Zebra', 'STARTED');
    await untilHolds(async () => expect((await detailOf('Zebra')).device).not.toBeNull());
    device.replace('EMU0002', 7);
    expect((await post('Zebra', '/test', { ...zpl(), dpi: 203 })).json).toMatchObject({ configurationErrors: [{ pointer: '/dpi' }] });
    const { errors } = (await post('Zebra', '/test')).json as { errors: string[] };
    expect(errors.join()).toContain('EMU0002 instead of');
  });
});
