import { afterAll, beforeAll, describe, expect, it } from 'vitest';
import type { FleetPrinter } from '#contract/station/fleet.ts';
import type { StationClient } from '#contract/station/index.ts';
import { FakeController } from '#support/fake-controller.ts';
import { once } from '#support/once.ts';
import { openService, textLabel, type OpenService } from '#support/open-service.ts';
import { LINKS, openStation, type OpenStation } from '#support/open-station.ts';
import { operationsOf, recording } from '#support/recording-client.ts';
import { untilHolds } from '#support/until-holds.ts';
import { namedPrinterWhen, onlineAt } from '#support/watch.ts';

const CONFIGURATION = { engine: { kind: 'virtual', warmUp: 0 }, dpi: 200, physicalWidth: 120, height: 50 };

describe.each(LINKS)('over a %s', (link) => {
  const called = new Set<string>();
  let service: OpenService;
  let station: OpenStation;
  let client: StationClient;
  let connection: string;
  const printer = 'Line 1';

  beforeAll(async () => {
    service = await openService();
    station = await openStation({ controllers: [service.url] });
    client = recording(await station.connect(link), called);
    connection = await onlineAt(client, service.url);
  });

  afterAll(async () => {
    await station.close();
    await service.close();
  });

  const onPrinterWhen = (name: string, fits: (listed: FleetPrinter) => boolean): Promise<FleetPrinter> =>
    namedPrinterWhen(client, name, fits);

  it('printers are added, tested, read, changed, disabled and removed', async () => {
    const added = { connection, printer: 'Added' };
    const configuration = CONFIGURATION;
    expect((await client.printers.kinds({ connection })).map(({ kind }) => kind)).toContain('virtual');
    await expect(client.printers.test({ connection, configuration })).resolves.toMatchObject({ reachable: true, proof: 'id' });
    await expect(client.printers.put({ ...added, configuration, expected: null })).resolves.toEqual({ result: 'created' });
    await onPrinterWhen(added.printer, ({ status }) => status?.state === 'STARTED');
    await expect(client.printers.put({ ...added, configuration, expected: null })).rejects.toMatchObject({ slug: 'changed-meanwhile' });
    const { configuration: expected } = await client.printers.detail(added);
    const wider = { ...configuration, physicalWidth: 150 };
    await expect(client.printers.put({ ...added, configuration: wider, expected })).resolves.toEqual({ result: 'changed' });
    await onPrinterWhen(added.printer, ({ properties }) => properties.physicalWidth === 150);
    const wrong = { ...added, configuration: { ...wider, dpi: 1 }, expected: wider };
    await expect(client.printers.put(wrong)).rejects.toMatchObject({ slug: 'invalid-input', context: { errors: [{ pointer: '/dpi' }] } });
    await expect(client.printers.setEnabled({ ...added, isEnabled: false })).resolves.toEqual({});
    await onPrinterWhen(added.printer, ({ status, properties }) => status?.state === 'STOPPED' && properties.enabled === false);
    await expect(client.printers.remove({ ...added, reason: 'sold' })).resolves.toEqual({});
    await expect(client.printers.detail(added)).rejects.toMatchObject({ slug: 'not-found' });
  });

  it('a printer is renamed and stays in its line; a test picture is printed', async () => {
    const added = { connection, printer: 'Old' };
    await client.printers.put({ ...added, configuration: CONFIGURATION, expected: null });
    await onPrinterWhen('Old', ({ status }) => status?.state === 'STARTED');
    const line = await client.lines.add({ name: 'Hall', printers: [added] });
    await expect(client.printers.rename({ ...added, newName: 'New' })).resolves.toEqual({});
    const renamed = { connection, printer: 'New' };
    await onPrinterWhen('New', ({ status }) => status?.state === 'STARTED');
    await expect(client.printers.testPrint({ ...renamed, ...once() })).resolves.toEqual({ result: 'printing' });
    await untilHolds(async () =>
      expect((await client.prints.list({ ...renamed, limit: 5 })).prints).toMatchObject([{ state: 'printed', purpose: 'test' }]),
    );
    await expect(client.printers.test({ ...renamed, configuration: CONFIGURATION })).resolves.toMatchObject({ reachable: true });
    await expect(client.printers.acceptDevice({ ...renamed, ...once() })).rejects.toMatchObject({ slug: 'no-other-device' });
    await expect(client.printers.discardPending(renamed)).rejects.toMatchObject({ slug: 'not-found' });
    await client.lines.remove({ id: line.id });
    await client.printers.remove({ ...renamed, reason: 'sold' });
  });

  it('the configuration of a printer changes after the selected job, when that is asked for', async () => {
    const name = 'Configured';
    const { configuration } = await client.printers.detail({ connection, printer });
    await client.labels.put({ expected: null, connection, name, label: { ...textLabel('Print') } });
    await client.printing.select({ connection, printer, ...once(), job: { labelName: name } });
    const change = { connection, printer, configuration: { ...configuration, printDelay: 5 }, expected: configuration };
    await expect(client.printers.put(change)).rejects.toMatchObject({ slug: 'in-use' });
    await expect(client.printers.put({ ...change, afterJob: true })).resolves.toEqual({ result: 'deferred' });
    await client.printing.deselect({ connection, printer, ...once() });
    await untilHolds(async () =>
      expect(await client.printers.detail({ connection, printer })).toMatchObject({ configuration: { printDelay: 5 } }),
    );
    await onPrinterWhen(printer, ({ status }) => status?.state === 'STARTED');
  });

  it('the network of the controller is searched for printers', async () => {
    const found = await client.printers.search({ connection });
    expect(found).toEqual(expect.any(Array));
    expect(await client.printers.kinds({ connection })).not.toEqual([]);
  });

  it('the messages of a printer that draws on board are read and replaced, unless they were changed meanwhile', async () => {
    const coder = { connection, printer: 'Coder' };
    const configuration = { ...CONFIGURATION, engine: { ...CONFIGURATION.engine, shape: 'fields' } };
    await client.labels.put({ expected: null, connection, name: 'Carton', label: { ...textLabel('Print') } });
    await client.printers.put({ ...coder, configuration, expected: null });
    await onPrinterWhen(coder.printer, ({ status, properties }) => status?.state === 'STARTED' && properties.shape === 'fields');
    expect(await client.printers.messages(coder)).toEqual({});
    expect(await client.printers.heldMessages(coder)).toEqual({});
    const messages = { Carton: { message: 'BBE', fields: { NAME: { text: 'Milk' } } } };
    await expect(client.printers.putMessages({ ...coder, messages, expected: {}, label: 'Carton' })).resolves.toEqual({});
    expect(await client.printers.messages(coder)).toEqual(messages);
    const late = client.printers.putMessages({ ...coder, messages: {}, expected: {}, label: 'Carton' });
    await expect(late).rejects.toMatchObject({ slug: 'changed-meanwhile' });
    const wrong = { ...coder, messages: { Carton: { message: '', fields: {} } }, expected: messages, label: 'Carton' };
    await expect(client.printers.putMessages(wrong)).rejects.toMatchObject({ context: { errors: [{ pointer: '/Carton/message' }] } });
    await client.printing.select({ ...coder, ...once(), job: { labelName: 'Carton' } });
    expect(await client.printers.nextMessage(coder)).toEqual({ message: { message: 'BBE', fields: { NAME: 'Milk' } } });
  });

  it('every operation on printers was called', () => {
    expect([...called].filter((name) => name.startsWith('printers.')).sort()).toEqual(operationsOf((noun) => noun === 'printers'));
  });
});

describe("a controller of another maker, which has none of Strobe's extensions", () => {
  let other: FakeController;
  let station: OpenStation;
  let client: StationClient;
  let connection: string;

  beforeAll(async () => {
    other = await new FakeController().start();
    station = await openStation({ controllers: [other.url] });
    client = await station.connect('WebSocket');
    connection = await onlineAt(client, other.url);
  });

  afterAll(async () => {
    await station.close();
    await other.kill();
  });

  it.each<[string, () => Promise<unknown>]>([
    ['kinds', () => client.printers.kinds({ connection })],
    ['detail', () => client.printers.detail({ connection, printer: 'Line 1' })],
    ['put', () => client.printers.put({ connection, printer: 'Line 9', configuration: CONFIGURATION, expected: null })],
    ['remove', () => client.printers.remove({ connection, printer: 'Line 1', reason: 'sold' })],
    ['setEnabled', () => client.printers.setEnabled({ connection, printer: 'Line 1', isEnabled: false })],
    ['messages', () => client.printers.messages({ connection, printer: 'Line 1' })],
    ['putMessages', () => client.printers.putMessages({ connection, printer: 'Line 1', messages: {}, expected: {}, label: '' })],
    ['heldMessages', () => client.printers.heldMessages({ connection, printer: 'Line 1' })],
    ['nextMessage', () => client.printers.nextMessage({ connection, printer: 'Line 1' })],
    ['test', () => client.printers.test({ connection, configuration: CONFIGURATION })],
    ['search', () => client.printers.search({ connection })],
  ])('is sent nothing by printers.%s, which is refused', async (_, call) => {
    await expect(call()).rejects.toMatchObject({
      slug: 'controller-refused',
      message: 'This controller does not support the configuration of printers.',
    });
    const paths = other.received.map(({ method, url }) => `${method} ${url}`);
    expect(paths.filter((path) => /engines|test$|search$|able$|essages?$|^(PUT|DELETE)/.test(path))).toEqual([]);
  });
});
