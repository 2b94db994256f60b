import { afterAll, beforeAll, describe, expect, it } from 'vitest';
import type { StationClient } from '#contract/station/index.ts';
import { FakeController } from '#support/fake-controller.ts';
import { openService, type OpenService } from '#support/open-service.ts';
import { LINKS, openStation, type OpenStation } from '#support/open-station.ts';
import { operationsOf, recording } from '#support/recording-client.ts';
import { onlineAt, printerWhen } from '#support/watch.ts';

const NOUNS = ['frames', 'simulatedFaults'];

describe.each(LINKS)('over a %s', (link) => {
  const called = new Set<string>();
  let service: OpenService;
  let station: OpenStation;
  let client: StationClient;
  let on: { connection: string; printer: string };

  beforeAll(async () => {
    service = await openService();
    station = await openStation({ controllers: [service.url] });
    client = recording(await station.connect(link), called);
    on = { connection: await onlineAt(client, service.url), printer: 'Line 1' };
  });

  afterAll(async () => {
    await station.close();
    await service.close();
  });

  it('the data of a connection are recorded and read', async () => {
    await expect(client.frames.record({ ...on, recording: true })).resolves.toEqual({});
    service.controller.printers.get(on.printer).frames.add('sent', Buffer.from('~HS'));
    service.controller.printers.get(on.printer).frames.add('received', Buffer.from('030'));
    const second = { number: 2, direction: 'received', hex: '30 33 30', text: '030' };
    expect(await client.frames.read({ ...on, after: 0 })).toMatchObject({ recording: true, frames: [{ number: 1, text: '~HS' }, second] });
    expect((await client.frames.read({ ...on, after: 1 })).frames).toMatchObject([second]);
    await client.frames.record({ ...on, recording: false });
    expect(await client.frames.read({ ...on, after: 2 })).toEqual({ recording: false, frames: [] });
  });

  it('faults are simulated, seen on the printer and cleared', async () => {
    await expect(client.simulatedFaults.cause({ ...on, fault: 'cover-open' })).resolves.toEqual({});
    const error = 'The cover of the print head is open.';
    await printerWhen(client, ({ name, status }) => name === on.printer && (status?.errors.includes(error) ?? false));
    expect((await client.simulatedFaults.list(on)).faults).toContainEqual({ fault: 'cover-open', state: 'active' });
    await expect(client.simulatedFaults.clear({ ...on, fault: 'cover-open' })).resolves.toEqual({});
    await printerWhen(client, ({ name, status }) => name === on.printer && status?.state === 'STARTED');
    await client.simulatedFaults.cause({ ...on, random: true, seed: 42, rate: 0.5 });
    expect((await client.simulatedFaults.list(on)).random).toEqual({ seed: 42, rate: 0.5 });
    await client.simulatedFaults.cause({ ...on, random: false });
    await expect(client.simulatedFaults.cause({ ...on, fault: 'ink-out', supply: 'none' })).rejects.toMatchObject({
      slug: 'invalid-input',
    });
  });

  it('every operation on them was called', () => {
    expect([...called].filter((name) => NOUNS.includes(name.split('.')[0]!)).sort()).toEqual(operationsOf((noun) => NOUNS.includes(noun)));
  });
});

describe("a controller of another maker, which has none of Strobe's extensions", () => {
  let other: FakeController;
  let station: OpenStation;
  let client: StationClient;
  let on: { connection: string; printer: string };

  beforeAll(async () => {
    other = await new FakeController().start();
    station = await openStation({ controllers: [other.url] });
    client = await station.connect('WebSocket');
    on = { connection: await onlineAt(client, other.url), printer: 'Line 1' };
  });

  afterAll(async () => {
    await station.close();
    await other.kill();
  });

  it.each<[string, () => Promise<unknown>]>([
    ['frames.read', () => client.frames.read({ ...on, after: 0 })],
    ['frames.record', () => client.frames.record({ ...on, recording: true })],
    ['simulatedFaults.list', () => client.simulatedFaults.list(on)],
    ['simulatedFaults.cause', () => client.simulatedFaults.cause({ ...on, fault: 'purge' })],
    ['simulatedFaults.clear', () => client.simulatedFaults.clear({ ...on, fault: 'purge' })],
  ])('is sent nothing by %s, which is refused', async (_, call) => {
    await expect(call()).rejects.toMatchObject({ slug: 'controller-refused' });
    expect(other.received.filter(({ url }) => /frames|faults/.test(url ?? ''))).toEqual([]);
  });
});
