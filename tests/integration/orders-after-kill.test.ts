import { afterEach, beforeEach, expect, it } from 'vitest';
import type { OrderDetail } from '#contract/api-v3/order.ts';
import { startController, type ControllerProcess } from '#support/controller-process.ts';
import { textLabel } from '#support/open-service.ts';
import { temporaryFolder } from '#support/temporary-folder.ts';
import { until } from '#support/until.ts';

/** A client sends orders to a controller that is killed again and again, and repeats each request until it is answered. */

const ORDERS = 40;
const KILLS = 5;

let dataFolder: string;
let controller: ControllerProcess;
const start = async () => {
  controller = await startController({ dataFolder, flags: ['--empty', '--virtual-printers', '2'] });
};
beforeEach(async () => {
  dataFolder = temporaryFolder();
  await start();
});
afterEach(() => controller.stop());

async function call(method: string, path: string, body?: unknown): Promise<Response> {
  const headers = { ...(body !== undefined && { 'content-type': 'application/json' }) };
  return fetch(`${controller.url}/api/v3/${path}`, { method, headers, body: body === undefined ? null : JSON.stringify(body) });
}
const read = async <Answer>(path: string) => (await (await call('GET', path)).json()) as Answer;

it('A3 an order becomes its jobs exactly once, however often the controller is killed', { timeout: 120_000 }, async () => {
  await call('PUT', 'labels/Plain', textLabel('plain'));
  const body = { labelName: 'Plain', quantity: 3, printers: ['Line 1', 'Line 2'], start: 'queue' };
  const put = (order: number) => call('PUT', `orders/order-${order}`, body).then(({ status }) => status);
  for (let round = 0; round < KILLS; round++) {
    const sent = Array.from({ length: ORDERS }, (_, order) => put(order).catch(() => undefined));
    // The kill comes while the others are handled.
    await sent[(round * 7) % ORDERS];
    await controller.kill();
    await Promise.all(sent);
    await start();
  }
  for (let order = 0; order < ORDERS; order++) expect([201, 204]).toContain(await put(order));
  const orders = await until(
    () => Promise.all(Array.from({ length: ORDERS }, (_, order) => read<OrderDetail>(`orders/order-${order}`))),
    (found) => found.every(({ state }) => state !== 'open'),
  );
  expect(orders.map(({ jobs }) => jobs.map(({ printer }) => printer))).toEqual(orders.map(() => ['Line 1', 'Line 2']));
  const queues = await Promise.all([1, 2].map((line) => read<{ jobs: { id: string }[] }>(`printers/Line%20${line}/queue`)));
  const queued = queues.flatMap(({ jobs }) => jobs.map(({ id }) => id)).sort();
  expect(queued).toEqual(orders.flatMap(({ jobs }) => jobs.map(({ id }) => id)).sort());
});
