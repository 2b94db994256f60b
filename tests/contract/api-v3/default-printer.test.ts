import { afterAll, beforeAll, describe, expect, it } from 'vitest';
import { openService, textLabel, warm, type Answer, type OpenService } from '#support/open-service.ts';
import { until } from '#support/until.ts';

const OPERATIONS = [
  ['GET', '/status'],
  ['GET', '/printCounters'],
  ['GET', '/printHistory'],
  ['POST', '/printJob', { labelName: 'Plain' }],
  ['POST', '/trigger'],
  ['POST', '/abortPrint'],
] as const;

describe('operations that name no printer, of a controller with one', () => {
  let service: OpenService;

  beforeAll(async () => {
    service = await openService({ virtualPrinters: 1 });
    await service.call('/api/v3/labels/Plain', { method: 'PUT', body: textLabel('Plain') });
    await warm(service);
  });
  afterAll(() => service.close());

  const post = (path: string, body?: object): Promise<Answer> => service.call(`/api/v3${path}`, { method: 'POST', body });

  it('select, trigger, count and abort on that one', async () => {
    const statuses = [
      (await post('/printJob', { labelName: 'Plain' })).status,
      (await post('/trigger')).status,
      (
        await until(
          () => service.call('/api/v3/printCounters'),
          ({ text }) => text.includes('"printedLabels":1'),
        )
      ).status,
      (await post('/abortPrint')).status,
    ];
    expect(statuses).toEqual([200, 202, 200, 204]);
  });

  it.each(['/status', '/printCounters', '/printHistory?resolution=HOURS&end=1800000000'])('answer %s as that one does', async (path) => {
    const [nameless, named] = [await service.call(`/api/v3${path}`), await service.call(`/api/v3/printers/Line%201${path}`)];
    expect([nameless.status, nameless.json]).toEqual([200, named.json]);
  });

  it('E24 refuse a history by the minute from the year 0 to 9999 at once, and name what fits', async () => {
    const answer = await service.call('/api/v3/printHistory?resolution=MINUTES&start=-62167219200&end=253402300799');
    expect([answer.status, (answer.json as { errors: unknown }).errors]).toEqual([
      400,
      [
        {
          pointer: '?resolution',
          detail: 'MINUTES gives more than 20 000 buckets between start and end, and no coarser resolution fits: ask for a shorter time',
        },
      ],
    ]);
  });
});

describe('operations that name no printer, of a controller with three', () => {
  let service: OpenService;

  beforeAll(async () => {
    service = await openService({ virtualPrinters: 3 });
    await service.call('/api/v3/labels/Plain', { method: 'PUT', body: textLabel('Plain') });
  });
  afterAll(() => service.close());

  it.each(OPERATIONS)('refuse %s %s and name the three', async (method, path, body?: object) => {
    const { status, json } = await service.call(`/api/v3${path}`, { method, body });
    expect([status, json]).toEqual([
      400,
      expect.objectContaining({
        type: 'urn:strobe:problem:printer-required',
        detail: 'Name one of the printers "Line 1", "Line 2", "Line 3".',
      }),
    ]);
  });
});
