import { afterAll, beforeAll, expect, it } from 'vitest';
import type { StationClient } from '#contract/station/index.ts';
import { openService, textLabel, type OpenService } from '#support/open-service.ts';
import { openStation, type OpenStation } from '#support/open-station.ts';
import { connectionWhen } from '#support/watch.ts';

type Document = Record<string, unknown>;

let service: OpenService;
let station: OpenStation;
let client: StationClient;
let place: { connection: string; name: string };

beforeAll(async () => {
  service = await openService();
  station = await openStation({ controllers: [service.url] });
  client = await station.connect('WebSocket');
  const { id } = await connectionWhen(client, ({ state }) => state === 'online');
  place = { connection: id, name: 'Seen' };
});

afterAll(async () => {
  await station.close();
  await service.close();
});

/** Reads an item of each kind, and saves it over the document that was seen. */
const KINDS = {
  'a variable': {
    get: (): Promise<Document> => client.variables.get(place),
    put: (expected: Document | null) => client.variables.put({ ...place, variable: { value: 'A1' }, expected }),
  },
  'a counter': {
    get: (): Promise<Document> => client.counters.get(place),
    put: (expected: Document | null) => client.counters.put({ ...place, counter: { value: 5 }, expected }),
  },
  'a label': {
    get: (): Promise<Document> => client.labels.get(place),
    put: (expected: Document | null) => client.labels.put({ ...place, label: { ...textLabel('Seen') }, expected }),
  },
  'a table': {
    get: (): Promise<Document> => client.tables.get(place),
    put: async (expected: Document | null) => {
      await client.tables.put({ ...place, table: { columns: ['SKU'], rows: [['7']] }, expected });
      return { created: expected === null };
    },
  },
  'a shift code': {
    get: (): Promise<Document> => client.shiftCodes.get(place),
    put: (expected: Document | null) => client.shiftCodes.put({ ...place, shiftCode: { shifts: [{ offset: 0, code: 'A' }] }, expected }),
  },
};

it.each(Object.entries(KINDS))('%s is saved over the document that was seen only', async (_, { get, put }) => {
  await expect(put({ description: 'deleted' })).rejects.toMatchObject({
    slug: 'changed-meanwhile',
    message: expect.stringContaining('deleted') as unknown,
  });
  await expect(put(null)).resolves.toMatchObject({ created: true });
  await expect(put(null)).rejects.toMatchObject({ slug: 'changed-meanwhile', message: expect.stringContaining('created') as unknown });
  const present = await get();
  await expect(put({ ...present, description: 'older' })).rejects.toMatchObject({ slug: 'changed-meanwhile' });
  await expect(put(present)).resolves.toMatchObject({ created: false });
});

it('a label equals the one that was sent, also when its controller adds defaults', async () => {
  const label = { ...textLabel('Sent') };
  const at = { ...place, name: 'Sent' };
  await client.labels.put({ ...at, label, expected: null });
  expect(await client.labels.get(at)).not.toEqual(label);
  await expect(client.labels.put({ ...at, label, expected: label })).resolves.toEqual({ created: false, jobs: [] });
});

it('a label with large pictures is saved over another one', async () => {
  const label = { ...textLabel('Full'), note: 'x'.repeat(9 * 1024 * 1024) };
  const at = { ...place, name: 'Full' };
  await client.labels.put({ ...at, label, expected: null });
  await expect(client.labels.put({ ...at, label: { ...label, width: 50 }, expected: label })).resolves.toEqual({
    created: false,
    jobs: [],
  });
});

it('a label that is stored already is applied to running jobs, and an unknown printer is refused', async () => {
  const at = { connection: place.connection, name: 'Applied' };
  const label = { ...textLabel('Applied') };
  await client.labels.put({ ...at, label, expected: null });
  const apply = (printer: string) => client.labels.put({ ...at, label, expected: label, runningJobs: 'update', printers: [printer] });
  await expect(apply('Line 1')).resolves.toEqual({ created: false, jobs: [] });
  await expect(apply('Line 99')).rejects.toMatchObject({ slug: 'not-found', message: 'There is no printer "Line 99".' });
});
