import { sql } from 'kysely';
import { afterEach, beforeEach, describe, expect, it } from 'vitest';
import type { ConnectionsEvent } from '#contract/station/connections.ts';
import { openStationDatabase } from '#storage/database/station-database.ts';
import type { StationDatabase } from '#storage/database/station-schema.ts';
import { ConnectionStore } from '#station/connections/connection-store.ts';
import { Connections } from '#station/connections/connections.ts';
import { PinnedCertificate } from '#station/connections/pinned-certificate.ts';
import { KeyFileBox } from '#station/secrets/key-file-box.ts';
import { Secrets } from '#station/secrets/secrets.ts';
import { FakeController } from '#support/fake-controller.ts';
import { makeCertificate } from '#support/make-certificate.ts';
import { ManualClock } from '#support/manual-clock.ts';

let db: StationDatabase;
/** The same key file for each start within a test. */
let secrets: Secrets;
const opened: { stop(): unknown }[] = [];

beforeEach(() => {
  db = openStationDatabase(':memory:');
  secrets = new Secrets([KeyFileBox.inMemory()]);
});

afterEach(async () => {
  for (const one of opened.splice(0).reverse()) await one.stop();
  await db.destroy();
});

async function open({ controllers = [], hasEmbedded = false }: { controllers?: string[]; hasEmbedded?: boolean } = {}) {
  let ids = 0;
  const clock = new ManualClock();
  const removed: string[] = [];
  const switched: boolean[] = [];
  const connections = new Connections({
    store: new ConnectionStore(db, secrets),
    deps: { clock, random: () => 0.5, checkInterval: 3_000, limit: 1_000, report: (error) => expect.fail(String(error)) },
    newId: () => `id-${(ids += 1)}`,
    controllers,
    hasEmbedded,
    listener: {
      changed: () => undefined,
      listed: () => undefined,
      removed: ({ id }) => removed.push(id),
      switched: (_connection, isOn) => Promise.resolve(void switched.push(isOn)),
    },
  });
  opened.push(connections);
  await connections.start();
  return { connections, clock, removed, switched };
}

/** Makes such changes of a table fail. */
async function failAt(change: 'INSERT' | 'DELETE', table: string): Promise<void> {
  await sql.raw(`CREATE TRIGGER full BEFORE ${change} ON ${table} BEGIN SELECT RAISE(ABORT, 'disk is full'); END`).execute(db);
}

const views = (connections: Connections) => {
  const event = connections.snapshot();
  return event.type === 'snapshot' ? event.connections.map(({ id, name, url, embedded }) => ({ id, name, url, embedded })) : [];
};

describe('connections', () => {
  it('are the embedded one, those that were added, and those given for this run', async () => {
    const first = await open();
    await first.connections.add('http://10.0.0.1:7311', { name: 'Hall 1' });
    await first.connections.add('http://10.0.0.2:80/');
    await first.connections.stop();
    const { connections } = await open({ hasEmbedded: true, controllers: ['http://10.0.0.2', 'http://10.0.0.3:7311'] });
    expect(views(connections)).toEqual([
      { id: 'embedded', name: 'This computer', url: '', embedded: true },
      { id: 'id-1', name: 'Hall 1', url: 'http://10.0.0.1:7311', embedded: false },
      { id: 'id-2', name: '10.0.0.2', url: 'http://10.0.0.2', embedded: false },
      { id: expect.stringMatching(/^[0-9a-f]{16}$/) as string, name: '10.0.0.3:7311', url: 'http://10.0.0.3:7311', embedded: false },
    ]);
  });

  it('keep their names over a restart', async () => {
    const first = await open({ hasEmbedded: true, controllers: ['http://10.0.0.3:7311'] });
    const ids = views(first.connections).map(({ id }) => id);
    for (const id of ids) await first.connections.rename(id, `Line of ${id}`);
    await first.connections.stop();
    const { connections } = await open({ hasEmbedded: true, controllers: ['http://10.0.0.3:7311'] });
    expect(views(connections).map(({ name }) => name)).toEqual(ids.map((id) => `Line of ${id}`));
  });

  it('keep the order that a person chose, with new ones last', async () => {
    const first = await open({ hasEmbedded: true, controllers: ['http://10.0.0.3:7311'] });
    const { id } = await first.connections.add('http://10.0.0.1:7311', { name: 'Hall 1' });
    const given = views(first.connections).map((view) => view.id);
    const order = [id, given[1]!, given[0]!];
    await first.connections.order(order);
    expect(views(first.connections).map((view) => view.id)).toEqual(order);
    await first.connections.stop();
    const { connections } = await open({ hasEmbedded: true, controllers: ['http://10.0.0.4:7311'] });
    expect(views(connections).map(({ name }) => name)).toEqual(['Hall 1', 'This computer', '10.0.0.4:7311']);
  });

  it('refuse an order that does not name every connection once', async () => {
    const { connections } = await open({ hasEmbedded: true, controllers: ['http://10.0.0.3:7311'] });
    for (const order of [[], ['embedded'], ['embedded', 'embedded'], ['embedded', 'missing']]) {
      await expect(connections.order(order)).rejects.toMatchObject({ slug: 'changed-meanwhile' });
    }
  });

  it('leave the embedded controller off until it is switched on, also after a restart', async () => {
    const first = await open({ hasEmbedded: true });
    await first.connections.switchEmbedded(false);
    await first.connections.switchEmbedded(false);
    await first.connections.stop();
    const second = await open({ hasEmbedded: true });
    const embedded = second.connections.get('embedded');
    embedded.setUnavailable('The controller ended.');
    embedded.moveTo('http://127.0.0.1:7311');
    expect([first.switched, second.switched, embedded.state, embedded.url]).toEqual([[true, false], [], 'off', undefined]);
    await second.connections.switchEmbedded(true);
    expect([second.switched, embedded.state]).toEqual([[true], 'connecting']);
  });

  it('D6 refuse an address that another connection has, in any notation', async () => {
    const { connections } = await open();
    await connections.add('http://Printer.local:80');
    await expect(connections.add('http://printer.local/')).rejects.toMatchObject({
      slug: 'connection-exists',
      message: 'The address http://printer.local belongs to the connection "printer.local".',
    });
  });

  it('remember the identity of a controller over a restart', async () => {
    const controller = await new FakeController('one').start();
    opened.push({ stop: () => controller.kill() });
    const first = await open();
    const added = await first.connections.add(controller.url);
    first.clock.advance(0);
    await expect.poll(() => added.state).toBe('online');
    await first.connections.stop();
    controller.id = 'two';
    const second = await open();
    second.clock.advance(0);
    await expect.poll(() => second.connections.get(added.id).state).toBe('refused');
  });

  it('D6 refuse a second address of the same controller', async () => {
    const controller = await new FakeController('one').start();
    opened.push({ stop: () => controller.kill() });
    const { connections, clock } = await open();
    const first = await connections.add(controller.url, { name: 'Hall 1' });
    clock.advance(0);
    await expect.poll(() => first.state).toBe('online');
    const second = await connections.add(controller.url.replace('127.0.0.1', 'localhost'));
    clock.advance(0);
    await expect.poll(() => second.view()).toMatchObject({ state: 'refused', reason: 'This is the same controller as "Hall 1".' });
  });

  it('D6 refuse another address of the embedded controller', async () => {
    const controller = await new FakeController('one').start();
    opened.push({ stop: () => controller.kill() });
    const { connections, clock } = await open({ hasEmbedded: true, controllers: [controller.url] });
    const [, other] = views(connections).map(({ id }) => connections.get(id));
    clock.advance(0);
    await expect.poll(() => other?.state).toBe('online');
    const embedded = connections.get('embedded');
    embedded.moveTo(controller.url);
    clock.advance(0);
    await expect.poll(() => embedded.state).toBe('online');
    await expect.poll(() => clock.waiting).toBe(2);
    clock.advance(3_000);
    await expect.poll(() => other?.view()).toMatchObject({ state: 'refused', reason: 'This is the same controller as "This computer".' });
  });

  it('emit an event when one is added, renamed or removed', async () => {
    const { connections, removed } = await open();
    const events: ConnectionsEvent[] = [];
    connections.subscribe((event) => events.push(event));
    const { id } = await connections.add('http://10.0.0.1:7311');
    await connections.rename(id, 'Hall 1');
    await connections.remove(id);
    expect(events.map((event) => (event.type === 'changed' ? event.connection.name : event))).toEqual([
      '10.0.0.1:7311',
      'Hall 1',
      { type: 'removed', id },
    ]);
    expect(removed).toEqual([id]);
    await expect(connections.remove(id)).rejects.toMatchObject({ slug: 'not-found', message: 'There is no connection "id-1".' });
  });

  it('do not rename, change or order a connection that is being removed', async () => {
    const { connections } = await open();
    const { id } = await connections.add('http://10.0.0.1:7311');
    const events: ConnectionsEvent[] = [];
    connections.subscribe((event) => events.push(event));
    const removing = connections.remove(id);
    const changes = [connections.rename(id, 'Hall 1'), connections.changeAccess(id, { key: 'secret' }), connections.order([id])];
    expect(
      (await Promise.allSettled([...changes, removing])).map((result) => ('reason' in result ? (result.reason as unknown) : 'done')),
    ).toEqual([
      expect.objectContaining({ slug: 'not-found' }),
      expect.objectContaining({ slug: 'not-found' }),
      expect.objectContaining({ slug: 'changed-meanwhile' }),
      'done',
    ]);
    expect(events).toEqual([{ type: 'removed', id }]);
    expect(await db.selectFrom('settings').selectAll().execute()).toEqual([]);
  });

  it.each(['connections', 'settings'])('that cannot be stored (%s) are neither listed nor emitted', async (table) => {
    const { connections } = await open();
    const events: ConnectionsEvent[] = [];
    connections.subscribe((event) => events.push(event));
    await failAt('INSERT', table);
    await expect(connections.add('http://10.0.0.1:7311', { key: 'secret' })).rejects.toThrow('disk is full');
    expect([events, views(connections)]).toEqual([[], []]);
    await connections.stop();
    expect(views((await open()).connections)).toEqual([]);
  });

  it('keep their state when a change cannot be stored, also after a restart', async () => {
    const first = await open();
    const pinned = new PinnedCertificate(makeCertificate().cert);
    const { id } = await first.connections.add('http://10.0.0.1:7311', { key: 'old', pinned });
    await failAt('DELETE', 'settings');
    await expect(first.connections.changeAccess(id, { key: 'new' })).rejects.toThrow('disk is full');
    await expect(first.connections.remove(id)).rejects.toThrow('disk is full');
    const access = ({ connections }: typeof first) => [connections.find(id)?.access.key, connections.find(id)?.access.pinned?.pem];
    expect([access(first), first.removed]).toEqual([['old', pinned.pem], []]);
    await first.connections.stop();
    expect(access(await open())).toEqual(['old', pinned.pem]);
  });

  it('D6 are added once by two concurrent requests', async () => {
    const { connections } = await open();
    const [first, second] = await Promise.allSettled([1, 2].map(() => connections.add('http://10.0.0.1:7311')));
    expect([first?.status, second]).toMatchObject(['fulfilled', { reason: { slug: 'connection-exists' } }]);
    expect(views(connections)).toHaveLength(1);
  });

  it('stop when they are being added while the station stops', async () => {
    const { connections, clock } = await open();
    const adding = connections.add('http://10.0.0.1:7311');
    await connections.stop();
    await adding;
    expect(clock.waiting).toBe(0);
  });

  it('do not remove the embedded one', async () => {
    const { connections } = await open({ hasEmbedded: true });
    await expect(connections.remove('embedded')).rejects.toMatchObject({ slug: 'in-use' });
  });

  it('E8 send the key to their controller, also after a restart, and never to a page', async () => {
    const controller = await new FakeController('one').start();
    opened.push({ stop: () => controller.kill() });
    const first = await open();
    await first.connections.add(controller.url, { key: 'strobe_secret' });
    expect(JSON.stringify(first.connections.snapshot())).not.toContain('secret');
    await first.connections.stop();
    const { connections, clock } = await open();
    const seen = controller.received.length;
    clock.advance(0);
    await expect.poll(() => connections.find('id-1')?.state).toBe('online');
    expect(controller.received.slice(seen).map(({ headers }) => headers['authorization'])).toEqual(Array(2).fill('Bearer strobe_secret'));
    await connections.remove('id-1');
    expect(await db.selectFrom('settings').selectAll().execute()).toEqual([]);
  });

  it('E8 are refused with the reason when their controller requires another key', async () => {
    const controller = await new FakeController('one').start();
    opened.push({ stop: () => controller.kill() });
    const { connections, clock } = await open();
    const problem = { type: 'urn:strobe:problem:unauthorized', status: 401, detail: 'The key is not valid.' };
    for (const path of ['/healthz', '/api/v3/printers']) controller.answers.set(`GET ${path}`, { status: 401, body: problem });
    const connection = await connections.add(controller.url, { key: 'old' });
    clock.advance(0);
    await expect.poll(() => connection.state).toBe('refused');
    expect(connection.reason).toBe('The controller requires a valid key. The key is not valid.');
  });

  it('say that a key has to be entered again when it cannot be decrypted any more, and need nothing else', async () => {
    const controller = await new FakeController('one').start();
    opened.push({ stop: () => controller.kill() });
    const first = await open();
    const { id } = await first.connections.add(controller.url, { key: 'strobe_secret' });
    await first.connections.stop();
    secrets = new Secrets([KeyFileBox.inMemory()]);
    const { connections, clock } = await open();
    const connection = connections.get(id);
    clock.advance(0);
    await expect.poll(() => connection.state).toBe('online');
    expect([connection.view(), controller.received.at(-1)?.headers['authorization']]).toMatchObject([
      { hasKey: false, isKeyLost: true },
      undefined,
    ]);
    await connections.changeAccess(id, { key: 'entered again' });
    expect(connection.view()).toMatchObject({ hasKey: true });
    expect(connection.view()).not.toHaveProperty('isKeyLost');
    await connections.stop();
    expect((await open()).connections.get(id).access.key).toBe('entered again');
  });

  it('have another key for the embedded controller when it cannot be decrypted any more', async () => {
    const keyOf = ({ connections }: Awaited<ReturnType<typeof open>>) => connections.get('embedded').access.key;
    const before = keyOf(await open({ hasEmbedded: true }));
    const same = keyOf(await open({ hasEmbedded: true }));
    secrets = new Secrets([KeyFileBox.inMemory()]);
    const other = await open({ hasEmbedded: true });
    expect([same, keyOf(other) === before, other.connections.get('embedded').view()]).toMatchObject([before, false, { hasKey: true }]);
    expect(keyOf(await open({ hasEmbedded: true }))).toBe(keyOf(other));
  });

  it('are 128 at most', async () => {
    const { connections } = await open();
    for (let port = 1; port <= 128; port += 1) await connections.add(`http://10.0.0.1:${port}`);
    await expect(connections.add('http://10.0.0.1:9999')).rejects.toMatchObject({ slug: 'too-many-requests' });
    expect(views(connections)).toHaveLength(128);
  });
});
