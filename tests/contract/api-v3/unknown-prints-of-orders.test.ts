import { afterAll, beforeAll, beforeEach, describe, expect, it, vi } from 'vitest';
import type { OrderDetail } from '#contract/api-v3/order.ts';
import { openService, textLabel, warm, type OpenService } from '#support/open-service.ts';
import { until } from '#support/until.ts';

const PRINTERS = ['Line 1', 'Line 2'];

let service: OpenService;
beforeAll(async () => {
  service = await openService();
  await put('/labels/Plain', textLabel('plain'));
  await put('/labels/Row', textLabel('{TABLE;Name}'));
  for (const printer of PRINTERS) await warm(service, encodeURIComponent(printer));
});
beforeEach(async () => {
  await deselect();
  // Nothing is given of a new table.
  await put('/tables/Pair', { columns: ['Name'], rows: [['one'], ['two']] });
});
afterAll(() => service.close());

const put = (path: string, body: unknown) => service.call(`/api/v3${path}`, { method: 'PUT', body });
const post = (path: string, body: unknown = undefined) => service.call(`/api/v3${path}`, { method: 'POST', body });
const read = async (id: string) => (await service.call(`/api/v3/orders/${id}`)).json as OrderDetail;
const trigger = (printer: string) => post(`/printers/${encodeURIComponent(printer)}/trigger`);
const deselect = async () => {
  for (const printer of PRINTERS) await post(`/printers/${encodeURIComponent(printer)}/printJob`);
};
const inState = (id: string, state: OrderDetail['state']) =>
  until(
    async () => (await read(id)).state,
    (found) => found === state,
  );
const printOn = async (printer: string, id: string) => {
  const { printed } = await read(id);
  expect((await trigger(printer)).status).toBe(202);
  await until(
    () => read(id),
    (order) => order.printed === printed + 1,
  );
};
/** A trigger whose print the printer neither confirms nor makes. Returns the id of the print. */
const lose = async (printer: string): Promise<number> => {
  vi.spyOn(service.controller.printers.get(printer).engine, 'send').mockRejectedValueOnce(new Error('the cable was pulled'));
  expect((await trigger(printer)).status).toBe(502);
  const { json } = await service.call('/api/v3/prints?limit=1');
  return (json as { prints: { id: number }[] }).prints[0]!.id;
};
const resolve = async (print: number, outcome: 'printed' | 'void') => {
  expect((await post(`/prints/${print}/resolution`, { outcome, reason: 'looked at the product' })).status).toBe(204);
};
const start = async (id: string) => expect((await post(`/orders/${id}/start`, {})).status).toBe(204);
const putStarted = async (id: string, body: object) => {
  expect((await put(`/orders/${id}`, body)).status).toBe(201);
  await start(id);
};

describe.each([
  ['quantity', { labelName: 'Plain', quantity: 2, printers: ['Line 1'], start: 'operator' }],
  ['rows', { labelName: 'Row', tableName: 'Pair', printers: ['Line 1'], start: 'operator' }],
])('an order of %s whose last print is unknown is done, and', (kind, body) => {
  /** Returns the id of the unknown print. */
  const printAll = async (id: string): Promise<number> => {
    await putStarted(id, body);
    await printOn('Line 1', id);
    const print = await lose('Line 1');
    await inState(id, 'done');
    return print;
  };

  it('stays done when that print was made', async () => {
    const id = `${kind}-made`;
    await resolve(await printAll(id), 'printed');
    expect(await read(id)).toMatchObject({ state: 'done', asked: 2, printed: 2, unknown: 0 });
  });

  it('runs again when that print was not made: its job prints it', async () => {
    const id = `${kind}-void`;
    await resolve(await printAll(id), 'void');
    expect(await read(id)).toMatchObject({ state: 'running', printed: 1, unknown: 0 });
    await printOn('Line 1', id);
    await inState(id, 'done');
    expect(await read(id)).toMatchObject({ asked: 2, printed: 2, jobs: [{ printed: 2 }] });
  });

  it('is interrupted when that print was not made after its job was replaced: a person starts what is left', async () => {
    const id = `${kind}-late`;
    const print = await printAll(id);
    await post('/printers/Line%201/printJob', { labelName: 'Plain' });
    await deselect();
    expect((await read(id)).state).toBe('done');
    await resolve(print, 'void');
    const { state, ended } = await read(id);
    expect([state, ended]).toEqual(['interrupted', undefined]);
    await start(id);
    await printOn('Line 1', id);
    await inState(id, 'done');
    expect(await read(id)).toMatchObject({ asked: 2, printed: 2, jobs: [{ printed: 1 }, { printed: 1 }] });
  });

  it('is interrupted when that print was not made after its job was taken out of the queue', async () => {
    const id = `${kind}-removed`;
    const print = await printAll(id);
    const { jobs } = await read(id);
    const removed = await service.call(`/api/v3/printers/Line%201/queue/${jobs[0]!.id}`, { method: 'DELETE' });
    expect(removed.status).toBe(204);
    await resolve(print, 'void');
    expect((await read(id)).state).toBe('interrupted');
  });
});

it('an order that was cancelled stays so when an unknown print of it was not made', async () => {
  await putStarted('cancelled', { labelName: 'Plain', quantity: 2, printers: ['Line 1'], start: 'operator' });
  const print = await lose('Line 1');
  expect((await post('/orders/cancelled/cancel', { reason: 'wrong batch' })).status).toBe(204);
  await resolve(print, 'void');
  expect(await read('cancelled')).toMatchObject({ state: 'cancelled', reason: 'wrong batch', printed: 0, unknown: 0 });
});

it('a print that was not made is made by the other printer of its order, or the order is interrupted', async () => {
  await putStarted('shared', { labelName: 'Row', tableName: 'Pair', printers: PRINTERS, start: 'operator' });
  const print = await lose('Line 1');
  await printOn('Line 2', 'shared');
  await inState('shared', 'done');
  await post('/printers/Line%201/printJob', { labelName: 'Plain' });
  await deselect();
  await resolve(print, 'void');
  expect((await read('shared')).jobs.map(({ state }) => state)).toEqual(['deselected', 'done']);
  expect((await read('shared')).state).toBe('interrupted');
  await start('shared');
  await printOn('Line 2', 'shared');
  await inState('shared', 'done');
  expect(await read('shared')).toMatchObject({ asked: 2, printed: 2 });
});
