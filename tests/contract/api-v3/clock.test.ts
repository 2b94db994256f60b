import { randomUUID } from 'node:crypto';
import { afterAll, beforeAll, describe, expect, it } from 'vitest';
import { clockSchema } from '#contract/api-v3/clock.ts';
import { openService, textLabel, warm, type OpenService } from '#support/open-service.ts';

const YEAR = 366 * 86_400_000;

let service: OpenService;
let ahead = 0;
beforeAll(async () => {
  service = await openService({ now: () => Date.now() + ahead });
  await warm(service);
  await service.call('/api/v3/labels/Dated', { method: 'PUT', body: textLabel('{YEAR}') });
});
afterAll(() => service.close());

const post = (path: string, body?: unknown, headers = {}) => service.call(`/api/v3${path}`, { method: 'POST', body, headers });
const select = () => post('/printers/Line%201/printJob', { labelName: 'Dated' });
const trigger = (key: string = randomUUID()) => post('/printers/Line%201/trigger', undefined, { 'idempotency-key': key });
const clock = async () => (await service.call('/api/v3/clock')).json;

describe('the clock of the service', () => {
  it('C5 is the only source of dates; printers report how far their clocks are off', async () => {
    expect(clockSchema.strict().parse(await clock())).toMatchObject({
      state: 'ok',
      printers: { 'Line 1': { offset: 0 }, 'Line 2': { offset: 0 } },
    });
  });

  it('C1 a step forgets no idempotency key: a repeat prints nothing', async () => {
    await select();
    const key = randomUUID();
    const first = await trigger(key);
    ahead = 1 * YEAR;
    await post('/clock/confirm');
    const again = await trigger(key);
    ahead = 0;
    await post('/clock/confirm');
    const { triggers } = (await service.call('/api/v3/printers/Line%201/printCounters')).json as { triggers: number };
    expect([first.status, first.text, again.text, triggers]).toEqual([202, '{"result":"printing"}', first.text, 1]);
  });

  it('C2 ten years ahead refuses selections and triggers with both times until it is confirmed, and reading goes on', async () => {
    await select();
    ahead = 10 * YEAR;
    const refused = [await select(), await trigger()];
    const reads = await Promise.all(['/clock', '/labels/Dated', '/printers/Line%201/status'].map((path) => service.call(`/api/v3${path}`)));
    const confirmed = [await post('/clock/confirm'), await post('/clock/confirm')];
    const after = await trigger();
    ahead = 0;
    await post('/clock/confirm');
    expect([...refused, ...reads, ...confirmed, after].map(({ status }) => status)).toEqual([409, 409, 200, 200, 200, 204, 204, 202]);
    expect(refused[1]?.json).toMatchObject({
      type: 'urn:strobe:problem:clock-doubtful',
      detail: expect.stringMatching(/^Nothing is printed .* shows 20.* but 20.* was expected .* POST .api.v3.clock.confirm/),
    });
  });

  it('C1 two hours back refuses labels with dates and prints others on, in readiness and status', async () => {
    await service.call('/api/v3/labels/Plain', { method: 'PUT', body: textLabel('x') });
    await select();
    ahead = -2 * 3_600_000;
    const dated = [await select(), await trigger()];
    const stopped = await service.call('/healthz/ready');
    const { errors, ragStatus } = (await service.call('/api/v3/printers/Line%201/status')).json as { errors: string[]; ragStatus: string };
    const plain = [await post('/printers/Line%201/printJob', { labelName: 'Plain' }), await trigger()];
    const warned = await service.call('/healthz/ready');
    ahead = 0;
    const right = await service.call('/healthz/ready');
    expect([...dated, stopped, ...plain, warned, right].map(({ status }) => status)).toEqual([409, 409, 503, 200, 202, 200, 200]);
    expect(dated.map(({ json }) => json)).toMatchObject(Array.from(dated, () => ({ type: 'urn:strobe:problem:clock-doubtful' })));
    expect([stopped.json, warned.json, right.json]).toMatchObject([
      { reasons: [{ code: 'clock-doubtful' }], warnings: [] },
      { reasons: [], warnings: [{ code: 'clock-stepped' }] },
      { reasons: [], warnings: [] },
    ]);
    expect([errors, ragStatus]).toEqual([[expect.stringMatching(/^Nothing with a date is printed until/)], 'RED']);
  });

  it('C4 reports a time zone that was changed while it runs, in the health too', async () => {
    const zones = async () => [await clock(), (await service.call('/healthz')).json];
    await service.controller.settings.putTimeZone('Asia/Kathmandu');
    const first = await zones();
    await service.controller.settings.putTimeZone('America/Phoenix');
    expect([...first, ...(await zones())]).toMatchObject([
      { timeZone: 'Asia/Kathmandu', utcOffset: 345 },
      { timeZone: 'Asia/Kathmandu' },
      { timeZone: 'America/Phoenix', utcOffset: -420 },
      { timeZone: 'America/Phoenix' },
    ]);
  });

  it('C2 is reported by the health of the controller', async () => {
    ahead = 10 * YEAR;
    const health = (await service.call('/healthz')).json;
    ahead = 0;
    expect(health).toMatchObject({ status: 'ok', clock: 'doubtful' });
  });
});
