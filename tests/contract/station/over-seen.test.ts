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

/** Reads a thing of each kind, and puts it over what was seen. */
const KINDS = {
  'a variable': {
    get: (): Promise<Document> => client.variables.get(place),
    put: (over: Document | null) => client.variables.put({ ...place, variable: { value: 'A1' }, over }),
  },
  'a counter': {
    get: (): Promise<Document> => client.counters.get(place),
    put: (over: Document | null) => client.counters.put({ ...place, counter: { value: 5 }, over }),
  },
  'a label': {
    get: (): Promise<Document> => client.labels.get(place),
    put: (over: Document | null) => client.labels.put({ ...place, label: { ...textLabel('Seen') }, over }),
  },
  'a table': {
    get: (): Promise<Document> => client.tables.get(place),
    put: async (over: Document | null) => {
      await client.tables.put({ ...place, table: { columns: ['SKU'], rows: [['7']] }, over });
      return { created: over === null };
    },
  },
  'a shift code': {
    get: (): Promise<Document> => client.shiftCodes.get(place),
    put: (over: Document | null) => client.shiftCodes.put({ ...place, shiftCode: { shifts: [{ offset: 0, code: 'A' }] }, over }),
  },
};

it.each(Object.entries(KINDS))('%s is put over exactly what was seen', async (_, { get, put }) => {
  await expect(put({ description: 'deleted' })).rejects.toMatchObject({
    slug: 'changed-meanwhile',
    message: expect.stringContaining('deleted') as unknown,
  });
  await expect(put(null)).resolves.toEqual({ created: true });
  await expect(put(null)).rejects.toMatchObject({ slug: 'changed-meanwhile', message: expect.stringContaining('made') as unknown });
  const present = await get();
  await expect(put({ ...present, description: 'older' })).rejects.toMatchObject({ slug: 'changed-meanwhile' });
  await expect(put(present)).resolves.toEqual({ created: false });
});

it('a label is the same as it was sent, also where its controller adds what was left out', async () => {
  const label = { ...textLabel('Sent') };
  const at = { ...place, name: 'Sent' };
  await client.labels.put({ ...at, label, over: null });
  expect(await client.labels.get(at)).not.toEqual(label);
  await expect(client.labels.put({ ...at, label, over: label })).resolves.toEqual({ created: false });
});

it('a label full of pictures is put over another one', async () => {
  const label = { ...textLabel('Full'), note: 'x'.repeat(9 * 1024 * 1024) };
  const at = { ...place, name: 'Full' };
  await client.labels.put({ ...at, label, over: null });
  await expect(client.labels.put({ ...at, label: { ...label, width: 50 }, over: label })).resolves.toEqual({ created: false });
});
