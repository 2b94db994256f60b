import { randomUUID } from 'node:crypto';
import { mkdtempSync, readFileSync, rmSync, writeFileSync } from 'node:fs';
import { tmpdir } from 'node:os';
import { join } from 'node:path';
import { pino } from 'pino';
import { afterAll, beforeAll, beforeEach, describe, expect, it } from 'vitest';
import { openEmbedded } from '#plant/database/embedded-connections.ts';
import { migratePlant } from '#plant/database/migrate-plant.ts';
import type { PlantConnections } from '#plant/database/plant-connections.ts';
import { parsePlantCommand } from '#plant/process/plant-command-line.ts';
import { PlantServer } from '#plant/http/plant-server.ts';
import { Plant } from '#plant/plant.ts';
import { searchServers } from '#station/updates/update-servers.ts';
import { download } from '#updates/web-source.ts';

const BYTES = Buffer.from(Array.from({ length: 300_000 }, (_, index) => index % 251));
const NEWEST = { version: '1.10.0', file: 'strobe_1.10.0_amd64.deb', size: BYTES.length };

let connections: PlantConnections;
let plant: Plant;
let folder = '';
const servers: PlantServer[] = [];

beforeAll(async () => {
  connections = await openEmbedded();
  await migratePlant(connections, { isAllowed: true });
  plant = new Plant({ connections, now: () => Date.now(), log: pino({ enabled: false }) });
});
afterAll(async () => {
  for (const server of servers) await server.close(0);
  await plant.stop();
  await connections.close();
});
beforeEach(() => {
  folder = mkdtempSync(join(tmpdir(), 'strobe-plant-updates-'));
  return () => rmSync(folder, { recursive: true });
});

async function serve(updates: string | undefined): Promise<string> {
  const log = pino({ enabled: false });
  const server = await PlantServer.create({ plant, version: '0.0.0', host: '127.0.0.1', names: [], updates, newId: randomUUID, log });
  servers.push(server);
  return server.listen(0);
}

function put(version: string, { isSigned = true, bytes = BYTES }: { isSigned?: boolean; bytes?: Buffer } = {}): void {
  writeFileSync(join(folder, `strobe_${version}_amd64.deb`), bytes);
  if (isSigned) writeFileSync(join(folder, `strobe_${version}_amd64.deb.sig`), `signature of ${version}`);
}

const search = (url: string, installed = '1.9.0') =>
  searchServers({ address: null, installed, readPlant: async () => ({ isEnabled: true, url: `${url}/`, authorities: '' }) });

describe('a plant with a folder of packages', () => {
  it('names the highest version that has a signature', async () => {
    for (const version of ['1.9.0', '1.10.0', '1.10.0~rc1', '1.2.0']) put(version);
    put('2.0.0', { isSigned: false });
    put('3.0.0', { bytes: Buffer.alloc(0) });
    writeFileSync(join(folder, 'notes.txt'), 'no package');
    const answer = await fetch(`${await serve(folder)}/updates/latest.json`);
    expect([answer.status, await answer.json()]).toEqual([200, NEWEST]);
  });

  it.each([
    [['1.0.0~rc2', '1.0.0~rc10'], '1.0.0~rc10'],
    [['1.0.0', '1.0.0~rc10'], '1.0.0'],
    [['0.9.9', '0.10.0'], '0.10.0'],
  ])('knows which of %j is the newest', async (versions, newest) => {
    for (const version of versions) put(version);
    const answer = await fetch(`${await serve(folder)}/updates/latest.json`);
    expect(await answer.json()).toMatchObject({ version: newest });
  });

  it('gives out packages and signatures, and nothing else', async () => {
    put('1.10.0');
    writeFileSync(join(folder, 'notes.txt'), 'no package');
    const url = await serve(folder);
    const asked = [NEWEST.file, `${NEWEST.file}.sig`, 'notes.txt', 'strobe_9.9.9_amd64.deb', '..%2f..%2fetc%2fpasswd', ''];
    const answers = await Promise.all(asked.map((name) => fetch(`${url}/updates/${name}`)));
    expect(answers.map(({ status }) => status)).toEqual([200, 200, 404, 404, 404, 404]);
    const whole = await answers[0]?.arrayBuffer();
    expect(whole && Buffer.from(whole).equals(BYTES)).toBe(true);
  });

  it('says that it gives out nothing while its folder is empty, and without a folder', async () => {
    for (const url of [await serve(folder), await serve(undefined)]) {
      const answer = await fetch(`${url}/updates/latest.json`);
      expect([answer.status, await answer.json()]).toMatchObject([404, { detail: 'The plant gives out no version of Strobe.' }]);
      expect(await search(url)).toMatchObject({ found: [], faults: [] });
    }
  });
});

it('a plant does not start with a folder that is not there', () => {
  expect(() => parsePlantCommand(['--updates', '/no/such/folder'], {})).toThrow('--updates: there is no folder /no/such/folder');
});

describe('a station whose controller is connected to a plant', () => {
  it('finds the version of the plant, and continues a download that broke off', async () => {
    put('1.10.0');
    const { found, packages, faults } = await search(await serve(folder));
    expect(faults).toEqual([]);
    expect(found).toMatchObject([{ place: 'plant', isChecked: false, fault: null, ...NEWEST }]);
    const one = packages.get(found[0]?.id ?? '');
    if (!one) throw new Error('nothing was found');
    const target = mkdtempSync(join(tmpdir(), 'strobe-incoming-'));
    try {
      writeFileSync(join(target, `${NEWEST.file}.part`), BYTES.subarray(0, 100_000));
      const seen: number[] = [];
      await download(one.from, one.latest, { folder: target, onProgress: (bytes) => seen.push(bytes) });
      expect(readFileSync(join(target, NEWEST.file))).toEqual(BYTES);
      expect(readFileSync(join(target, `${NEWEST.file}.sig`), 'utf8')).toBe('signature of 1.10.0');
      expect(seen[0]).toBeGreaterThan(100_000);
    } finally {
      rmSync(target, { recursive: true });
    }
  });

  it('says that the version of the plant is installed already', async () => {
    put('1.10.0');
    const { found } = await search(await serve(folder), '1.10.0');
    expect(found).toMatchObject([{ version: '1.10.0', fault: { code: 'same-version' } }]);
  });

  it('looks at no plant that is switched off, and names one that cannot be reached', async () => {
    const settings = { url: 'http://127.0.0.1:9', authorities: '' };
    const off = await searchServers({ address: null, installed: '1', readPlant: async () => ({ isEnabled: false, ...settings }) });
    const on = await searchServers({ address: null, installed: '1', readPlant: async () => ({ isEnabled: true, ...settings }) });
    expect(off.faults).toEqual([]);
    expect(on.faults).toMatchObject([{ place: 'plant', reason: { text: expect.stringMatching(/cannot be reached: .*ECONNREFUSED/) } }]);
  });

  it('looks once at a plant whose address is also that of the web server', async () => {
    put('1.10.0');
    const url = await serve(folder);
    const readPlant = async () => ({ isEnabled: true, url, authorities: '' });
    expect((await searchServers({ address: `${url}/updates`, installed: '1', readPlant })).found).toMatchObject([{ place: 'web' }]);
  });
});
