import { afterAll, beforeAll, describe, expect, it } from 'vitest';
import type { OrderDetail, OrdersPage } from '#contract/api-v3/order.ts';
import { openService, textLabel, warm, type OpenService } from '#support/open-service.ts';
import { until } from '#support/until.ts';

const PRINTERS = ['Line 1', 'Line 2'];

let service: OpenService;
beforeAll(async () => {
  service = await openService();
  await put('/labels/Plain', textLabel('plain'));
  await put('/labels/Serial', textLabel('{COUNTER;Serial} {VARIABLE;Batch}'));
  await put('/labels/Row', textLabel('{TABLE;Name}'));
  await put('/counters/Serial', { value: 1, minValue: 1, maxValue: 999, width: 3 });
  await put('/variables/Batch', { value: 'none', description: '', userEdit: true });
  await put('/tables/Sizes', { columns: ['SKU', 'Name'], rows: [1, 2, 3, 4, 5].map((row) => [`S${row}`, `Size ${row}`]) });
  for (const printer of PRINTERS) await warm(service, encodeURIComponent(printer));
});
afterAll(() => service.close());

const put = (path: string, body: unknown) => service.call(`/api/v3${path}`, { method: 'PUT', body });
const post = (path: string, body: unknown = undefined) => service.call(`/api/v3${path}`, { method: 'POST', body });
const read = async (id: string) => (await service.call(`/api/v3/orders/${encodeURIComponent(id)}`)).json as OrderDetail;
const trigger = (printer: string) => post(`/printers/${encodeURIComponent(printer)}/trigger`);
const deselect = async () => {
  for (const printer of PRINTERS) await post(`/printers/${encodeURIComponent(printer)}/printJob`);
};
const isTrue = (value: boolean) => value;
const inState = (id: string, state: OrderDetail['state']) =>
  until(
    async () => (await read(id)).state,
    (found) => found === state,
  );
const printOn = async (printer: string, times: number) => {
  for (let print = 0; print < times; print++) await until(async () => (await trigger(printer)).status === 202, isTrue);
};
const order = (more: object = {}) => ({ labelName: 'Plain', quantity: 2, printers: ['Line 1'], ...more });

describe('an order', () => {
  it('becomes a job with its values, and is done when its prints are counted', async () => {
    const body = { ...order({ labelName: 'Serial', product: 'Milk', batch: 'L42' }), variables: { Batch: 'L42' } };
    expect((await put('/orders/4711', body)).status).toBe(201);
    await inState('4711', 'queued');
    await printOn('Line 1', 2);
    await inState('4711', 'done');
    const { asked, printed, unknown, rejected, jobs } = await read('4711');
    expect({ asked, printed, unknown, rejected, jobs: jobs.length }).toEqual({ asked: 2, printed: 2, unknown: 0, rejected: 0, jobs: 1 });
    const { json } = await service.call('/api/v3/prints?content=L42');
    expect((json as { prints: unknown[] }).prints).toHaveLength(2);
  });

  it('is put once, however often the request is repeated', async () => {
    const body = order({ start: 'operator' });
    const statuses = [];
    for (let time = 0; time < 3; time++) statuses.push((await put('/orders/again', body)).status);
    expect(statuses).toEqual([201, 204, 204]);
    await post('/orders/again/start', {});
    expect(await put('/orders/again', body)).toMatchObject({ status: 204 });
    expect((await read('again')).jobs).toHaveLength(1);
    const other = await put('/orders/again', order({ start: 'operator', quantity: 3 }));
    expect(other).toMatchObject({ status: 409, json: { type: 'urn:strobe:problem:order-started' } });
    await post('/orders/again/cancel', { reason: 'test' });
  });

  it('can be changed until it starts', async () => {
    await put('/orders/changed', order({ start: 'operator' }));
    expect((await put('/orders/changed', order({ start: 'operator', quantity: 7 }))).status).toBe(204);
    expect(await read('changed')).toMatchObject({ state: 'open', asked: 7 });
  });

  it.each([
    [404, 'not-found', order({ labelName: 'None' })],
    [404, 'not-found', order({ printers: ['None'] })],
    [404, 'not-found', order({ labelName: 'Row', tableName: 'Sizes', keyColumn: 'SKU', key: 'S9' })],
    [400, 'invalid-input', order({ quantity: undefined })],
    [400, 'invalid-input', order({ labelName: 'Serial', start: 'queue' })],
  ])('is refused with %s %s and not stored when it cannot be selected: %j', async (status, slug, body) => {
    expect(await put('/orders/impossible', body)).toMatchObject({ status, json: { type: `urn:strobe:problem:${slug}` } });
    expect((await service.call('/api/v3/orders/impossible')).status).toBe(404);
  });

  it('waits for the one before it, with its own values', async () => {
    await put('/orders/first', order({ labelName: 'Serial', quantity: 1, variables: { Batch: 'ONE' } }));
    await put('/orders/second', order({ labelName: 'Serial', quantity: 1, variables: { Batch: 'TWO' } }));
    await inState('first', 'queued');
    expect((await read('second')).state).toBe('open');
    await printOn('Line 1', 1);
    await inState('second', 'queued');
    await printOn('Line 1', 1);
    await inState('second', 'done');
    const { json } = await service.call('/api/v3/prints?content=TWO');
    expect((json as { prints: unknown[] }).prints).toHaveLength(1);
  });

  it('is queued at once where it asks for that', async () => {
    for (const id of ['q1', 'q2']) await put(`/orders/${id}`, order({ start: 'queue', quantity: 1 }));
    for (const id of ['q1', 'q2']) await inState(id, 'queued');
    const { json } = await service.call('/api/v3/printers/Line%201/queue');
    expect((json as { jobs: { state: string }[] }).jobs.map(({ state }) => state)).toEqual(['current', 'waiting']);
    await printOn('Line 1', 2);
    for (const id of ['q1', 'q2']) await inState(id, 'done');
  });
});

describe('a person', () => {
  it('starts an order on a printer that is free, or in place of its job', async () => {
    await put('/orders/held', order({ start: 'operator' }));
    await post('/printers/Line%201/printJob', { labelName: 'Plain' });
    expect(await post('/orders/held/start', {})).toMatchObject({ status: 409, json: { type: 'urn:strobe:problem:printer-has-job' } });
    expect((await post('/orders/held/start', { replace: true })).status).toBe(204);
    expect(await read('held')).toMatchObject({ state: 'queued', jobs: [{ printer: 'Line 1' }] });
    expect((await post('/orders/held/start', {})).status).toBe(409);
    await deselect();
  });

  it('continues an interrupted order with what is left', async () => {
    await put('/orders/stopped', order({ start: 'operator', quantity: 3 }));
    await post('/orders/stopped/start', {});
    await printOn('Line 1', 2);
    await until(async () => (await read('stopped')).printed === 2, isTrue);
    await deselect();
    expect((await read('stopped')).state).toBe('interrupted');
    await post('/orders/stopped/start', {});
    await printOn('Line 1', 1);
    await inState('stopped', 'done');
    expect(await read('stopped')).toMatchObject({ asked: 3, printed: 3 });
  });

  it('cancels an order: its job ends, and the next one starts', async () => {
    await put('/orders/dropped', order());
    await inState('dropped', 'queued');
    await put('/orders/next', order({ quantity: 1 }));
    expect((await post('/orders/dropped/cancel', { reason: 'wrong batch' })).status).toBe(204);
    expect(await read('dropped')).toMatchObject({ state: 'cancelled', reason: 'wrong batch', jobs: [{ state: 'deselected' }] });
    await inState('next', 'queued');
    await printOn('Line 1', 1);
    await inState('next', 'done');
    expect((await post('/orders/next/cancel', {})).status).toBe(409);
  });
});

describe('an order over two printers', () => {
  it('divides its quantity', async () => {
    await put('/orders/both', order({ printers: PRINTERS, quantity: 3 }));
    await inState('both', 'queued');
    await Promise.all([printOn('Line 1', 2), printOn('Line 2', 1)]);
    await inState('both', 'done');
    const { jobs } = await read('both');
    expect(jobs.map(({ printer, printed }) => [printer, printed])).toEqual([
      ['Line 1', 2],
      ['Line 2', 1],
    ]);
  });

  it('shares its rows: each is printed once', async () => {
    const rows = { labelName: 'Row', tableName: 'Sizes', printers: PRINTERS };
    expect((await put('/orders/rows', rows)).status).toBe(201);
    await inState('rows', 'queued');
    await Promise.all([printOn('Line 1', 3), printOn('Line 2', 2)]);
    await inState('rows', 'done');
    expect(await read('rows')).toMatchObject({ asked: 5, printed: 5 });
    const { json } = await service.call('/api/v3/prints?label=Row');
    const printed = (json as { prints: { id: number }[] }).prints;
    expect(printed).toHaveLength(5);
  });
});

it('E17 an order that another client has changed is not replaced', async () => {
  const body = order({ start: 'operator' });
  await put('/orders/condition', body);
  const etag = (await service.call('/api/v3/orders/condition')).headers.etag ?? '';
  const change = (quantity: number) =>
    service.call('/api/v3/orders/condition', { method: 'PUT', headers: { 'if-match': etag }, body: { ...body, quantity } });
  const statuses = [(await change(3)).status, (await change(4)).status];
  expect([...statuses, (await read('condition')).asked]).toEqual([204, 412, 3]);
  await post('/orders/condition/cancel', {});
});

it('orders are listed page by page', async () => {
  const ids: string[] = [];
  let before = '';
  for (let next: number | null = 0; next !== null; before = `&before=${next}`) {
    const page = (await service.call(`/api/v3/orders?limit=3${before}`)).json as OrdersPage;
    ids.push(...page.orders.map(({ id }) => id));
    next = page.next;
  }
  const all = (await service.call('/api/v3/orders?limit=500')).json as OrdersPage;
  expect(ids).toEqual(all.orders.map(({ id }) => id));
  expect(all.next).toBeNull();
});

it('orders are listed by state and printer', async () => {
  const list = async (query: string) => ((await service.call(`/api/v3/orders${query}`)).json as OrdersPage).orders.map(({ id }) => id);
  expect(await list('?states=open')).toEqual(['changed']);
  expect(await list('?printer=Line%202')).toEqual(['rows', 'both']);
  expect(await list('?states=cancelled,interrupted&limit=1')).toHaveLength(1);
  expect((await service.call('/api/v3/orders?states=none')).status).toBe(400);
});

it('E8 a key that is limited to printers neither sees nor sends orders of others', async () => {
  const key = await service.apiKeys.add({ name: 'line-2', scopes: ['read', 'print'], printers: ['Line 2'] });
  const headers = { authorization: `Bearer ${key}` };
  const body = order({ start: 'operator' });
  const statuses = [];
  for (const [method, path] of [
    ['PUT', 'mine'],
    ['PUT', 'changed'],
    ['GET', 'changed'],
    ['POST', 'changed/start'],
    ['POST', 'changed/cancel'],
  ] as const) {
    const sent = method === 'PUT' ? { body } : method === 'POST' ? { body: {} } : {};
    statuses.push((await service.call(`/api/v3/orders/${path}`, { method, headers, ...sent })).status);
  }
  expect(statuses).toEqual([403, 403, 403, 403, 403]);
  const listed = (await service.call('/api/v3/orders', { headers })).json as OrdersPage;
  expect(listed.orders).toEqual([]);
  const own = { ...body, printers: ['Line 2'] };
  expect((await service.call('/api/v3/orders/own', { method: 'PUT', headers, body: own })).status).toBe(201);
});
