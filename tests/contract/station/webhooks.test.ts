import { afterAll, beforeAll, describe, expect, it } from 'vitest';
import { webhookSchema } from '#contract/api-v3/webhook.ts';
import type { StationClient } from '#contract/station/index.ts';
import { openService, type OpenService } from '#support/open-service.ts';
import { LINKS, openStation, type OpenStation } from '#support/open-station.ts';
import { operationsOf, recording } from '#support/recording-client.ts';
import { until } from '#support/until.ts';
import { onlineAt } from '#support/watch.ts';
import { verifyMessage, WebhookReceiver } from '#support/webhook-receiver.ts';

describe.each(LINKS)('over a %s', (link) => {
  const called = new Set<string>();
  const receiver = new WebhookReceiver();
  let service: OpenService;
  let station: OpenStation;
  let client: StationClient;
  let connection: string;
  let secret: string;

  beforeAll(async () => {
    await receiver.start();
    service = await openService({ virtualPrinters: 1 });
    station = await openStation({ controllers: [service.url] });
    client = recording(await station.connect(link), called);
    connection = await onlineAt(client, service.url);
  });

  afterAll(async () => {
    await station.close();
    await service.close();
    await receiver.stop();
  });

  const named = () => ({ connection, name: 'MES' });
  const webhook = () => webhookSchema.parse({ url: receiver.url, kinds: ['controller.started'] });
  const arrived = (count: number) =>
    until(
      () => Promise.resolve(receiver.messages),
      ({ length }) => length >= count,
    );

  it('a webhook is added with a secret that the station makes and that is told once', async () => {
    ({ secret } = await client.webhooks.add({ ...named(), webhook: webhook() }));
    expect(await client.webhooks.list({ connection })).toMatchObject([
      { name: 'MES', webhook: { url: receiver.url, secret: null, secretSet: true }, state: { delivered: 0 } },
    ]);
    await expect(client.webhooks.add({ ...named(), webhook: webhook() })).rejects.toMatchObject({ slug: 'changed-meanwhile' });
  });

  it('a test message arrives, signed with that secret', async () => {
    expect(await client.webhooks.test(named())).toEqual({ isDelivered: true, status: 204 });
    const [message] = await arrived(1);
    expect(message?.event).toMatchObject({ type: 'webhook.test', data: { webhook: 'MES' } });
    expect(message && verifyMessage(message, secret)).toBeDefined();
  });

  it('a test that fails says why', async () => {
    receiver.answers.push((response) => void response.writeHead(500).end());
    expect(await client.webhooks.test(named())).toEqual({ isDelivered: false, status: 500, reason: 'The receiver answered 500.' });
    await arrived(2);
  });

  it('a change keeps the secret, and a new secret keeps the configuration', async () => {
    await client.webhooks.change({ ...named(), webhook: { ...webhook(), hasPrintRecords: true } });
    const rotated = await client.webhooks.rotateSecret(named());
    expect(rotated.secret).not.toBe(secret);
    const [{ webhook: stored } = { webhook: webhook() }] = await client.webhooks.list({ connection });
    expect(stored).toMatchObject({ url: receiver.url, kinds: ['controller.started'], hasPrintRecords: true });
    await client.webhooks.test(named());
    const message = (await arrived(3)).at(-1);
    expect(message && [verifyMessage(message, secret), verifyMessage(message, rotated.secret)]).toHaveLength(2);
  });

  it('stored events are listed by their kinds, and sent again from one of them on', async () => {
    const { events } = await client.webhooks.events({ connection, after: 0, kinds: ['controller.started'] });
    expect(events).toMatchObject([{ kind: 'controller.started' }]);
    const number = events[0]?.number ?? 0;
    expect((await client.webhooks.events({ connection, after: number - 1, kinds: [] })).events[0]).toEqual(events[0]);
    await client.webhooks.replay({ ...named(), after: number - 1 });
    expect((await arrived(4)).at(-1)?.event).toMatchObject({ type: 'controller.started', number });
    await expect(client.webhooks.replay({ ...named(), after: number + 1_000 })).rejects.toMatchObject({ slug: 'invalid-input' });
  });

  it('a webhook is deleted, and can then neither be changed nor tested', async () => {
    await client.webhooks.remove(named());
    expect(await client.webhooks.list({ connection })).toEqual([]);
    await expect(client.webhooks.change({ ...named(), webhook: webhook() })).rejects.toMatchObject({ slug: 'invalid-input' });
    for (const verb of ['test', 'rotateSecret', 'remove'] as const)
      await expect(client.webhooks[verb](named())).rejects.toMatchObject({ slug: 'not-found' });
  });

  it('every operation on it was called', () => {
    const isOurs = (noun: string): boolean => noun === 'webhooks';
    expect([...called].filter((name) => isOurs(name.split('.')[0]!)).sort()).toEqual(operationsOf(isOurs));
  });
});
