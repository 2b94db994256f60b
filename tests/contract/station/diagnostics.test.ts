import { mkdtempSync, rmSync } from 'node:fs';
import { tmpdir } from 'node:os';
import { join } from 'node:path';
import { strFromU8, unzipSync } from 'fflate';
import { afterAll, beforeAll, expect, it } from 'vitest';
import { CHECK_IDS, type DiagnosticsEvent } from '#contract/station/diagnostics.ts';
import type { StationClient } from '#contract/station/index.ts';
import { supportArchiveUrl, supportFileUrl } from '#contract/station/urls.ts';
import { openConnectedStation, type ConnectedStation } from '#support/connected-station.ts';
import { LINKS, openStation } from '#support/open-station.ts';
import { operationsOf } from '#support/recording-client.ts';

let folder: string;
let place: ConnectedStation;

beforeAll(async () => {
  folder = mkdtempSync(join(tmpdir(), 'strobe-diagnostics-'));
  place = await openConnectedStation({ dataFolder: folder });
});

afterAll(async () => {
  await place.close();
  rmSync(folder, { recursive: true, force: true });
});

/** Follows the diagnostics until a run has ended; returns every event of it. */
async function eventsOfRun(client: StationClient): Promise<DiagnosticsEvent[]> {
  const stop = new AbortController();
  const events: DiagnosticsEvent[] = [];
  for await (const event of client.diagnostics.watch({}, stop.signal)) {
    if (events.length === 0) await client.diagnostics.run({});
    events.push(event);
    if (events.length > 1 && !event.isRunning) break;
  }
  stop.abort();
  return events;
}

it.each(LINKS)('the diagnostics give one result after the other, and a support file is shown and saved over a %s', async (link) => {
  const called = new Set<string>();
  const { client } = await place.connect(link, called);
  const events = await eventsOfRun(client);
  const last = events.at(-1)!;
  expect(last.results.map(({ id }) => id)).toEqual(CHECK_IDS);
  expect(events.filter(({ isRunning, results }) => isRunning && results.length > 0 && results.length < CHECK_IDS.length)).not.toEqual([]);
  expect(last.results.find(({ id }) => id === 'readiness')).toMatchObject({ state: 'ok' });

  const archive = await client.diagnostics.prepareSupport({});
  expect(archive.fileName).toMatch(/^strobe-support-.+\.zip$/);
  const saved = await place.station.fetch(supportArchiveUrl(archive.id));
  expect([saved.status, saved.headers.get('content-type')]).toEqual([200, 'application/zip']);
  const bytes = new Uint8Array(await saved.arrayBuffer());
  expect(bytes.length).toBe(archive.size);
  const unpacked = Object.entries(unzipSync(bytes)).map(([name, content]) => ({
    name: name.replace(/^[^/]+\//, ''),
    size: content.length,
    text: strFromU8(content),
  }));
  expect(unpacked.map(({ name, size }) => ({ name, size }))).toEqual(archive.files);
  for (const { name, text } of unpacked) {
    const shown = await place.station.fetch(supportFileUrl(archive.id, name));
    expect([shown.headers.get('content-type'), await shown.text()]).toEqual(['text/plain; charset=utf-8', text]);
  }
  expect((await place.station.fetch(supportFileUrl(archive.id, 'other.txt'))).status).toBe(404);
  const newer = await client.diagnostics.prepareSupport({});
  expect((await place.station.fetch(supportArchiveUrl(archive.id))).status).toBe(404);
  expect((await place.station.fetch(supportArchiveUrl(newer.id), { method: 'PUT', body: 'x' })).status).toBe(405);
  expect([...called].filter((name) => name.startsWith('diagnostics.')).sort()).toEqual(operationsOf((noun) => noun === 'diagnostics'));
});

it('a station without a data folder says that it cannot be checked', async () => {
  const station = await openStation();
  try {
    const client = await station.connect('WebSocket');
    await expect(client.diagnostics.run({})).rejects.toMatchObject({ slug: 'not-found' });
    await expect(client.diagnostics.prepareSupport({})).rejects.toMatchObject({ slug: 'not-found' });
  } finally {
    await station.close();
  }
});

it('a support file is for people who may set up the station, and for no browser that is not signed in', async () => {
  const { client } = await place.connect('WebSocket', new Set());
  const { id } = await client.diagnostics.prepareSupport({});
  expect((await fetch(place.station.url + supportArchiveUrl(id))).status).toBe(401);
  await client.people.add({ name: 'Ada', role: 'administrator', lines: null, isEnabled: true, secret: '482915' });
  await client.people.signOut({});
  expect((await place.station.fetch(supportArchiveUrl(id))).status).not.toBe(200);
  await expect(client.diagnostics.prepareSupport({})).rejects.toMatchObject({ slug: 'person-required' });
});
