import { afterEach, beforeEach, expect, it } from 'vitest';
import type { RecordedEventsPage } from '#contract/api-v3/recorded-event.ts';
import { startController, type ControllerProcess } from '#support/controller-process.ts';
import { textLabel } from '#support/open-service.ts';
import { temporaryFolder } from '#support/temporary-folder.ts';
import { until } from '#support/until.ts';
import { verifyMessage, WebhookReceiver } from '#support/webhook-receiver.ts';

/** A controller is killed again and again while it sends events to a receiver that is down at times. */

const KILLS = 4;
const JOBS = 15;
const KINDS = ['job.selected', 'job.ended'];
const SECRET = `whsec_${Buffer.alloc(32, 1).toString('base64')}`;

let dataFolder: string;
let controller: ControllerProcess;
let receiver: WebhookReceiver;
const start = async () => {
  controller = await startController({ dataFolder, flags: ['--empty', '--virtual-printers', '1'] });
};
beforeEach(async () => {
  dataFolder = temporaryFolder();
  receiver = await new WebhookReceiver().start();
  await start();
});
afterEach(async () => {
  await controller.stop();
  await receiver.stop();
});

async function call(method: string, path: string, body?: unknown): Promise<Response> {
  const headers = { ...(body !== undefined && { 'content-type': 'application/json' }) };
  return fetch(`${controller.url}/api/v3/${path}`, { method, headers, body: body === undefined ? null : JSON.stringify(body) });
}

/** Jobs are selected and end, until the controller is killed. */
async function selectJobs(): Promise<void> {
  for (let job = 0; job < JOBS; job++) {
    await call('POST', 'printers/Line%201/printJob', { labelName: 'Plain' });
    await call('POST', 'printers/Line%201/printJob');
  }
}

it('every event is delivered, in order and with one id, however often the controller is killed', { timeout: 120_000 }, async () => {
  await call('PUT', 'labels/Plain', textLabel('plain'));
  await call('PUT', 'webhooks/MES', { url: receiver.url, kinds: KINDS, secret: SECRET });
  for (let round = 0; round < KILLS; round++) {
    const before = receiver.messages.length;
    const selected = selectJobs().catch(() => undefined);
    await until(
      () => Promise.resolve(receiver.messages.length),
      (count) => count > before + 3,
    );
    if (round % 2 === 1) await receiver.stop();
    await controller.kill();
    await selected;
    await start();
    await receiver.stop();
    await receiver.start();
  }
  await selectJobs();
  const { events } = (await (await call('GET', `events/recorded?limit=500&kinds=${KINDS.join(',')}`)).json()) as RecordedEventsPage;
  const wanted = events.map(({ number }) => number);
  await until(
    () => Promise.resolve(receiver.numbers()),
    ({ length }) => length === wanted.length,
  );
  expect(receiver.numbers()).toEqual(wanted);
  const ids = Map.groupBy(receiver.messages, ({ event }) => event.number);
  for (const messages of ids.values()) expect(new Set(messages.map(({ id }) => id)).size).toBe(1);
  expect(new Set(receiver.messages.map(({ id }) => id)).size).toBe(wanted.length);
  for (const message of receiver.messages) expect(verifyMessage(message, SECRET)).toEqual(message.event);
});
