import { cpSync, existsSync, mkdirSync, readFileSync, readdirSync, truncateSync, writeFileSync } from 'node:fs';
import { createServer, type Server } from 'node:http';
import type { AddressInfo } from 'node:net';
import { basename, dirname, join } from 'node:path';
import { afterEach, beforeEach, describe, expect, it } from 'vitest';
import type { StationClient } from '#contract/station/index.ts';
import type { UpdatesEvent } from '#contract/station/updates.ts';
import { LINKS, openStation, type OpenStation } from '#support/open-station.ts';
import { operationsOf, recording } from '#support/recording-client.ts';
import { ScriptedSystem } from '#support/update/scripted-system.ts';
import { UpdateSite } from '#support/update/update-site.ts';
import { UpdateRunner } from '#updates/update-runner.ts';

const HAS_DPKG = existsSync('/usr/bin/dpkg-deb');
let site: UpdateSite;
let station: OpenStation;
let server: Server;
let address: string;

beforeEach(async () => {
  site = new UpdateSite();
  site.prepare();
  station = await openStation({ updates: site.folders });
  server = createServer((request, response) => {
    const file = join(site.folder, 'web', basename(request.url ?? ''));
    if (existsSync(file)) response.end(readFileSync(file));
    else response.writeHead(404).end();
  });
  await new Promise<void>((resolve) => server.listen(0, '127.0.0.1', resolve));
  address = `http://127.0.0.1:${(server.address() as AddressInfo).port}/strobe`;
});
afterEach(async () => {
  server.close();
  await station.close();
  await site.dispose();
});

/** The first state that passes the check. */
async function stateWhen({ updates }: StationClient, isRight: (state: UpdatesEvent) => boolean): Promise<UpdatesEvent> {
  const stop = new AbortController();
  try {
    for await (const state of updates.watch({}, stop.signal)) if (isRight(state)) return state;
    throw new Error('the feed has ended');
  } finally {
    stop.abort();
  }
}

/** Puts a package on a memory stick. */
async function plugIn(version: string): Promise<string> {
  const file = await site.packages.make({ version, isEmpty: true });
  const stick = join(site.folder, 'media/operator/STICK/strobe');
  mkdirSync(stick, { recursive: true });
  for (const ending of ['', '.sig']) cpSync(file + ending, join(stick, basename(file) + ending));
  return join(stick, basename(file));
}

async function runUpdate(system: ScriptedSystem): Promise<void> {
  await new UpdateRunner(site.io({ system, controller: system.controller, wait: async () => undefined })).run();
}

describe.skipIf(!HAS_DPKG).each(LINKS)('over a %s', (link) => {
  it('a version on a memory stick is found, installed, and rolled back', async () => {
    const called = new Set<string>();
    const client = recording(await station.connect(link), called);
    const path = await plugIn('0.1.1');
    await client.updates.search({});
    const { found } = await stateWhen(client, (state) => state.found !== null);
    expect(found).toMatchObject([{ id: path, place: 'stick', where: dirname(path), version: '0.1.1', isChecked: true, fault: null }]);
    await client.updates.install({ id: path, when: 'now', acceptsPictures: false });
    await stateWhen(client, ({ isPreparing }) => !isPreparing);
    await expect(client.updates.install({ id: path, when: 'now', acceptsPictures: false })).rejects.toThrow(/being installed already/);
    const system = new ScriptedSystem('0.0.0');
    system.packed = await site.packages.make({ version: '0.0.0', isEmpty: true });
    await runUpdate(system);
    expect(await stateWhen(client, ({ progress }) => progress?.stage === 'done')).toMatchObject({
      previous: '0.0.0',
      progress: { to: '0.1.1' },
    });
    await client.updates.rollBack({ when: 'now' });
    await runUpdate(system);
    expect(await stateWhen(client, ({ progress }) => progress?.stage === 'rolled-back')).toMatchObject({ previous: null });
    expect(system.version).toBe('0.0.0');
    await expect(client.updates.rollBack({ when: 'now' })).rejects.toThrow(/No version to go back to/);
    await expect(client.updates.installNow({})).rejects.toThrow(/No update waits/);
    await expect(client.updates.cancel({})).rejects.toThrow(/No update waits/);
    await client.updates.putAddress({ address });
    await expect(client.updates.install({ id: 'nothing', when: 'now', acceptsPictures: false })).rejects.toThrow(/not found any more/);
    expect([...called]).toEqual(expect.arrayContaining(operationsOf((noun) => noun === 'updates')));
  });
});

describe.skipIf(!HAS_DPKG)('the station', () => {
  let client: StationClient;
  beforeEach(async () => {
    client = await station.connect('MessagePort');
  });

  it('says why a package on a stick cannot be installed', async () => {
    truncateSync(await plugIn('0.1.1'), 100);
    await client.updates.search({});
    const { found } = await stateWhen(client, (state) => state.found !== null);
    expect(found).toMatchObject([{ version: null, fault: { code: 'package-damaged' } }]);
  });

  it('downloads a version from a web server and checks it before it is asked for', async () => {
    const file = await site.packages.make({ version: '0.1.2', isEmpty: true });
    cpSync(dirname(file), join(site.folder, 'web'), { recursive: true });
    const latest = { version: '0.1.2', file: basename(file), size: readFileSync(file).length };
    writeFileSync(join(site.folder, 'web/latest.json'), JSON.stringify(latest));
    await client.updates.putAddress({ address });
    await client.updates.search({});
    const { found } = await stateWhen(client, (state) => state.found !== null);
    expect(found).toMatchObject([{ place: 'web', version: '0.1.2', isChecked: false }]);
    await client.updates.install({ id: address, when: 'idle', acceptsPictures: false });
    expect(await stateWhen(client, ({ isPreparing }) => !isPreparing)).toMatchObject({ fault: null });
    expect(readdirSync(join(site.folders.requests, 'incoming')).sort()).toEqual([basename(file), `${basename(file)}.sig`]);
    expect(JSON.parse(readFileSync(join(site.folders.requests, 'request.json'), 'utf8'))).toMatchObject({
      action: 'install',
      when: 'idle',
    });
  });

  it('says why the web server cannot be searched, and keeps what is on the sticks', async () => {
    await plugIn('0.1.1');
    await client.updates.putAddress({ address });
    await client.updates.search({});
    const state = await stateWhen(client, ({ found }) => found !== null);
    expect(state).toMatchObject({
      searchFaults: [{ place: 'web', reason: { code: 'web-answer', values: { status: '404' } } }],
      found: [{ version: '0.1.1' }],
    });
  });
});

it('a station without the package says that it is not updated by itself', async () => {
  const other = await openStation();
  try {
    const client = await other.connect('MessagePort');
    expect(await stateWhen(client, () => true)).toMatchObject({ isManaged: false, progress: null });
    await expect(client.updates.search({})).rejects.toThrow(/not updated by itself/);
  } finally {
    await other.close();
  }
});
