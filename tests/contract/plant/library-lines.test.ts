import { randomUUID } from 'node:crypto';
import { pino } from 'pino';
import { afterAll, afterEach, beforeAll, describe, expect, it } from 'vitest';
import type { PlantItem, PlantItems } from '#contract/api-v3/plant-library.ts';
import { libraryItemPlaceSchema, type LibraryItemPlace } from '#contract/api-v3/library-item.ts';
import type { Publication } from '#contract/plant/library.ts';
import { openEmbedded } from '#plant/database/embedded-connections.ts';
import { migratePlant } from '#plant/database/migrate-plant.ts';
import { PlantServer } from '#plant/http/plant-server.ts';
import { Plant } from '#plant/plant.ts';
import { Cable } from '#support/cable.ts';
import { madeFont } from '#support/made-fonts.ts';
import { openService, textLabel, type OpenService } from '#support/open-service.ts';
import { until } from '#support/until.ts';

const log = pino({ level: 'silent' });
const resources = new AsyncDisposableStack();
const ALL = { sites: [], lines: [], tags: [] };
let plant: Plant;
let cable: Cable;
let line: OpenService;
let key = '';

/** A controller and a plant, over HTTP and a cable that can be pulled out. */
beforeAll(async () => {
  const connections = await openEmbedded();
  resources.defer(() => connections.close());
  await migratePlant(connections, { isAllowed: true });
  plant = new Plant({ connections, now: () => Date.now(), log });
  resources.defer(() => plant.stop());
  key = await plant.keys.add({ name: 'lines', scopes: ['report'] });
  let port = 0;
  cable = new Cable(() => port);
  await cable.plugIn();
  resources.defer(() => cable.unplug());
  const names = [`127.0.0.1:${cable.port}`];
  const server = await PlantServer.create({ plant, version: '', host: '127.0.0.1', names, newId: randomUUID, log });
  resources.defer(() => server.close(1_000));
  port = Number(new URL(await server.listen(0)).port);
  line = await openService();
  resources.defer(() => line.close());
  await connect();
});

afterAll(() => resources.disposeAsync());

/** Withdraws everything, and waits until the line has removed it. */
afterEach(async () => {
  await cable.plugIn();
  for (const { kind, name, published } of await plant.library.list()) if (published) await plant.library.withdraw({ kind, name });
  await call('POST printers/Line%201/printJob', {});
  await until(items, (found) => found.length === 0);
});

const call = (request: string, body?: unknown) => {
  const [method = '', path = ''] = request.split(' ');
  return line.call(`/api/v3/${path}`, { method, ...(body !== undefined && { body }) });
};

const connect = () =>
  call('PUT settings/plant', {
    isEnabled: true,
    url: `http://127.0.0.1:${cable.port}`,
    key,
    name: 'Filler 1',
    site: 'North',
    line: 'Line A',
  });
const items = async () => ((await call('GET plant/library')).json as PlantItems).items;
const refused = { status: 409, json: { type: 'urn:strobe:problem:published-by-plant' } };

/** `what`: the kind and the name, with a slash between them. */
async function publish(what: string, content: unknown, changes: Partial<Publication> = {}): Promise<void> {
  const [, kind = '', name = ''] = /^([\w-]+)\/(.+)$/.exec(what) ?? [];
  const place = libraryItemPlaceSchema.parse({ kind, name });
  const bytes = content instanceof Uint8Array ? Buffer.from(content) : Buffer.from(JSON.stringify(content));
  const version = await plant.library.save(place, { bytes, comment: '', by: 'author' });
  await plant.library.publish(place, { version, target: ALL, isChangeable: false, replacesOwn: false, ...changes }, 'publisher');
}

/** Waits until the line says this about an item. */
const untilItem = (place: LibraryItemPlace, isSo: (item: PlantItem | undefined) => boolean) =>
  until(async () => (await items()).find(({ kind, name }) => kind === place.kind && name === place.name), isSo);

describe('what the plant publishes', () => {
  it('arrives on the line, which may not change it, and is removed when it is withdrawn', async () => {
    await publish('variable/Batch', { value: 'L1' });
    await publish('shift-code/Shift', { shifts: [{ offset: 0, code: 'N' }] });
    await publish('table/Products', { columns: ['Name'], rows: [['Ketchup']] });
    await publish('font/Made/Regular', madeFont({ family: 'Made', characters: 'A' }));
    await publish('label/Case', textLabel('{VARIABLE;Batch}'));
    await untilItem({ kind: 'label', name: 'Case' }, (item) => item?.state === 'taken');
    expect((await items()).map(({ kind, state }) => [kind, state])).toEqual(
      ['font', 'shift-code', 'table', 'variable', 'label'].map((kind) => [kind, 'taken']),
    );
    expect((await call('GET tables/Products')).json).toEqual({ columns: ['Name'], rows: [['Ketchup']] });
    for (const request of [
      'PUT labels/Case',
      'DELETE labels/Case',
      'PUT variables/Batch',
      'DELETE tables/Products',
      'DELETE shiftCodes/Shift',
    ]) {
      const body = request === 'PUT labels/Case' ? textLabel('mine') : request === 'PUT variables/Batch' ? { value: 'mine' } : undefined;
      expect([request, await call(request, body)]).toEqual([request, expect.objectContaining({ status: 409 })]);
    }
    expect(await call('POST labels/Case/rename', { name: 'Other' })).toMatchObject(refused);
    expect(await call('DELETE fonts/Made/Regular')).toMatchObject(refused);
    expect((await plant.library.get({ kind: 'label', name: 'Case' })).lines).toMatchObject([
      { name: 'Filler 1', state: 'taken', version: 1 },
    ]);
  });

  it('names who approved a label, and begins as approved', async () => {
    const place = { kind: 'label', name: 'Approved' } as const;
    const bytes = Buffer.from(JSON.stringify(textLabel('A')));
    await plant.library.save(place, { bytes, comment: '', by: 'Anna' });
    await plant.library.approve({ ...place, version: 1 }, { by: 'Ben', comment: '' });
    await plant.library.publish(place, { version: 1, target: ALL, isChangeable: false, replacesOwn: false }, 'publisher');
    await untilItem(place, (item) => item?.state === 'taken');
    expect((await call('GET labels/Approved/versions')).json).toMatchObject({
      versions: [{ author: 'Anna', approval: 'approved', decisions: [{ by: 'Ben' }] }],
    });
  });

  it('waits while a job uses a variable, and takes the label with it afterwards', async () => {
    await publish('variable/Batch', { value: 'L1' });
    await publish('label/Case', textLabel('{VARIABLE;Batch}'));
    await untilItem({ kind: 'label', name: 'Case' }, (item) => item?.state === 'taken');
    expect((await call('POST printers/Line%201/printJob', { labelName: 'Case' })).status).toBe(200);
    await publish('variable/Batch', { value: 'L2' });
    await publish('label/Case', textLabel('{VARIABLE;Batch} new'));
    await untilItem({ kind: 'variable', name: 'Batch' }, (item) => item?.state === 'waiting' && item.reason?.includes('Line 1') === true);
    await untilItem({ kind: 'label', name: 'Case' }, (item) => item?.reason === 'It needs the variable "Batch", which is not here yet.');
    expect((await call('GET variables/Batch')).json).toMatchObject({ value: 'L1' });
    await call('POST printers/Line%201/printJob', {});
    await untilItem({ kind: 'label', name: 'Case' }, (item) => item?.state === 'taken' && item.version === 2);
    expect((await call('GET variables/Batch')).json).toMatchObject({ value: 'L2' });
  });

  it('leaves an own item of the same name alone, unless the plant replaces it', async () => {
    await call('PUT variables/Own', { value: 'mine' });
    await publish('variable/Own', { value: 'L1' });
    await untilItem({ kind: 'variable', name: 'Own' }, (item) => item?.reason === 'The line has its own variable of this name.');
    expect((await call('GET variables/Own')).json).toMatchObject({ value: 'mine' });
    await publish('variable/Own', { value: 'L1' }, { replacesOwn: true });
    await untilItem({ kind: 'variable', name: 'Own' }, (item) => item?.state === 'taken');
    expect((await call('GET variables/Own')).json).toMatchObject({ value: 'L1' });
  });

  it('is kept as the line has changed it, where the plant permits that, and comes back when the line deletes it', async () => {
    await publish('label/Free', textLabel('A'), { isChangeable: true });
    await untilItem({ kind: 'label', name: 'Free' }, (item) => item?.state === 'taken');
    expect((await call('PUT labels/Free', textLabel('mine'))).status).toBe(204);
    await publish('label/Free', textLabel('B'), { isChangeable: true });
    await untilItem({ kind: 'label', name: 'Free' }, (item) => item?.state === 'changed');
    expect((await call('GET labels/Free')).json).toMatchObject(textLabel('mine'));
    await call('DELETE labels/Free');
    await untilItem({ kind: 'label', name: 'Free' }, (item) => item?.state === 'taken' && item.version === 2);
  });

  it('leaves the value of a variable that operators may edit to the line', async () => {
    await publish('variable/Operator', { value: '', description: 'Name', userEdit: true });
    await untilItem({ kind: 'variable', name: 'Operator' }, (item) => item?.state === 'taken');
    const stored = (await call('GET variables/Operator')).json as object;
    expect(await call('PUT variables/Operator', { ...stored, value: 'Anna' })).toMatchObject({ status: 204 });
    expect(await call('PUT variables/Operator', { ...stored, userEdit: false })).toMatchObject(refused);
    await publish('variable/Operator', { value: '', description: 'Your name', userEdit: true });
    await untilItem({ kind: 'variable', name: 'Operator' }, (item) => item?.version === 2);
    expect((await call('GET variables/Operator')).json).toMatchObject({ value: 'Anna', description: 'Your name' });
  });

  it('says why an item cannot be used', async () => {
    await publish('settings/settings', {
      ...((await call('GET settings')).json as object),
      fallbackFonts: [{ family: 'Absent', style: '' }],
    });
    await untilItem({ kind: 'settings', name: 'settings' }, (item) => item?.reason?.includes('there is no font "Absent"') === true);
  });

  it('arrives after an outage, as it is then', async () => {
    await cable.unplug();
    await publish('variable/Late', { value: '1' });
    await publish('variable/Late', { value: '2' });
    await publish('variable/Gone', { value: '1' });
    await plant.library.withdraw({ kind: 'variable', name: 'Gone' });
    await cable.plugIn();
    await untilItem({ kind: 'variable', name: 'Late' }, (item) => item?.version === 2);
    expect((await call('GET variables/Gone')).status).toBe(404);
  });
});

it('sends an item of the line to the plant', async () => {
  await call('PUT labels/Mine', textLabel('A'));
  expect(await call('POST plant/library', { kind: 'label', name: 'Mine' })).toMatchObject({ status: 200, json: { version: 1 } });
  expect((await plant.library.get({ kind: 'label', name: 'Mine' })).newest).toMatchObject({ savedBy: 'Filler 1' });
  expect(await call('POST plant/library', { kind: 'label', name: 'None' })).toMatchObject({ status: 404 });
});

it('leaves everything to the line when it leaves the plant', async () => {
  await publish('variable/Left', { value: 'L1' });
  await untilItem({ kind: 'variable', name: 'Left' }, (item) => item?.state === 'taken');
  await call('PUT settings/plant', { isEnabled: false, url: `http://127.0.0.1:${cable.port}` });
  expect(await call('PUT variables/Left', { value: 'mine' })).toMatchObject({ status: 204 });
  expect(await items()).toEqual([]);
  await connect();
});
