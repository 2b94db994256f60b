import { existsSync, mkdirSync, readdirSync, readFileSync, renameSync, writeFileSync } from 'node:fs';
import { join } from 'node:path';
import { afterAll, beforeAll, beforeEach, describe, expect, it } from 'vitest';
import type { OrderDetail } from '#contract/api-v3/order.ts';
import type { OrderFileResult, OrderFilesPage, OrderFolder } from '#contract/api-v3/order-folder.ts';
import { openService, textLabel, type OpenService } from '#support/open-service.ts';
import { temporaryFolder } from '#support/temporary-folder.ts';
import { until } from '#support/until.ts';

let service: OpenService;
let folder: string;
beforeAll(async () => {
  service = await openService();
  await put('/labels/Plain', textLabel('plain'));
});
afterAll(() => service.close());
beforeEach(async () => {
  folder = temporaryFolder();
  await put('/order-folders/ERP', { path: folder, interval: 1, defaults: DEFAULTS });
});

const DEFAULTS = { labelName: 'Plain', printers: ['Line 1'], start: 'operator' };
const call = (method: string, path: string, body?: unknown) => service.call(`/api/v3${path}`, { method, body });
const put = (path: string, body: unknown) => call('PUT', path, body);
const drop = (file: string, content: unknown) =>
  writeFileSync(join(folder, file), typeof content === 'string' ? content : JSON.stringify(content));
const list = async () => (await call('GET', '/order-folders')).json as OrderFolder[];
const files = async () => ((await call('GET', '/order-folders/ERP/files')).json as OrderFilesPage).files;
const order = async (id: string) => (await call('GET', `/orders/${encodeURIComponent(id)}`)).json as OrderDetail;

/** The result that is written next to a file. */
async function resultOf(file: string, sub: 'done' | 'refused'): Promise<OrderFileResult> {
  const path = join(folder, sub, `${file}.result.json`);
  await until(
    () => Promise.resolve(existsSync(path) && existsSync(join(folder, sub, file))),
    (isThere) => isThere,
  );
  return JSON.parse(readFileSync(path, 'utf8')) as OrderFileResult;
}

describe('a folder for orders', () => {
  it('takes the orders of files, says where they came from, and moves the files', async () => {
    drop('shift.csv', 'id;quantity;product\nF1;10;Milk\nF2;20;Cream\n');
    drop('F3.json', { quantity: 30 });
    const result = await resultOf('shift.csv', 'done');
    expect(result).toMatchObject({
      result: 'accepted',
      orders: [
        { id: 'F1', result: 'created' },
        { id: 'F2', result: 'created' },
      ],
    });
    await resultOf('F3.json', 'done');
    expect(await order('F2')).toMatchObject({ product: 'Cream', asked: 20, state: 'open', folder: 'ERP', file: 'shift.csv' });
    expect(await order('F3')).toMatchObject({ asked: 30, file: 'F3.json' });
    expect(
      (await files())
        .map(({ file }) => file)
        .slice(0, 2)
        .sort(),
    ).toEqual(['F3.json', 'shift.csv']);
    expect(readdirSync(folder).sort()).toEqual(['claimed', 'done']);
  });

  it('refuses a file with one wrong order as a whole, with the reason', async () => {
    drop('mixed.json', [
      { id: 'G1', quantity: 1 },
      { id: 'G2', quantity: 1, labelName: 'None' },
    ]);
    drop('note.txt', 'please print');
    expect(await resultOf('mixed.json', 'refused')).toMatchObject({
      result: 'refused',
      reason: 'No order of the file was taken. Order 2: There is no label "None".',
      errors: [{ order: 2, detail: 'There is no label "None".' }],
    });
    expect(await resultOf('note.txt', 'refused')).toMatchObject({ reason: 'Only .json and .csv files can have orders.' });
    expect((await call('GET', '/orders/G1')).status).toBe(404);
  });

  it('takes a file that was refused when it comes again and can be printed now', async () => {
    drop('again.json', { id: 'H1', quantity: 1, labelName: 'Later' });
    await resultOf('again.json', 'refused');
    await put('/labels/Later', textLabel('later'));
    renameSync(join(folder, 'refused/again.json'), join(folder, 'again.json'));
    expect(await resultOf('again.json', 'done')).toMatchObject({ orders: [{ id: 'H1', result: 'created' }] });
  });

  it('A1 changes nothing for a file that it has taken, even if its move was lost', async () => {
    drop('once.json', { id: 'I1', quantity: 1 });
    const first = await resultOf('once.json', 'done');
    await call('POST', '/orders/I1/cancel', { reason: 'test' });
    renameSync(join(folder, 'done/once.json'), join(folder, 'once.json'));
    expect(await resultOf('once.json', 'done')).toEqual(first);
    expect((await order('I1')).state).toBe('cancelled');
  });

  it('refuses another order with the id of one that has started', async () => {
    drop('first.json', { id: 'J1', quantity: 1 });
    await resultOf('first.json', 'done');
    await call('POST', '/orders/J1/cancel', { reason: 'test' });
    drop('second.json', { id: 'J1', quantity: 2 });
    expect((await resultOf('second.json', 'refused')).reason).toMatch(/Order 1: The order "J1" is cancelled: it can no longer be changed/);
  });

  it('that does not exist is unreachable, and watched when it appears', async () => {
    const later = join(folder, 'share');
    await put('/order-folders/ERP', { path: later, interval: 1, defaults: DEFAULTS });
    const state = (wanted: OrderFolder['state']) =>
      until(
        async () => (await list())[0]!,
        (found) => found.state === wanted,
      );
    expect((await state('unreachable')).reason).toBe('The folder does not exist, or its share is not mounted.');
    mkdirSync(later);
    expect(await state('watching')).not.toHaveProperty('reason');
  });
});

describe('the configuration of a folder', () => {
  it.each([
    ['relative/path', /absolute path/],
    ['', /must not be empty/],
    ['/', /outside of the data folder/],
  ])('E16 cannot have the path %j', async (path, detail) => {
    const answer = await put('/order-folders/Other', { path });
    expect(answer).toMatchObject({
      status: 400,
      json: { errors: [{ pointer: '/path', detail: expect.stringMatching(detail) as string }] },
    });
  });

  it('names a folder once, and at most three', async () => {
    expect(await put('/order-folders/Other', { path: `${folder}/` })).toMatchObject({
      status: 400,
      json: { errors: [{ pointer: '/path', detail: 'is watched already, as "ERP"' }] },
    });
    for (const name of ['B', 'C']) expect((await put(`/order-folders/${name}`, { path: temporaryFolder() })).status).toBe(201);
    expect((await put('/order-folders/D', { path: temporaryFolder() })).status).toBe(400);
    for (const name of ['B', 'C']) expect((await call('DELETE', `/order-folders/${name}`)).status).toBe(204);
  });

  it('can be read and written again, and removed', async () => {
    const configuration = (await call('GET', '/order-folders/ERP')).json;
    expect(configuration).toEqual({ path: folder, isEnabled: true, interval: 1, defaults: DEFAULTS });
    expect((await put('/order-folders/ERP', configuration)).status).toBe(204);
    expect((await call('DELETE', '/order-folders/ERP')).status).toBe(204);
    for (const [method, path] of [
      ['GET', ''],
      ['GET', '/files'],
      ['DELETE', ''],
    ] as const) {
      expect((await call(method, `/order-folders/ERP${path}`)).status).toBe(404);
    }
    drop('late.json', { quantity: 1 });
    expect(await list()).toEqual([]);
  });
});

it('in safe mode no folder is watched', async () => {
  const safe = await openService({
    isSafeMode: true,
    prepare: async (db) => {
      const config = JSON.stringify({ path: folder, isEnabled: true, interval: 1, defaults: DEFAULTS });
      await db.insertInto('order_folders').values({ name: 'ERP', config }).execute();
    },
  });
  expect((await safe.call('/api/v3/order-folders')).json).toMatchObject([{ name: 'ERP', state: 'off' }]);
  await safe.close();
});
