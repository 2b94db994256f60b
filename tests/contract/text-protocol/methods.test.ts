import { afterAll, afterEach, beforeAll, beforeEach, describe, expect, it } from 'vitest';
import type { TextServer } from '#controller/text-protocol/text-server.ts';
import { openService, textLabel, warm, type OpenService } from '#support/open-service.ts';
import { until } from '#support/until.ts';
import { resultOf, TextClient } from './text-client.ts';
import { textServerOf } from './text-rig.ts';

const PRINTER = '/api/v3/printers/Line%201';
const UNEXPECTED: unknown[] = [];
const onLog = (about: object) => void UNEXPECTED.push(about);

/** A service with its HTTP and its text server. */
async function openBoth(virtualPrinters: number, isSafeMode = false) {
  const service = await openService({ virtualPrinters, isSafeMode });
  const server = textServerOf(service, { onLog });
  return { service, server, url: await server.listen(0) };
}

let service: OpenService;
let server: TextServer;
let url: string;
let client: TextClient;
beforeAll(async () => {
  ({ service, server, url } = await openBoth(1));
  await service.call('/api/v3/variables/Batch', { method: 'PUT', body: { value: 'B1', userEdit: true } });
  await service.call('/api/v3/variables/Gr%C3%B6%C3%9Fe', {
    method: 'PUT',
    body: { value: '7', prompt: { type: 'number', min: 1, max: 9 } },
  });
  await service.call('/api/v3/labels/Carton', { method: 'PUT', body: textLabel('{VARIABLE;Batch}') });
  await warm(service);
});
afterAll(async () => {
  await server.close(1_000);
  await service.close();
  expect(UNEXPECTED).toEqual([]);
});
beforeEach(async () => {
  client = await TextClient.connect(url);
});
afterEach(() => client.socket.destroy());

const valueOf = async (name: string) => (await service.call(`/api/v3/variables/${encodeURIComponent(name)}`)).json as { value: string };
const triggers = async () => ((await service.call(`${PRINTER}/printCounters`)).json as { triggers: number }).triggers;
const select = (body: object) => service.call(`${PRINTER}/printJob`, { method: 'POST', body });

describe('getVersion', () => {
  it('returns the version', async () => {
    expect(await client.ask('getVersion')).toBe('OK "0.0.0"');
    expect(await client.ask('getVersion {}')).toBe('OK "0.0.0"');
  });
});

describe('variables', () => {
  it('are read by name', async () => {
    expect(await client.ask('getVariable "Batch"')).toBe('OK "B1"');
    expect(await client.ask('getVariable {"name":"Größe"}')).toBe('OK "7"');
  });

  it('that do not exist are refused', async () => {
    expect(await client.ask('getVariable "None"')).toMatch(/^REQUEST_FAILED ".*None.*"$/);
  });

  it('are set together', async () => {
    expect(await client.ask('setVariables {"Batch":"B2","Größe":"8"}')).toBe('OK null');
    expect([await valueOf('Batch'), await valueOf('Größe')]).toMatchObject([{ value: 'B2', userEdit: true }, { value: '8' }]);
  });

  it.each([
    ['{"Batch":"B3","None":"1"}', /^REQUEST_FAILED ".*None/],
    ['{"Batch":"B3","Größe":"70"}', /^INVALID_PARAMS ".*Größe/],
    ['{"Batch":"B3","Größe":7}', /^INVALID_PARAMS ".*Größe/],
    ['{"Batch":"B3","__proto__":"x"}', /^INVALID_PARAMS ".*__proto__/],
    ['["Batch"]', /^INVALID_PARAMS /],
    ['', /^INVALID_PARAMS /],
  ])('are set all or none: %s', async (given, answer) => {
    const before = await valueOf('Batch');
    expect(await client.ask(`setVariables ${given}`)).toMatch(answer);
    expect(await valueOf('Batch')).toEqual(before);
  });
});

describe('printing', () => {
  it('is triggered', async () => {
    await select({ labelName: 'Carton' });
    const before = await triggers();
    expect(resultOf(await client.ask('trigger'))).toEqual({ result: 'printing' });
    expect(resultOf(await client.ask('trigger {"printer":"Line 1"}'))).toEqual({ result: 'printing' });
    expect(await triggers()).toBe(before + 2);
  });

  it('is refused with nothing selected, and for an unknown printer', async () => {
    await service.call(`${PRINTER}/abortPrint`, { method: 'POST' });
    expect(await client.ask('trigger')).toMatch(/^REQUEST_FAILED "/);
    expect(await client.ask('trigger {"printer":"Line 9"}')).toMatch(/^REQUEST_FAILED ".*Line 9/);
  });

  it('returns the state and the status of a printer', async () => {
    expect(await client.ask('getPrinterState')).toBe('OK "STARTED"');
    const status = (await service.call(`${PRINTER}/status`)).json;
    expect(resultOf(await client.ask('getPrinterStatus {"printer":"Line 1"}'))).toEqual(status);
  });
});

describe('seekPrintQueueCheckpoint', () => {
  const queue = async () =>
    ((await service.call(`${PRINTER}/queue`)).json as { jobs: { id: string; state: string; progress: object }[] }).jobs;

  it('returns to the last started checkpoint, or to the named one', async () => {
    await select({ labelName: 'Carton', copies: 1, checkpoint: true });
    await select({ labelName: 'Carton', copies: 5, queue: true });
    const [first] = await queue();
    expect(resultOf(await client.ask('trigger'))).toEqual({ result: 'printing' });
    await until(queue, (jobs) => jobs[0]?.state === 'done');
    expect(await client.ask('seekPrintQueueCheckpoint')).toBe('OK null');
    expect((await queue())[0]).toMatchObject({ id: first?.id, state: 'current' });
    expect(await client.ask(`seekPrintQueueCheckpoint {"printer":"Line 1","id":"${first?.id}"}`)).toBe('OK null');
  });

  it('is refused without a checkpoint', async () => {
    await select({ labelName: 'Carton' });
    expect(await client.ask('seekPrintQueueCheckpoint')).toMatch(/^REQUEST_FAILED ".*checkpoint/);
    expect(await client.ask('seekPrintQueueCheckpoint {"id":"none"}')).toMatch(/^REQUEST_FAILED "/);
  });
});

describe('labels', () => {
  it('are drawn as they would print, with the given values', async () => {
    const drawn = resultOf(await client.ask('getLabelSimulation {"labelName":"Carton"}')) as Record<string, unknown>;
    const png = Buffer.from(drawn['data'] as string, 'base64');
    expect(png.subarray(1, 4).toString()).toBe('PNG');
    expect(drawn).toMatchObject({ width: png.readUInt32BE(16), height: png.readUInt32BE(20), mimeType: 'image/png' });
    const other = resultOf(await client.ask('getLabelSimulation {"labelName":"Carton","env":{"Batch":"other"}}'));
    expect(other).not.toEqual(drawn);
    expect(resultOf(await client.ask('getLabelSimulation {"labelName":"Carton","printer":"Line 1"}'))).toEqual(drawn);
  });

  it('that come with the request are drawn too', async () => {
    const labelData = JSON.stringify(textLabel('Ünï {VARIABLE;Batch}'));
    expect(resultOf(await client.ask(`getLabelSimulation {"labelData":${labelData}}`))).toMatchObject({ mimeType: 'image/png' });
  });

  it('are returned with resolved texts', async () => {
    const label = resultOf(await client.ask('transformLabel {"labelName":"Carton","env":{"Batch":"A \\"quoted\\" one"}}'));
    expect(label).toMatchObject({ format: 3, objs: [{ text: 'A "quoted" one' }] });
    expect(label).not.toHaveProperty('review');
  });

  it.each([
    ['{}', /^INVALID_PARAMS ".*labelName or labelData/],
    ['{"labelName":"Carton","labelData":{}}', /^INVALID_PARAMS "/],
    ['{"labelName":"None"}', /^REQUEST_FAILED ".*None/],
    ['{"labelName":"Carton","printer":"None"}', /^REQUEST_FAILED ".*None/],
    ['{"labelName":"Carton","env":{"Bach":"B9","Batch":"B9"}}', /^INVALID_PARAMS "The label does not show the variables \\"Bach\\"\."/],
    ['{"labelName":"Carton","at":"now"}', /^INVALID_PARAMS "\/at/],
    ['{"labelData":{"format":3,"width":9,"height":9,"objs":[{"type":"Text"}]}}', /^INVALID_PARAMS "/],
  ])('are refused: %s', async (given, answer) => {
    for (const method of ['getLabelSimulation', 'transformLabel']) expect(await client.ask(`${method} ${given}`)).toMatch(answer);
  });

  it('that use missing content are refused', async () => {
    const labelData = JSON.stringify(textLabel('{VARIABLE;None}'));
    expect(await client.ask(`transformLabel {"labelData":${labelData}}`)).toMatch(/^REQUEST_FAILED ".*None/);
    expect(await client.ask(`getLabelSimulation {"labelData":${labelData}}`)).toMatch(/^REQUEST_FAILED ".*None/);
    expect(resultOf(await client.ask(`transformLabel {"labelData":${labelData},"env":{"None":"now"}}`))).toMatchObject({
      objs: [{ text: 'now' }],
    });
  });
});

describe('a controller with several printers', () => {
  it('requires a printer name', async () => {
    const several = await openBoth(2);
    const asking = await TextClient.connect(several.url);
    for (const method of ['trigger', 'getPrinterState', 'getPrinterStatus', 'seekPrintQueueCheckpoint']) {
      expect(await asking.ask(method)).toMatch(/^INVALID_PARAMS ".*Line 1.*Line 2/);
    }
    expect(await asking.ask('getPrinterState {"printer":"Line 2"}')).toMatch(/^OK "/);
    const label = JSON.stringify(textLabel('x'));
    for (const method of ['getLabelSimulation', 'transformLabel']) {
      expect(await asking.ask(`${method} {"labelData":${label}}`)).toMatch(/^INVALID_PARAMS ".*Line 1.*Line 2/);
      expect(await asking.ask(`${method} {"labelData":${label},"printer":"Line 2"}`)).toMatch(/^OK \{/);
    }
    await several.server.close(1_000);
    await several.service.close();
  });
});

it('a controller without printers can draw labels', async () => {
  const none = await openBoth(0);
  const asking = await TextClient.connect(none.url);
  expect(await asking.ask(`transformLabel {"labelData":${JSON.stringify(textLabel('x'))}}`)).toMatch(/^OK \{/);
  await none.server.close(1_000);
  await none.service.close();
});

describe('safe mode', () => {
  it('A8 refuses what changes something, and reads', async () => {
    const safe = await openBoth(1, true);
    const asking = await TextClient.connect(safe.url);
    for (const line of ['trigger', 'setVariables {}', 'seekPrintQueueCheckpoint']) {
      expect(await asking.ask(line)).toMatch(/^REQUEST_FAILED ".*is read-only/);
    }
    expect(await asking.ask('getVersion')).toMatch(/^OK /);
    await safe.server.close(1_000);
    await safe.service.close();
  });
});
