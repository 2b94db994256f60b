import { afterAll, beforeAll, describe, expect, it } from 'vitest';
import { printDetailSchema } from '#contract/api-v3/print.ts';
import type { Problem } from '#contract/problem.ts';
import { processTimers } from '#controller/platform/timers.ts';
import { openService, textLabel, warm, type OpenService } from '#support/open-service.ts';
import { until } from '#support/until.ts';

const AUTHOR = { 'strobe-author': encodeURIComponent('Åsa Öberg') };
const REASON = 'the label was torn';

describe('POST /prints/{id}/reprint', () => {
  let service: OpenService;

  beforeAll(async () => {
    // The engine holds a print here, for less than the time after which its outcome would be unknown.
    service = await openService({ virtualPrinters: 1, timers: processTimers });
    await service.call('/api/v3/counters/serial', { method: 'PUT', body: { value: 41 } });
    await service.call('/api/v3/labels/Serial', { method: 'PUT', body: textLabel('No. {COUNTER;serial}') });
    await warm(service);
    await post('printJob', { labelName: 'Serial' });
    await post('trigger');
    await printed(1);
  });
  afterAll(() => service.close());

  const post = (path: string, body?: unknown, headers: Record<string, string> = {}) =>
    service.call(`/api/v3/${path}`, { method: 'POST', headers, ...(body !== undefined && { body }) });
  const reprint = (id: number, headers: Record<string, string> = {}) => post(`prints/${id}/reprint`, { reason: REASON }, headers);
  const print = async (id: number) => printDetailSchema.parse((await service.call(`/api/v3/prints/${id}`)).json);
  const printed = (id: number) =>
    until(
      () => print(id),
      ({ state }) => state === 'printed',
    );

  it('prints the same again, with author and reason, and answers a repeated request', async () => {
    const headers = { ...AUTHOR, 'idempotency-key': 'torn' };
    const answers = [await reprint(1, headers), await reprint(1, headers)];
    for (const answer of answers) expect(answer).toMatchObject({ status: 202, json: { result: 'printing' } });
    const { pictureHash, texts } = await print(1);
    const again = { pictureHash, texts, reprintOf: 1, reprintReason: REASON, operator: 'Åsa Öberg', serials: ['41'] };
    expect([await printed(2), (await print(1)).reprints]).toMatchObject([again, [2]]);
  });

  it('moves no counter', async () => {
    await reprint(1);
    expect((await service.call('/api/v3/counters/serial')).json).toMatchObject({ value: 42 });
  });

  it.each([
    [{ reason: '\t' }, '/reason', 'must not be empty'],
    [{ reason: 'x'.repeat(501) }, '/reason', 'must have at most 500 characters'],
    [{}, '/reason', 'is missing'],
    [{ reason: REASON, copies: 2 }, '/copies', 'is not known here'],
  ])('refuses %j', async (body, pointer, detail) => {
    const { status, json } = await post('prints/1/reprint', body);
    expect([status, (json as Problem).errors]).toEqual([400, [{ pointer, detail }]]);
  });

  it.each([
    ['4711', 404],
    ['0', 400],
    ['one', 400],
  ])('refuses the print %s', async (id, status) => {
    expect(await post(`prints/${id}/reprint`, { reason: REASON })).toMatchObject({ status });
  });

  it('is refused while the print is on its way, naming its state', async () => {
    const { engine } = service.controller.printers.get('Line 1');
    const send = engine.send.bind(engine);
    const taken = Promise.withResolvers<undefined>();
    const sent = async () => (await service.call('/api/v3/prints?state=sent')).json as { prints: { id: number }[] };
    // Prints of the tests before.
    await until(sent, (page) => page.prints.length === 0);
    engine.send = () => taken.promise;
    const trigger = post('trigger');
    const { prints } = await until(sent, (page) => page.prints.length > 0);
    const [{ id }] = prints as [{ id: number }];
    expect(await reprint(id)).toMatchObject({
      status: 409,
      json: {
        type: 'urn:strobe:problem:print-under-way',
        detail: `Print ${id} is sent: it can be repeated once it is printed, void or unknown.`,
      },
    });
    taken.resolve(undefined);
    engine.send = send;
    await trigger;
  });
});
