import { mkdtempSync, rmSync } from 'node:fs';
import { tmpdir } from 'node:os';
import { join } from 'node:path';
import { afterAll, afterEach, beforeAll, beforeEach, describe, expect, it, type TestContext } from 'vitest';
import type { AuditPage } from '#contract/api-v3/audit.ts';
import type { SparkplugSettings, SparkplugState, SparkplugTest } from '#contract/api-v3/sparkplug.ts';
import { callApi, readApi } from '#support/call-api.ts';
import { runController, startController, type ControllerProcess } from '#support/controller-process.ts';
import { makeCertificate, writeCertificate } from '#support/make-certificate.ts';
import { Mosquitto } from '#support/mosquitto.ts';
import { SparkplugHost, type HostMessage } from '#support/sparkplug-host.ts';
import { until } from '#support/until.ts';
import { furnishFolder, printerUrl, selectSerials, type LineSetup } from '../faults/lines.ts';
import { sparkplug as outage } from '../faults/sparkplug/sparkplug.ts';

const missing = Mosquitto.missing();
const LINE: LineSetup = { printer: 'Line 1', counter: 'Serial', lineSpeed: 2_400, bufferDepth: 8, isColor: false };
const OTHER: LineSetup = { ...LINE, printer: 'Line 2', counter: 'Other' };
const NODE = 'spBv1.0/Plant/NCMD/Cell 4';
const DEVICE = 'spBv1.0/Plant/DCMD/Cell 4/Line 1';

/** The rules of the Sparkplug specification, version 3.0, on a server of other authors (mosquitto), read by a decoder of other authors. */
describe('an edge node of MQTT Sparkplug on mosquitto', () => {
  let folder: string;
  let broker: Mosquitto;
  let second: Mosquitto;
  let controller: ControllerProcess;
  let hosts: SparkplugHost[] = [];
  let api: string;

  beforeAll(async () => {
    if (missing !== undefined) return;
    folder = mkdtempSync(join(tmpdir(), 'strobe-sparkplug-'));
    await furnishFolder(folder, [LINE, OTHER]);
    await runController('keys', 'add', 'scada', '--scopes', 'read,print', '--printers', 'Line 1', '--data', folder);
    controller = await startController({ dataFolder: folder, flags: ['--empty', '--log-level', 'error'] });
    api = `${controller.url}/api/v3`;
    await selectSerials(controller.url, [LINE, OTHER]);
  });
  afterAll(async () => {
    await controller?.stop();
    rmSync(folder ?? '', { recursive: true, force: true });
  });
  beforeEach(async (context: TestContext) => {
    context.skip(missing !== undefined, missing);
    [broker, second] = await Promise.all([Mosquitto.start(), Mosquitto.start()]);
  });
  afterEach(async () => {
    if (missing !== undefined) return;
    await put({ isEnabled: false });
    await Promise.all(hosts.map((host) => host.end()));
    hosts = [];
    await Promise.all([broker.stop(), second.stop()]);
  });

  async function put(settings: Partial<SparkplugSettings>): Promise<void> {
    await callApi('PUT', `${api}/sparkplug`, {
      groupId: 'Plant',
      nodeId: 'Cell 4',
      servers: [{ url: broker.url }],
      isEnabled: true,
      ...settings,
    });
  }
  async function connectHost(url = broker.url, timestamp?: number): Promise<SparkplugHost> {
    const host = await SparkplugHost.connect(url, 'Scada', timestamp);
    hosts.push(host);
    return host;
  }
  const state = () => readApi<SparkplugState>(`${api}/sparkplug/state`);
  const online = () => until(state, ({ phase }) => phase === 'online');
  const trigger = () => callApi('POST', `${printerUrl(controller.url, 'Line 1')}/trigger`);
  const births = (host: SparkplugHost, count: number) =>
    host.until(() => host.of('NBIRTH').length === count && host.of('DBIRTH').length === 2 * count);

  it('publishes NBIRTH and then DBIRTHs: QoS 0, not retained, numbered from 0, every metric with name, type and time (tck-id-message-flow-edge-node-birth-publish-nbirth-payload-seq)', async () => {
    const host = await connectHost();
    await put({});
    await births(host, 1);
    const shown = host.messages.slice(0, 3).map(({ topic, seq, qos, isRetained }) => ({ topic, seq, qos, isRetained }));
    expect(shown).toEqual([
      { topic: 'spBv1.0/Plant/NBIRTH/Cell 4', seq: 0, qos: 0, isRetained: false },
      { topic: 'spBv1.0/Plant/DBIRTH/Cell 4/Line 1', seq: 1, qos: 0, isRetained: false },
      { topic: 'spBv1.0/Plant/DBIRTH/Cell 4/Line 2', seq: 2, qos: 0, isRetained: false },
    ]);
    const incomplete = host.messages.flatMap(({ metrics }) => metrics).filter(({ name, type, timestamp }) => !name || !type || !timestamp);
    expect(incomplete).toEqual([]);
    expect(valueOf(host.of('NBIRTH')[0], 'Node Control/Rebirth')).toBe(false);
    expect(host.of('DBIRTH', 'Line 1').map((birth) => valueOf(birth, 'Job/Label'))).toEqual(['Serial']);
  });

  it('has a will of QoS 1 with the bdSeq of its birth, and one more with every connection (tck-id-message-flow-edge-node-birth-publish-will-message-payload-bdSeq)', async () => {
    const host = await connectHost();
    await put({});
    await births(host, 1);
    // The server publishes the will of a client that another one with its id replaces.
    const thief = await import('mqtt').then(({ connectAsync }) =>
      connectAsync(broker.url, { clientId: 'strobe-Plant-Cell 4', reconnectPeriod: 0 }),
    );
    await host.until(() => host.of('NDEATH').length === 1);
    await thief.endAsync(true);
    await births(host, 2);
    const [death] = host.of('NDEATH');
    expect(death).toMatchObject({ qos: 1, isRetained: false, seq: undefined });
    expect(death?.metrics.map(({ name }) => name)).toEqual(['bdSeq']);
    const [first, next] = host.of('NBIRTH').map((birth) => Number(valueOf(birth, 'bdSeq')));
    expect(valueOf(death, 'bdSeq')).toBe(first);
    expect(next).toBe((Number(first) + 1) % 256);
  });

  it('publishes its death before it disconnects by itself (tck-id-operational-behavior-edge-node-intentional-disconnect-ndeath)', async () => {
    const host = await connectHost();
    await put({});
    await births(host, 1);
    await put({ isEnabled: false });
    await host.until(() => host.of('NDEATH').length === 1);
    expect(host.messages.at(-1)).toMatchObject({ kind: 'NDEATH', seq: undefined });
    expect(valueOf(host.of('NDEATH')[0], 'bdSeq')).toBe(valueOf(host.of('NBIRTH')[0], 'bdSeq'));
  });

  it('answers a rebirth request with all births and the same bdSeq, and goes on with data (tck-id-operational-behavior-data-commands-rebirth-action-2)', async () => {
    const host = await connectHost();
    await put({});
    await births(host, 1);
    await host.command(NODE, [{ name: 'Node Control/Rebirth', type: 'Boolean', value: true }]);
    await births(host, 2);
    const [first, again] = host.of('NBIRTH');
    expect(again?.seq).toBe(0);
    expect(valueOf(again, 'bdSeq')).toBe(valueOf(first, 'bdSeq'));
    await trigger();
    await host.until(() => host.records().length === 1);
    expect(gaps(host.messages)).toEqual([]);
  });

  it('publishes a print once it is settled, live and with its values, and counts it (tck-id-operational-behavior-data-publish-dbirth-change)', async () => {
    const host = await connectHost();
    await put({});
    await births(host, 1);
    await trigger();
    await trigger();
    await host.until(() => host.records().length === 2);
    const shown = host.records('Line 1').map(({ state: is, label, isHistorical }) => ({ is, label, isHistorical }));
    expect(shown).toEqual(Array.from({ length: 2 }, () => ({ is: 'printed', label: 'Serial', isHistorical: false })));
    const values = host.records().map((record) => JSON.parse(String(record['values'])) as { counters: { Serial: number } });
    expect(Number(values[1]?.counters.Serial) - Number(values[0]?.counters.Serial)).toBe(1);
    const data = () => host.of('DDATA', 'Line 1').flatMap(({ metrics }) => metrics);
    await host.until(() => data().some(({ name, alias }) => name === 'Counters/Printed' && alias !== undefined));
    expect(host.of('DDATA').every(({ qos, isRetained, timestamp }) => qos === 0 && !isRetained && timestamp !== undefined)).toBe(true);
  });

  it('publishes the alarms of a printer with their codes in its birth, and in data when they change (tck-id-operational-behavior-data-publish-dbirth-change)', async () => {
    const host = await connectHost();
    await put({});
    await births(host, 1);
    const codes = (messages: readonly HostMessage[]) =>
      messages
        .map((message) => valueOf(message, 'Printer/Alarms'))
        .filter((rows) => rows !== undefined)
        .map((rows) => (rows as { severity: string; code: string }[]).map(({ severity, code }) => `${severity} ${code}`));
    expect(codes(host.of('DBIRTH', 'Line 1'))).toEqual([[]]);
    const faults = `${printerUrl(controller.url, 'Line 1')}/faults`;
    await callApi('POST', faults, { fault: 'cover-open' });
    await host.until(() => codes(host.of('DDATA', 'Line 1')).length === 1);
    await host.command(NODE, [{ name: 'Node Control/Rebirth', type: 'Boolean', value: true }]);
    await births(host, 2);
    await callApi('DELETE', `${faults}/cover-open`);
    await host.until(() => codes(host.of('DDATA', 'Line 1')).length === 2);
    expect(codes(host.of('DDATA', 'Line 1'))).toEqual([['error print-head-cover-open'], []]);
    expect(codes(host.of('DBIRTH', 'Line 1'))[1]).toEqual(['error print-head-cover-open']);
  });

  it('waits for its primary host, and ignores a state that is older (tck-id-message-flow-edge-node-birth-publish-phid-wait)', async () => {
    const host = await connectHost();
    await put({ primaryHostId: 'Scada' });
    await until(state, ({ phase }) => phase === 'waiting-for-host');
    expect(host.messages).toEqual([]);
    const now = Date.now();
    await host.say(true, now);
    await births(host, 1);
    await host.say(false, now - 1);
    await trigger();
    await host.until(() => host.records().length === 1);
    expect(host.of('NDEATH')).toEqual([]);
  });

  it('publishes its death when its host goes offline, and goes to the next server (tck-id-operational-behavior-edge-node-termination-host-offline-reconnect)', async () => {
    const [host, other] = await Promise.all([connectHost(), connectHost(second.url)]);
    await Promise.all([host.say(true), other.say(true)]);
    await put({ primaryHostId: 'Scada', servers: [{ url: broker.url }, { url: second.url }] });
    await births(host, 1);
    await host.say(false);
    await host.until(() => host.of('NDEATH').length === 1);
    await births(other, 1);
    expect((await online()).server).toBe(second.url);
  });

  it('takes no command that is not permitted, and none that is retained (tck-id-message-flow-device-dcmd-subscribe)', async () => {
    const host = await connectHost();
    await host.command(DEVICE, [{ name: 'Control/Trigger', type: 'Boolean', value: true }], true);
    await put({ commands: [{ printer: 'Line 1', key: 'scada', select: false, trigger: true, abort: false }] });
    await births(host, 1);
    const names = host.of('DBIRTH', 'Line 1')[0]?.metrics.map(({ name }) => name);
    expect(names?.filter((name) => name?.startsWith('Control/'))).toEqual(['Control/Trigger', 'Control/Last result']);
    expect(host.of('DBIRTH', 'Line 2')[0]?.metrics.some(({ name }) => name?.startsWith('Control/'))).toBe(false);
    await host.command(DEVICE, [{ name: 'Control/Abort', type: 'Boolean', value: true }]);
    await host.until(() => lastResult(host)?.includes('does not take') === true);
    await host.command(DEVICE, [{ name: 'Control/Trigger', type: 'Boolean', value: true }]);
    await host.until(() => host.records('Line 1').length > 0);
    expect(host.records('Line 1')).toHaveLength(1);
    const { entries } = await readApi<AuditPage>(`${api}/audit`);
    // Reading the log is an entry of its own.
    expect(entries.find(({ key }) => key === 'scada')).toMatchObject({
      key: 'scada',
      operation: 'SPARKPLUG trigger',
      path: '/printers/Line%201',
      status: 200,
    });
  });

  it('selects by alias with the rights of the key, and not where the key may not (tck-id-operational-behavior-data-commands-dcmd-metric-name)', async () => {
    const host = await connectHost();
    const all = { key: 'scada', select: true, trigger: true, abort: true };
    await put({
      commands: [
        { printer: 'Line 1', ...all },
        { printer: 'Line 2', ...all },
      ],
    });
    await births(host, 1);
    const alias = host.of('DBIRTH', 'Line 1')[0]?.metrics.find(({ name }) => name === 'Control/Select')?.alias;
    await host.command(DEVICE, [{ alias: alias ?? -1, type: 'String', value: '{"labelName":"Other"}' }]);
    await host.until(() => host.of('DDATA', 'Line 1').some((data) => valueOf(data, 'Job/Label') === 'Other'));
    await host.command(DEVICE.replace('Line 1', 'Line 2'), [{ name: 'Control/Trigger', type: 'Boolean', value: true }]);
    await host.until(() => lastResult(host, 'Line 2')?.includes('may not name') === true);
    await host.command(DEVICE, [{ name: 'Control/Abort', type: 'Boolean', value: true }]);
    await host.until(() => lastResult(host) === 'abort: done');
    await selectSerials(controller.url, [LINE]);
  });

  it('publishes the death of a printer that is disabled, and its birth when it is enabled (tck-id-operational-behavior-device-ddeath)', async () => {
    const host = await connectHost();
    await put({});
    await births(host, 1);
    const line = printerUrl(controller.url, 'Line 2');
    await callApi('POST', `${line}/abortPrint`);
    await callApi('POST', `${line}/disable`);
    await host.until(() => host.of('DDEATH', 'Line 2').length === 1);
    await callApi('POST', `${line}/enable`);
    await host.until(() => host.of('DBIRTH', 'Line 2').length === 2);
    expect(gaps(host.messages)).toEqual([]);
  });

  it('sends what was printed while the server was away, in order, as history', async () => {
    expect(await outage({ amount: 12, seed: 1, tell: () => undefined })).toContain('0 lost, 0 out of order');
  });

  it('trusts an encrypted server by its fingerprint or its authority, and says the fingerprint of another one', async () => {
    const certificate = makeCertificate({ isAuthority: true });
    const { cert, key } = writeCertificate(certificate);
    const secure = await Mosquitto.start(['allow_anonymous true', `certfile ${cert}`, `keyfile ${key}`]);
    const url = `mqtts://127.0.0.1:${secure.port}`;
    const test = async (settings: object) => {
      const all = { groupId: 'Plant', nodeId: 'Cell 4', servers: [{ url }], ...settings };
      return ((await (await callApi('POST', `${api}/sparkplug/test`, all)).json()) as SparkplugTest)[0];
    };
    try {
      expect(await test({})).toMatchObject({ isReachable: false, refusedFingerprint: certificate.fingerprint });
      expect(await test({ servers: [{ url, fingerprint: certificate.fingerprint }] })).toEqual({ url, isReachable: true });
      expect(await test({ servers: [{ url, fingerprint: Array.from({ length: 32 }, () => '00').join(':') }] })).toMatchObject({
        isReachable: false,
        reason: expect.stringContaining('another certificate') as string,
      });
      expect(await test({ authorities: certificate.cert })).toEqual({ url, isReachable: true });
    } finally {
      await secure.stop();
    }
  });

  it('says by a test which servers answer', async () => {
    await second.kill();
    const settings = { groupId: 'Plant', nodeId: 'Cell 4', servers: [{ url: broker.url }, { url: second.url }] };
    const found = (await (await callApi('POST', `${api}/sparkplug/test`, settings)).json()) as SparkplugTest;
    expect(found.map(({ isReachable }) => isReachable)).toEqual([true, false]);
    expect(found[1]?.reason).toContain('ECONNREFUSED');
  });
});

function valueOf(message: HostMessage | undefined, name: string): unknown {
  return message?.metrics.find((metric) => metric.name === name)?.value;
}

function lastResult(host: SparkplugHost, device = 'Line 1'): string | undefined {
  const results = host.of('DDATA', device).map((data) => valueOf(data, 'Control/Last result'));
  return results.findLast((result) => typeof result === 'string');
}

/** Places where the number of a message is not the one after that of the message before. */
function gaps(messages: readonly HostMessage[]): string[] {
  return messages.flatMap(({ kind, seq, topic }, at) => {
    const before = messages[at - 1]?.seq;
    return kind === 'NBIRTH' || before === undefined || seq === (before + 1) % 256 ? [] : [`${topic}: ${before}, ${seq}`];
  });
}
