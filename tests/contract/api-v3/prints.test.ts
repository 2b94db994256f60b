import { afterAll, beforeAll, describe, expect, it } from 'vitest';
import { printDetailSchema, printsPageSchema } from '#contract/api-v3/print.ts';
import { openService, textLabel, warm, type OpenService } from '#support/open-service.ts';
import { until } from '#support/until.ts';

describe('/prints', () => {
  let service: OpenService;

  beforeAll(async () => {
    service = await openService({ virtualPrinters: 1 });
    await service.call('/api/v3/counters/serial', { method: 'PUT', body: { value: 41, width: 5 } });
    await service.call('/api/v3/labels/Serial', { method: 'PUT', body: textLabel('No. {COUNTER;serial}') });
    await warm(service);
    const headers = { 'strobe-author': encodeURIComponent('Åsa Öberg') };
    await service.call('/api/v3/printJob', { method: 'POST', headers, body: { labelName: 'Serial' } });
    for (let print = 0; print < 3; print += 1) await service.call('/api/v3/trigger', { method: 'POST' });
  });
  afterAll(() => service.close());

  async function found(query: string): Promise<number[]> {
    const { json } = await service.call(`/api/v3/prints?${query}`);
    return printsPageSchema.parse(json).prints.map(({ id }) => id);
  }

  it('are found by serial, by content, by label and by time', async () => {
    const answers = [
      'serial=00042',
      'content=no.%2000043',
      'label=Serial&limit=2',
      'operator=%C3%96berg&limit=1',
      'key=4006381333931',
      'from=2026-01-01T00:00:00%2B01:00',
      'to=1999-01-01T00:00:00Z',
    ];
    expect(await Promise.all(answers.map(found))).toEqual([[2], [3], [3, 2], [3], [], [3, 2, 1], []]);
  });

  it('are returned one by one', async () => {
    const { json } = await until(
      () => service.call('/api/v3/prints/2'),
      (answer) => answer.text.includes('"printed"'),
    );
    const texts = [{ pointer: '/objs/0', text: 'No. 00042' }];
    expect(printDetailSchema.parse(json)).toMatchObject({ id: 2, serials: ['00042'], texts, operator: 'Åsa Öberg' });
  });

  it.each([
    ['content=ab', '?content', 'must have at least 3 characters'],
    ['content=abc%00', '?content', 'must not hold the character NUL'],
    ['serial=', '?serial', 'must not be empty'],
    ['operator=', '?operator', 'must not be empty'],
    ['from=yesterday', '?from', 'must be a date and time such as 2026-11-21T06:00:00Z'],
    ['state=lost', '?state', 'must be one of reserved, sent, printed, handed-over, void, unknown'],
    ['limit=501', '?limit', 'must be at most 500'],
  ])('refuse %s', async (query, pointer, detail) => {
    const { status, json } = await service.call(`/api/v3/prints?${query}`);
    expect([status, (json as { errors: unknown }).errors]).toEqual([400, [{ pointer, detail }]]);
  });

  it('are a 404 that names the missing one', async () => {
    const { status, json } = await service.call('/api/v3/prints/99');
    expect([status, (json as { detail: string }).detail]).toEqual([404, 'There is no print 99.']);
  });
});
