import { afterAll, beforeAll, beforeEach, describe, expect, it, vi } from 'vitest';
import { engineCountSchema } from '#contract/api-v3/engine-count.ts';
import { printDetailSchema } from '#contract/api-v3/print.ts';
import type { Problem } from '#contract/problem.ts';
import { openService, textLabel, warm, type OpenService } from '#support/open-service.ts';
import { until } from '#support/until.ts';

const AUTHOR = { 'strobe-author': encodeURIComponent('Åsa Öberg') };
const REASON = 'looked at the product';

let service: OpenService;

beforeAll(async () => {
  service = await openService({ virtualPrinters: 1 });
  await service.call('/api/v3/counters/serial', { method: 'PUT', body: { value: 1 } });
  await service.call('/api/v3/labels/Serial', { method: 'PUT', body: textLabel('{COUNTER;serial}') });
  await warm(service);
});
afterAll(() => service.close());

const post = (path: string, body?: unknown, headers: Record<string, string> = {}) =>
  service.call(`/api/v3/${path}`, { method: 'POST', headers, ...(body !== undefined && { body }) });
const read = async (path: string) => (await service.call(`/api/v3/${path}`)).json;
const print = async (id: number) => printDetailSchema.parse(await read(`prints/${id}`));
const errors = async () => ((await read('status')) as { errors: string[] }).errors;
const newest = async () => ((await read('prints?limit=1')) as { prints: { id: number }[] }).prints[0]!.id;

/** A trigger whose print the printer neither confirms nor makes. */
async function lose(headers: Record<string, string> = {}): Promise<number> {
  const { engine } = service.controller.printers.get('Line 1');
  vi.spyOn(engine, 'send').mockRejectedValueOnce(new Error('the cable was pulled'));
  expect((await post('trigger', undefined, headers)).status).toBe(502);
  return newest();
}

describe('POST /prints/{id}/resolution', () => {
  beforeEach(async () => {
    await post('printJob', { labelName: 'Serial' });
  });

  it('settles an unknown print, with author and reason', async () => {
    const id = await lose();
    expect(await errors()).toEqual(['The outcome of 1 print is unknown: check the products and resolve it.']);
    expect(await post(`prints/${id}/resolution`, { outcome: 'void', reason: REASON }, AUTHOR)).toMatchObject({ status: 204, text: '' });
    expect([await print(id), await errors()]).toMatchObject([{ state: 'void', reason: REASON, resolvedBy: 'Åsa Öberg' }, []]);
  });

  it('is refused for a print that is not unknown, naming its state', async () => {
    const id = await lose();
    await post(`prints/${id}/resolution`, { outcome: 'printed', reason: REASON });
    const { status, json } = await post(`prints/${id}/resolution`, { outcome: 'void', reason: REASON });
    expect([status, json]).toMatchObject([
      409,
      {
        type: 'urn:strobe:problem:print-not-unknown',
        detail: `Print ${id} is printed: only of an unknown print a person can say what became of it.`,
        instance: `/api/v3/prints/${id}`,
      },
    ]);
  });

  it('is a 404 that names an unknown print', async () => {
    const { status, json } = await post('prints/4711/resolution', { outcome: 'void', reason: REASON });
    expect([status, (json as Problem).detail]).toEqual([404, 'There is no print 4711.']);
  });

  it.each([
    [{ outcome: 'void', reason: ' ' }, '/reason', 'must not be empty'],
    [{ outcome: 'void', reason: 'x'.repeat(501) }, '/reason', 'must have at most 500 characters'],
    [{ outcome: 'void' }, '/reason', 'is missing'],
    [{ outcome: 'sent', reason: REASON }, '/outcome', 'must be printed or void'],
    [{ outcome: 'void', reason: REASON, by: 'me' }, '/by', 'is not known here'],
  ])('refuses %j', async (body, pointer, detail) => {
    const { status, json } = await post('prints/1/resolution', body);
    expect([status, (json as Problem).errors]).toEqual([400, [{ pointer, detail }]]);
  });

  it('refuses an author that cannot be read', async () => {
    const answer = await post('prints/1/resolution', { outcome: 'void', reason: REASON }, { 'strobe-author': '%E0%A4' });
    expect(answer.status).toBe(400);
  });

  it('frees the repeat of the trigger that asked for the print', async () => {
    const key = { 'idempotency-key': 'lost' };
    const id = await lose(key);
    const refused = (await post('trigger', undefined, key)).json as Problem;
    expect(refused.detail).toContain(`POST /api/v3/prints/${id}/resolution`);
    await post(`prints/${id}/resolution`, { outcome: 'printed', reason: REASON });
    expect(await post('trigger', undefined, key)).toMatchObject({ status: 202, json: { result: 'printing' } });
    expect(await newest()).toBe(id);
  });

  it('E18 is answered once', async () => {
    const id = await lose();
    const key = { 'idempotency-key': 'settled' };
    const answers = [1, 2].map(() => post(`prints/${id}/resolution`, { outcome: 'void', reason: REASON }, key));
    for (const { status } of await Promise.all(answers)) expect([204, 409]).toContain(status);
    expect((await post(`prints/${id}/resolution`, { outcome: 'void', reason: REASON }, key)).status).toBe(204);
    expect((await print(id)).moves.filter(({ state }) => state === 'void')).toHaveLength(1);
  });
});

describe('/engineCount', () => {
  it('reports a mismatch, and clears it when a person accepts it', async () => {
    await until(
      async () => engineCountSchema.parse(await read('engineCount')),
      ({ counted, explained }) => counted === explained,
    );
    await post('abortPrint');
    const { engine } = service.controller.printers.get('Line 1');
    const counting = vi.spyOn(engine, 'count').mockReturnValue(100);
    await post('abortPrint');
    expect(await errors()).toHaveLength(1);
    const accepted = await post('printers/Line%201/engineCount/acceptance', { reason: 'another print head' }, AUTHOR);
    expect([accepted.status, await errors(), await read('printers/Line%201/engineCount')]).toMatchObject([
      204,
      [],
      { counted: 100, explained: 100, accepted: { by: 'Åsa Öberg', reason: 'another print head', counted: 100 } },
    ]);
    counting.mockRestore();
  });

  it('is not accepted while a print is unknown', async () => {
    await post('printJob', { labelName: 'Serial' });
    const id = await lose();
    const { status, json } = await post('engineCount/acceptance', { reason: 'tidy up' });
    expect([status, (json as Problem).type]).toEqual([409, 'urn:strobe:problem:count-not-acceptable']);
    await post(`prints/${id}/resolution`, { outcome: 'void', reason: REASON });
  });

  it('refuses an acceptance without a reason', async () => {
    expect(await post('engineCount/acceptance', { reason: '' })).toMatchObject({ status: 400, json: { errors: [{ pointer: '/reason' }] } });
  });
});
