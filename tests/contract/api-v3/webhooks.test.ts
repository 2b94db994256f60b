import { randomBytes } from 'node:crypto';
import { afterEach, beforeEach, describe, expect, it } from 'vitest';
import type { RecordedEventsPage } from '#contract/api-v3/recorded-event.ts';
import type { WebhookList, WebhookState } from '#contract/api-v3/webhook.ts';
import { openService, textLabel, warm, type OpenService } from '#support/open-service.ts';
import { until } from '#support/until.ts';
import { verifyMessage, WebhookReceiver, type ReceivedMessage } from '#support/webhook-receiver.ts';

const JOBS = ['job.selected', 'job.ended'];
const newSecret = () => `whsec_${randomBytes(32).toString('base64')}`;
const SECRET = newSecret();

let service: OpenService;
let receiver: WebhookReceiver;
beforeEach(async () => {
  service = await openService({ virtualPrinters: 2 });
  receiver = await new WebhookReceiver().start();
  await call('PUT', 'labels/Plain', textLabel('plain'));
});
afterEach(async () => {
  await service.close();
  await receiver.stop();
});

const call = (method: string, path: string, body?: unknown) =>
  service.call(`/api/v3/${path}`, { method, ...(body !== undefined && { body }) });
const put = (webhook: object = {}) => call('PUT', 'webhooks/MES', { url: receiver.url, kinds: JOBS, secret: SECRET, ...webhook });
const state = async () => ((await call('GET', 'webhooks')).json as WebhookList)[0]?.state as WebhookState;
const arrived = (count: number) =>
  until(
    () => Promise.resolve(receiver.messages),
    ({ length }) => length >= count,
  );
const select = async (printer = 'Line%201') => {
  await call('POST', `printers/${printer}/printJob`, { labelName: 'Plain' });
  await call('POST', `printers/${printer}/printJob`);
};
const inState = (isRight: (found: WebhookState) => boolean) => until(state, isRight);

describe('a webhook', () => {
  it('sends the events of its kinds in order, signed as Standard Webhooks has it', async () => {
    expect(await put()).toMatchObject({ status: 201 });
    await select();
    const messages = [...(await arrived(2))];
    const recorded = (await call('GET', `events/recorded?kinds=${JOBS.join(',')}`)).json as RecordedEventsPage;
    expect(messages.map(({ event }) => [event.number, event.type, event.data['job']])).toEqual(
      recorded.events.map(({ number, kind, data }) => [number, kind, data['job']]),
    );
    for (const message of messages) expect(verifyMessage(message, SECRET)).toEqual(message.event);
    const [first] = messages;
    const tampered = { ...first!, body: first!.body.replace('Plain', 'Other') };
    expect(() => verifyMessage(tampered, SECRET)).toThrow('No matching signature');
    expect(() => verifyMessage(first!, newSecret())).toThrow('No matching signature');
    expect(await inState(({ delivered }) => delivered === 2)).toMatchObject({ phase: 'idle', attempts: 0, givenUp: 0 });
  });

  it('never shows its secret, and signs with the former one too after a change', async () => {
    await put();
    const shown = await call('GET', 'webhooks/MES');
    expect(shown.json).toMatchObject({ secret: null, secretSet: true, kinds: JOBS });
    expect((await call('GET', 'webhooks')).text).not.toContain(SECRET);
    expect(await call('PUT', 'webhooks/MES', shown.json)).toMatchObject({ status: 204 });
    const other = newSecret();
    await put({ secret: other });
    await select();
    const [message] = await arrived(1);
    for (const secret of [SECRET, other]) expect(verifyMessage(message!, secret)).toEqual(message!.event);
    await service.db.updateTable('webhooks').set({ former_until: 1 }).execute();
    await put({ secret: undefined });
    await select();
    const last = (await arrived(4)).at(-1)!;
    expect(verifyMessage(last, other)).toEqual(last.event);
    expect(() => verifyMessage(last, SECRET)).toThrow('No matching signature');
  });

  it('tries again with the same id while the receiver is down, answers garbage or redirects, and keeps the order', async () => {
    const other = await new WebhookReceiver().start();
    receiver.answers.push(
      (response) => void response.writeHead(500).end('x'.repeat(1_000_000)),
      (_, { socket }) => void socket.end('this is not HTTP\r\n\r\n'),
      (response) => void response.writeHead(307, { location: other.url }).end(),
      (_, { socket }) => void socket.destroy(),
    );
    await put();
    await select();
    await arrived(6);
    await inState(({ delivered }) => delivered === 2);
    const [first, ...others] = receiver.messages.map(({ id }) => id);
    expect(others.slice(0, 4)).toEqual([first, first, first, first]);
    expect(new Set(receiver.messages.map(({ id }) => id)).size).toBe(2);
    expect(other.messages).toEqual([]);
    await receiver.stop();
    await select();
    await inState(({ attempts }) => attempts >= 2);
    expect((await state()).lastError).toContain('ECONNREFUSED');
    await receiver.start();
    await inState(({ delivered }) => delivered === 4);
    expect(receiver.numbers()).toEqual(receiver.numbers().toSorted((a, b) => a - b));
    await other.stop();
  });

  it('ends when the receiver answers 410, and begins again when it is saved or replayed', async () => {
    receiver.answers.push((response) => void response.writeHead(410).end());
    await put();
    await select();
    expect(await inState(({ phase }) => phase === 'ended')).toMatchObject({ delivered: 0, attempts: 1 });
    await select();
    expect((await state()).waiting).toBeGreaterThan(0);
    expect(receiver.messages).toHaveLength(1);
    await put();
    await inState(({ delivered }) => delivered === 4);
    expect(await call('POST', 'webhooks/MES/replay', { after: 0 })).toMatchObject({ status: 204 });
    await inState(({ delivered }) => delivered === 8);
    const ids = receiver.messages.map(({ id }) => id);
    expect(ids.slice(-4)).toEqual(ids.slice(1, 5));
    expect(await call('POST', 'webhooks/MES/replay', { after: 1_000_000 })).toMatchObject({ status: 400 });
    expect(await call('POST', 'webhooks/None/replay', { after: 0 })).toMatchObject({ status: 404 });
  });

  it('sends the events of its printers only, and the record of every print where that is wanted', async () => {
    await warm(service);
    await put({ kinds: ['job.selected', 'prints.settled'], printers: ['Line 1'], hasPrintRecords: true });
    await select('Line%202');
    await call('POST', 'printers/Line%201/printJob', { labelName: 'Plain', copies: 2 });
    for (let print = 0; print < 2; print++)
      await until(
        () => call('POST', 'printers/Line%201/trigger'),
        ({ status }) => status === 202,
      );
    const records = ({ event }: ReceivedMessage) => (event.data['prints'] ?? []) as { id: number; state: string; label: string }[];
    await until(
      () => Promise.resolve(receiver.messages.flatMap(records)),
      ({ length }) => length === 2,
    );
    expect(receiver.messages.flatMap(records)).toMatchObject([
      { state: 'printed', label: 'Plain' },
      { state: 'printed', label: 'Plain' },
    ]);
    expect(receiver.messages.map(({ event }) => event.printer)).not.toContain('Line 2');
    await call('POST', 'printers/Line%201/printJob');
    await call('POST', 'printers/Line%201/rename', { name: 'Carton' });
    expect((await call('GET', 'webhooks/MES')).json).toMatchObject({ printers: ['Carton'] });
  });

  it('sends a test message once, with what became of it', async () => {
    await put({ isEnabled: false });
    expect(await call('POST', 'webhooks/MES/test')).toMatchObject({ json: { isDelivered: true, status: 204 } });
    expect(verifyMessage(receiver.messages[0]!, SECRET)).toMatchObject({ type: 'webhook.test' });
    receiver.usual = (response) => void response.writeHead(401).end();
    const refused = await call('POST', 'webhooks/MES/test');
    expect(refused.json).toEqual({ isDelivered: false, status: 401, reason: 'The receiver answered 401.' });
    expect(await call('DELETE', 'webhooks/MES')).toMatchObject({ status: 204 });
    expect(await call('POST', 'webhooks/MES/test')).toMatchObject({ status: 404 });
  });

  it.each([
    ['ftp://mes/hook', /must look like https/],
    ['http://mes.example/hook', /must begin with https/],
    ['https://user:pass@mes.example/hook', /must not contain a user/],
    ['https://mes.example/hook#here', /must not contain a #/],
  ])('is refused with the address %s', async (url, reason) => {
    const { status, text } = await put({ url });
    expect([status, text]).toEqual([400, expect.stringMatching(reason)]);
  });

  it('sends nothing to addresses of the link itself, however they are written', async () => {
    for (const url of [
      'http://169.254.169.254/latest',
      'http://[fe80::1]/hook',
      'http://[::ffff:169.254.169.254]/hook',
      'http://2852039166/',
    ]) {
      await put({ url, isPlainTextAllowed: true, isEnabled: false });
      const { json } = await call('POST', 'webhooks/MES/test');
      expect(json).toMatchObject({ isDelivered: false, reason: expect.stringContaining('nothing is sent to') as string });
    }
  });

  it('needs a secret, and printers that exist', async () => {
    expect(await put({ secret: undefined })).toMatchObject({ status: 400 });
    expect(await put({ secret: 'whsec_short' })).toMatchObject({ status: 400 });
    const { status, text } = await put({ printers: ['None'] });
    expect([status, text]).toEqual([400, expect.stringContaining('there is no printer')]);
  });
});
