import { afterEach, beforeEach, describe, expect, it } from 'vitest';
import type { Connection, ConnectionsEvent } from '#contract/station/connections.ts';
import type { StationClient } from '#contract/station/index.ts';
import { FakeController } from '#support/fake-controller.ts';
import { makeCertificate, type MadeCertificate } from '#support/make-certificate.ts';
import { openStation, type OpenStation } from '#support/open-station.ts';

/** A station with a controller whose certificate or key has to be corrected. */

let own: MadeCertificate;
let controller: FakeController;
let station: OpenStation;
let client: StationClient;
beforeEach(async () => {
  own = makeCertificate();
  controller = await new FakeController('trusted').show(own).start();
  station = await openStation();
  client = await station.connect('WebSocket');
});
afterEach(async () => {
  await station.close();
  await controller.kill();
});

/** The connection when it is online. */
async function connectionWhen(isRight: (connection: Connection) => boolean): Promise<Connection> {
  const ending = new AbortController();
  const known = new Map<string, Connection>();
  const take = (event: ConnectionsEvent) => {
    if (event.type === 'snapshot') for (const one of event.connections) known.set(one.id, one);
    if (event.type === 'changed') known.set(event.connection.id, event.connection);
  };
  try {
    for await (const event of await client.connections.watch({}, ending.signal)) {
      take(event);
      const found = [...known.values()].find(isRight);
      if (found) return found;
    }
    throw new Error('the connections are not published any more');
  } finally {
    ending.abort();
  }
}

const isRefused = ({ state }: Connection) => state === 'refused';
const isOnline = ({ state }: Connection) => state === 'online';

describe('E28 a controller with an unknown certificate', () => {
  it('E28 is tested, compared and added, without an earlier request', async () => {
    const { url } = controller;
    const tested = await client.connections.test({ url, key: 'strobe_a' });
    expect(tested).toMatchObject({ reachable: false, untrusted: { fingerprint: own.fingerprint } });
    expect(controller.received).toEqual([]);
    const fingerprint = own.fingerprint;
    await expect(client.connections.test({ url, fingerprint })).resolves.toMatchObject({ reachable: true, untrusted: null });
    await client.connections.add({ url, key: 'strobe_a', fingerprint });
    expect(await connectionWhen(isOnline)).toMatchObject({ trusted: fingerprint, untrusted: null, refusal: null, hasKey: true });
  });

  it('E28 is refused until a person trusts it, and again when it presents another one', async () => {
    const { id } = await client.connections.add({ url: controller.url });
    const first = await connectionWhen(isRefused);
    expect(first).toMatchObject({ id, refusal: 'certificate', trusted: null, untrusted: { fingerprint: own.fingerprint } });
    await client.connections.trust({ id, fingerprint: own.fingerprint });
    expect(await connectionWhen(isOnline)).toMatchObject({ trusted: own.fingerprint, untrusted: null, refusal: null, reason: null });

    const next = makeCertificate();
    await controller.kill();
    await controller.show(next).start();
    const changed = await connectionWhen(isRefused);
    expect(changed).toMatchObject({ refusal: 'certificate', trusted: own.fingerprint, untrusted: { fingerprint: next.fingerprint } });
    expect(changed.reason).toContain(`expected ${own.fingerprint}, got ${next.fingerprint}`);
    await client.connections.trust({ id, fingerprint: next.fingerprint });
    expect(await connectionWhen(isOnline)).toMatchObject({ trusted: next.fingerprint });
  });

  it('E28 is not trusted by another fingerprint, nor when it has expired', async () => {
    const { url } = controller;
    const { id } = await client.connections.add({ url });
    const other = { fingerprint: makeCertificate().fingerprint };
    await expect(client.connections.trust({ id, ...other })).rejects.toMatchObject({ slug: 'changed-meanwhile' });
    await expect(client.connections.test({ url, ...other })).rejects.toMatchObject({ slug: 'changed-meanwhile' });
    const late = makeCertificate({ from: Date.UTC(2020, 0, 1), to: Date.UTC(2021, 0, 1) });
    controller.show(late);
    await expect(client.connections.trust({ id, fingerprint: late.fingerprint })).rejects.toMatchObject({
      slug: 'invalid-input',
      message: expect.stringContaining('expired on 2021-01-01T00:00:00Z') as string,
    });
    await controller.kill();
    await expect(client.connections.trust({ id, fingerprint: own.fingerprint })).rejects.toMatchObject({ slug: 'controller-unreachable' });
    expect(await connectionWhen(({ trusted }) => trusted === null)).toBeDefined();
  });

  it('E28 raises its own alarm, with the reason', async () => {
    await client.connections.add({ url: controller.url });
    for await (const event of await client.alarms.watch({}, new AbortController().signal)) {
      const found = event.type === 'snapshot' ? event.alarms : event.type === 'changed' ? [event.alarm] : [];
      const alarm = found.find(({ kind }) => kind === 'controller-untrusted');
      if (!alarm) continue;
      expect(alarm.detail).toContain(own.fingerprint);
      break;
    }
  });
});

describe('E8 the key of a connection', () => {
  const opens = 'strobe_new';
  beforeEach(() => {
    controller.behaviour = ({ headers }, response) => {
      if (headers.authorization === `Bearer ${opens}`) return false;
      const problem = { type: 'urn:strobe:problem:unauthorized', title: 'Unauthorized', detail: 'The key is not valid.' };
      response.writeHead(401, { 'content-type': 'application/problem+json' }).end(JSON.stringify(problem));
      return true;
    };
  });

  it('E8 that was revoked is reported, and is replaced by one that the controller accepts', async () => {
    const { id } = await addLocked();
    const refused = await connectionWhen(isRefused);
    expect(refused).toMatchObject({ refusal: 'key', hasKey: true, untrusted: null });
    expect(refused.reason).toContain('The controller requires a valid key.');
    await expect(client.connections.changeKey({ id, key: 'strobe_wrong' })).rejects.toMatchObject({ slug: 'unauthorized' });
    await client.connections.changeKey({ id, key: opens });
    expect(await connectionWhen(isOnline)).toMatchObject({ hasKey: true, refusal: null, trusted: own.fingerprint });
    await client.connections.changeKey({ id, key: null });
    expect(await connectionWhen(isRefused)).toMatchObject({ refusal: 'key', hasKey: false, trusted: own.fingerprint });
  });

  /** A controller that accepted its key when it was added, and does not any more. */
  async function addLocked(): Promise<Connection> {
    const { behaviour } = controller;
    controller.behaviour = undefined;
    const added = await client.connections.add({ url: controller.url, key: 'strobe_old', fingerprint: own.fingerprint });
    await connectionWhen(isOnline);
    controller.behaviour = behaviour;
    return added;
  }
});
