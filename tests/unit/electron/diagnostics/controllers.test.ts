import { expect, it, onTestFinished } from 'vitest';
import { clockCheck } from '#diagnostics/checks/clock.ts';
import { plantCheck } from '#diagnostics/checks/plant.ts';
import { printersCheck } from '#diagnostics/checks/printers.ts';
import { readinessCheck } from '#diagnostics/checks/readiness.ts';
import { versionsCheck } from '#diagnostics/checks/versions.ts';
import { codesOf, controllerAt, diagnosticsContext } from '#support/diagnostics-context.ts';
import { tcpDevice } from '#support/fake-raw-device.ts';
import { freePort } from '#support/free-port.ts';
import { openService, type OpenServiceOptions } from '#support/open-service.ts';

async function service(options?: OpenServiceOptions) {
  const opened = await openService(options);
  onTestFinished(() => opened.close());
  return { ...opened, context: diagnosticsContext({ controllers: [controllerAt(opened.url)], runProgram: async () => 'yes\n' }) };
}

const silent = async () =>
  diagnosticsContext({ controllers: [controllerAt(`http://127.0.0.1:${await freePort()}`)], runProgram: async () => undefined });

it('a controller that can print is ready', async () => {
  const { context } = await service();
  expect(await readinessCheck.run(context)).toEqual({ facts: [{ name: 'ready', of: 'Hall 1', value: 1 }], findings: [] });
});

it('a controller in safe mode prints nothing', async () => {
  const { context } = await service({ isSafeMode: true });
  expect(codesOf(await readinessCheck.run(context))).toEqual(['safe-mode']);
});

it('a controller that does not answer is a fault of one check, and the others were not made', async () => {
  const context = await silent();
  expect(codesOf(await readinessCheck.run(context))).toEqual(['controller-silent']);
  expect(codesOf(await printersCheck.run(context))).toEqual(['not-asked']);
  expect(codesOf(await plantCheck.run(context))).toEqual(['not-asked']);
  expect(codesOf(await versionsCheck.run(context))).toEqual([]);
});

it('a controller that needs a key refuses', async () => {
  const { context } = await service({ isKeyRequired: true });
  expect(codesOf(await readinessCheck.run(context))).toEqual(['controller-refuses']);
});

it('no controller on a data folder is a warning', async () => {
  expect(codesOf(await readinessCheck.run(diagnosticsContext()))).toEqual(['not-running']);
});

it('a printer that accepts a connection is reached, and one that does not is a fault', async () => {
  const { call, context } = await service({ virtualPrinters: 1 });
  const device = await tcpDevice();
  const closed = await freePort();
  const add = async (name: string, port: number) => {
    const engine = { kind: 'raw', host: '127.0.0.1', port, format: 'rows' };
    const { status } = await call(`/api/v3/printers/${name}`, { method: 'PUT', body: { engine, dpi: 200, physicalWidth: 50, height: 20 } });
    expect(status).toBe(201);
  };
  await add('Reached', device.port);
  await add('Lost', closed);
  const { facts, findings } = await printersCheck.run(context);
  expect(facts.filter(({ name }) => name === 'connectTime').map(({ of }) => of)).toEqual(['Reached']);
  expect(findings.filter(({ code }) => code === 'printer-unreachable')).toMatchObject([
    { state: 'fault', parameters: { printer: 'Lost', address: `127.0.0.1:${closed}` } },
  ]);
  await call('/api/v3/printers/Lost', { method: 'DELETE' });
  expect(codesOf(await printersCheck.run(context))).toEqual([]);
});

it.each([
  ['yes\n', [], 1],
  ['no\n', ['clock-not-synchronised'], 0],
] as const)('a system whose clock is synchronised: %s', async (shown, codes, value) => {
  const context = diagnosticsContext({ runProgram: async () => shown });
  const { facts, findings } = await clockCheck.run(context);
  expect(codesOf({ findings })).toEqual(codes);
  expect(facts).toContainEqual({ name: 'isSynchronised', value });
});

it('a controller whose clock was set back by days is not trusted', async () => {
  let now = Date.UTC(2026, 0, 10);
  const { context, call } = await service({ now: () => now, uptime: () => 1_000_000 });
  expect(codesOf(await clockCheck.run(context))).toEqual([]);
  now -= 9 * 24 * 3_600_000;
  await call('/api/v3/clock');
  expect(codesOf(await clockCheck.run(context))).toEqual(['clock-doubtful']);
});

it('a controller of another version on this computer is a warning, one elsewhere is not', async () => {
  const { context, url } = await service();
  expect(codesOf(await versionsCheck.run(context))).toEqual([]);
  const other = { ...context, version: '9.9.9' };
  expect(codesOf(await versionsCheck.run(other))).toEqual(['versions-differ']);
  expect(codesOf(await versionsCheck.run({ ...other, controllers: [{ ...controllerAt(url), isLocal: false }] }))).toEqual([]);
});

it('a missing page is a fault', async () => {
  expect(codesOf(await versionsCheck.run(diagnosticsContext({ pageFolder: '/nowhere' })))).toEqual(['page-missing']);
});

it('a plant that does not answer is a warning', async () => {
  const { context, call } = await service();
  expect(codesOf(await plantCheck.run(context))).toEqual([]);
  const plant = { isEnabled: true, url: `http://127.0.0.1:${await freePort()}`, key: 'strobe_plant_key' };
  expect((await call('/api/v3/settings/plant', { method: 'PUT', body: plant })).status).toBe(204);
  await expect.poll(async () => codesOf(await plantCheck.run(context))).toEqual(['plant-unreachable']);
});
