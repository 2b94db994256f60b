import { afterAll, beforeAll, describe, expect, it } from 'vitest';
import { signalDeviceSchema } from '#contract/api-v3/signal-device.ts';
import type { ProblemError } from '#contract/problem.ts';
import type { StationClient } from '#contract/station/index.ts';
import { openService, type OpenService } from '#support/open-service.ts';
import { LINKS, openStation, type OpenStation } from '#support/open-station.ts';
import { operationsOf, recording } from '#support/recording-client.ts';
import { untilHolds } from '#support/until-holds.ts';
import { onlineAt } from '#support/watch.ts';

describe.each(LINKS)('over a %s', (link) => {
  const called = new Set<string>();
  const device = signalDeviceSchema.parse({ connection: { kind: 'virtual', inputCount: 1, outputCount: 1 } });
  let service: OpenService;
  let station: OpenStation;
  let client: StationClient;
  let on: { connection: string; name: string };

  beforeAll(async () => {
    service = await openService();
    station = await openStation({ controllers: [service.url] });
    client = recording(await station.connect(link), called);
    on = { connection: await onlineAt(client, service.url), name: 'Rack' };
  });

  afterAll(async () => {
    await station.close();
    await service.close();
  });

  const first = async () => {
    const { inputs, outputs } = await client.signalDevices.signals(on);
    return [inputs[0]?.isOn, outputs[0]?.isOn];
  };

  it('a device is tested, added, changed, operated and removed', async () => {
    const { connection } = on;
    expect(await client.signalDevices.test({ connection, device })).toMatchObject({ reachable: true });
    await client.signalDevices.add({ ...on, device });
    await expect(client.signalDevices.add({ ...on, device })).rejects.toMatchObject({ slug: 'changed-meanwhile' });
    await client.signalDevices.change({ ...on, device });
    expect(await client.signalDevices.list({ connection })).toMatchObject([{ name: 'Rack', contact: { isConnected: true } }]);
    await client.signalDevices.setInput({ ...on, channel: 0, on: true });
    await client.signalDevices.force({ ...on, channel: 0, on: true, forMs: 60_000 });
    await untilHolds(async () => expect(await first()).toEqual([true, true]));
    await client.signalDevices.release({ ...on, channel: 0 });
    await untilHolds(async () => expect(await first()).toEqual([true, false]));
    await client.signalDevices.remove(on);
    expect(await client.signalDevices.list({ connection })).toEqual([]);
  });

  it('a device is refused by its controller, which names the field', async () => {
    const registers = { inputs: { table: 'coils', address: -1 } };
    const refused = { connection: { kind: 'modbus', host: 'module', profile: 'generic', outputCount: 0, registers } };
    const fault = { pointer: '/connection/registers/inputs/address', detail: 'must be at least 0' };
    const problem = await client.signalDevices.add({ ...on, device: refused }).catch((error: ProblemError) => error.toProblem());
    expect(problem).toMatchObject({ status: 400, errors: [fault] });
  });

  it('every operation on them was called', () => {
    const isOurs = (noun: string): boolean => noun === 'signalDevices';
    expect([...called].filter((name) => isOurs(name.split('.')[0]!)).sort()).toEqual(operationsOf(isOurs));
  });
});
