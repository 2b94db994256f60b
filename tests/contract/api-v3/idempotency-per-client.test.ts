import { afterAll, beforeAll, beforeEach, describe, expect, it } from 'vitest';
import { openService, textLabel, warm, type OpenService } from '#support/open-service.ts';

/** Machine controllers number their requests, so each of them uses the key 42. */

const PRINTER = '/api/v3/printers/Line%201';
const PRINTING = { status: 202, text: '{"result":"printing"}' };

let service: OpenService;
const clients: Record<string, string>[] = [{}];
beforeAll(async () => {
  service = await openService();
  for (const name of ['Filler', 'Packer']) {
    const key = await service.apiKeys.add({ name, scopes: ['print'], printers: undefined });
    clients.push({ authorization: `Bearer ${key}` });
  }
  await service.call('/api/v3/labels/Carton', { method: 'PUT', body: textLabel('x') });
  await warm(service);
});
beforeEach(() => service.call(`${PRINTER}/printJob`, { method: 'POST', body: { labelName: 'Carton' } }));
afterAll(() => service.close());

const post = (path: string, key: string, { client, body }: { client: Record<string, string> | undefined; body?: unknown }) =>
  service.call(`${PRINTER}/${path}`, { method: 'POST', headers: { 'idempotency-key': key, ...client }, body });
const triggers = async () => ((await service.call(`${PRINTER}/printCounters`)).json as { triggers: number }).triggers;

describe('an idempotency key', () => {
  it('E18 belongs to its client: two clients with the same key print once each', async () => {
    const before = await triggers();
    for (const client of [...clients, ...clients]) expect(await post('trigger', '42', { client })).toMatchObject(PRINTING);
    expect(await triggers()).toBe(before + clients.length);
  });

  it('is free for another request of another client', async () => {
    const [, filler, packer] = clients;
    expect((await post('abortPrint', '43', { client: filler })).status).toBe(204);
    expect((await post('printJob', '43', { client: packer, body: { labelName: 'Carton' } })).status).toBe(200);
  });

  it.each(['', 'x'.repeat(246)])('is named as it was sent where another request has it: "7%s"', async (rest) => {
    const [, client] = clients;
    await post('abortPrint', `7${rest}`, { client });
    const detail = `The idempotency key "7${rest}" was used for a different request.`;
    expect(await post('trigger', `7${rest}`, { client })).toMatchObject({ status: 422, json: { detail } });
  });

  it('A3 of an earlier version, which stored it for all clients, is still recognised', async () => {
    const [, client] = clients;
    const before = await triggers();
    await post('trigger', 'former', { client });
    await service.db.updateTable('idempotency_keys').set({ key: 'former' }).where('key', 'like', '% former').execute();
    await service.db.updateTable('prints').set({ idempotency_key: 'former' }).where('idempotency_key', 'like', '% former').execute();
    expect(await post('trigger', 'former', { client })).toMatchObject(PRINTING);
    expect(await triggers()).toBe(before + 1);
  });
});
