import { afterEach, beforeEach, describe, expect, it } from 'vitest';
import type { RecordedEvent } from '#contract/api-v3/recorded-event.ts';
import { webhookSchema } from '#contract/api-v3/webhook.ts';
import { silentLog } from '#process/log.ts';
import type { Timers } from '#controller/platform/timers.ts';
import { isRefusedAddress } from '#controller/outgoing-http/receiver-address.ts';
import { retryDelay } from '#controller/outgoing-http/retry-delay.ts';
import { WebhookSender } from '#controller/webhooks/webhook-sender.ts';
import { WebhookStore } from '#controller/webhooks/webhook-store.ts';
import { openControllerDatabase } from '#storage/database/controller-database.ts';
import type { ControllerDatabase } from '#storage/database/controller-schema.ts';
import { inTransaction } from '#storage/database/in-transaction.ts';
import { until } from '#support/until.ts';
import { WebhookReceiver } from '#support/webhook-receiver.ts';

const DAY = 86_400_000;
const SECRET = `whsec_${Buffer.alloc(32, 7).toString('base64')}`;
/** Waits take no time. */
const HASTY: Timers = { setTimeout: (act) => setTimeout(act, 1), clearTimeout: (handle) => clearTimeout(handle as NodeJS.Timeout) };

let db: ControllerDatabase;
let receiver: WebhookReceiver;
let now: number;
let sender: WebhookSender;
let stored: RecordedEvent[];
beforeEach(async () => {
  db = openControllerDatabase(':memory:');
  receiver = await new WebhookReceiver().start();
  now = Date.UTC(2026, 10, 21);
  stored = [];
});
afterEach(async () => {
  await sender.stop();
  await db.destroy();
  await receiver.stop();
});

const event = (number: number): RecordedEvent => ({ number, at: new Date(now).toISOString(), kind: 'job.selected', data: {} });
const row = () => db.selectFrom('webhooks').selectAll().executeTakeFirstOrThrow();

async function open(): Promise<void> {
  const store = new WebhookStore({ db, now: () => now });
  const webhook = webhookSchema.parse({ url: receiver.url, secret: SECRET });
  await inTransaction(db, (trx) => store.put('MES', webhook, { last: 0, trx }));
  let elapsed = 0;
  sender = new WebhookSender(
    {
      store,
      events: {
        next: ({ after, limit }) => Promise.resolve(stored.filter(({ number }) => number > after).slice(0, limit)),
        last: () => Promise.resolve(stored.at(-1)?.number ?? 0),
      },
      message: (sent) => Promise.resolve({ id: `id-${sent.number}`, body: JSON.stringify(sent) }),
      write: (work) => inTransaction(db, work),
      now: () => now,
      monotonicNow: () => (elapsed += DAY),
      random: () => 1,
      timers: HASTY,
      attemptLimit: 200,
      log: silentLog,
    },
    { webhook, row: await store.row('MES') },
  );
  sender.start();
}

describe('the sender of a webhook', () => {
  it('gives a receiver that does not answer a limited time, and sends the message again', async () => {
    receiver.answers.push(() => undefined);
    stored = [event(1), event(2)];
    await open();
    await until(row, ({ delivered }) => delivered === 2);
    expect(receiver.messages.map(({ id }) => id)).toEqual(['id-1', 'id-1', 'id-2']);
    expect((await row()).last_error).toContain('no answer in time');
  });

  it('gives an event up after three days of failures, and sends the newer ones', async () => {
    receiver.usual = (response) => void response.writeHead(503).end();
    stored = [event(1)];
    await open();
    await until(row, ({ attempts }) => attempts >= 3);
    now += 3 * DAY + 1;
    stored.push(event(2));
    await until(row, ({ given_up: givenUp }) => givenUp === 1);
    receiver.usual = (response) => void response.writeHead(204).end();
    expect(await until(row, ({ delivered }) => delivered === 1)).toMatchObject({ through: 2, given_up: 1, attempts: 0 });
  });

  it('continues after the last event that it stored as delivered', async () => {
    stored = [event(1)];
    await open();
    await until(row, ({ delivered }) => delivered === 1);
    stored.push(event(2));
    sender.wake();
    expect(await until(row, ({ delivered }) => delivered === 2)).toMatchObject({ through: 2 });
    expect(receiver.numbers()).toEqual([1, 2]);
  });
});

describe('the pause before the next attempt', () => {
  it('doubles up to a quarter of an hour, is random in full, and is never none', () => {
    expect([1, 2, 5, 20, 1_000].map((attempts) => retryDelay(attempts, { random: 1 }))).toEqual([4_000, 8_000, 64_000, 900_000, 900_000]);
    expect(retryDelay(5, { random: 0.5 })).toBe(32_000);
    expect(retryDelay(5, { random: 0 })).toBe(250);
  });

  it('is at least what the receiver asks for, up to an hour', () => {
    expect(retryDelay(1, { random: 0, retryAfter: 120 })).toBe(120_000);
    expect(retryDelay(1, { random: 0, retryAfter: 999_999 })).toBe(3_600_000);
  });
});

it.each([
  ['169.254.169.254', true],
  ['::ffff:169.254.1.1', true],
  ['fe80::1', true],
  ['0.0.0.0', true],
  ['::', true],
  ['224.0.0.1', true],
  ['ff02::1', true],
  ['127.0.0.1', false],
  ['192.168.1.20', false],
  ['10.0.0.1', false],
  ['2001:db8::1', false],
  ['fd00::1', false],
])('whether nothing is sent to %s: %s', (address, isRefused) => {
  expect(isRefusedAddress(address)).toBe(isRefused);
});
