import { afterEach, beforeEach, describe, expect, it } from 'vitest';
import { printDetailSchema, printsPageSchema } from '#contract/api-v3/print.ts';
import { queueSchema } from '#contract/api-v3/queue.ts';
import type { Problem } from '#contract/problem.ts';
import { EngineError } from '#controller/engines/engine.ts';
import { openService, textLabel, warm, type OpenService } from '#support/open-service.ts';
import { until } from '#support/until.ts';

const REASON = 'the ribbon was creased';
const AUTHOR = { 'strobe-author': encodeURIComponent('Åsa Öberg') };

describe('POST /printers/{name}/rework', () => {
  let service: OpenService;

  beforeEach(async () => {
    service = await openService({ virtualPrinters: 2 });
    await put('counters/serial', { value: 41 });
    await put('labels/Serial', textLabel('No. {COUNTER;serial} {TABLE;Batch}'));
    await put('tables/Orders', {
      columns: ['Order', 'Batch'],
      rows: [
        ['1', 'A7'],
        ['2', 'B8'],
      ],
    });
    await warm(service);
    await post('printers/Line%201/printJob', { labelName: 'Serial', tableName: 'Orders', keyColumn: 'Order', key: '2' });
    for (let print = 0; print < 3; print += 1) await trigger('Line%201');
    await settled(3);
  });
  afterEach(() => service.close());

  const put = (path: string, body: unknown) => service.call(`/api/v3/${path}`, { method: 'PUT', body });
  const post = (path: string, body?: unknown, headers: Record<string, string> = {}) =>
    service.call(`/api/v3/${path}`, { method: 'POST', headers, ...(body !== undefined && { body }) });
  const trigger = (printer: string) => post(`printers/${printer}/trigger`);
  const rework = (body: object, headers: Record<string, string> = AUTHOR) =>
    post('printers/Line%202/rework', { reason: REASON, ...body }, headers);
  const print = async (id: number) => printDetailSchema.parse((await service.call(`/api/v3/prints/${id}`)).json);
  const settled = (id: number) =>
    until(
      () => print(id),
      ({ state }) => state !== 'reserved' && state !== 'sent',
    );
  const queue = async () => queueSchema.parse((await service.call('/api/v3/printers/Line%202/queue')).json).jobs;
  const SUPERSEDED = { status: 409, json: { type: 'urn:strobe:problem:print-superseded' } };

  it('makes each print once on the other printer, with the values of its original', async () => {
    expect(await rework({ prints: [2, 1] })).toMatchObject({ status: 200, json: { position: 0 } });
    await trigger('Line%202');
    await trigger('Line%202');
    await settled(5);
    const { texts, cells, row, table, key } = await print(2);
    expect(await print(4)).toMatchObject({
      ...{ texts, cells, row, table, key, printer: 'Line 2', supersedes: 2, reworkReason: REASON, operator: 'Åsa Öberg', serials: ['42'] },
    });
    expect([(await print(2)).supersededBy, (await print(1)).supersededBy, (await print(5)).supersedes]).toEqual([4, 5, 1]);
    expect(await trigger('Line%202')).toMatchObject({ status: 409, json: { type: 'urn:strobe:problem:nothing-selected' } });
    expect((await service.call('/api/v3/counters/serial')).json).toMatchObject({ value: 44 });
    const { prints } = printsPageSchema.parse((await service.call('/api/v3/prints')).json);
    expect(prints.map(({ id, supersedes, supersededBy }) => [id, supersedes, supersededBy])).toEqual([
      [5, 1, undefined],
      [4, 2, undefined],
      [3, undefined, undefined],
      [2, undefined, 4],
      [1, undefined, 5],
    ]);
    expect(await service.controller.printing.status('Line 2')).toMatchObject({ errors: [] });
  });

  it('waits behind the job that the printer has', async () => {
    await post('printers/Line%202/printJob', { labelName: 'Serial', tableName: 'Orders', keyColumn: 'Order', key: '1', copies: 5 });
    expect(await rework({ prints: [1] })).toMatchObject({ status: 200, json: { position: 1 } });
    expect(await queue()).toMatchObject([{}, { description: REASON, frozen: true, state: 'waiting' }]);
  });

  it('has one effect when it is repeated with its idempotency key', async () => {
    const headers = { ...AUTHOR, 'idempotency-key': 'creased' };
    const [first, second] = [await rework({ prints: [1] }, headers), await rework({ prints: [1] }, headers)];
    expect([first.status, second.json]).toEqual([200, first.json]);
    expect(await queue()).toHaveLength(1);
  });

  it('needs a confirmation for a print that waits in a rework job or is superseded', async () => {
    await rework({ prints: [1] });
    expect(await rework({ prints: [2, 1] })).toMatchObject(SUPERSEDED);
    await trigger('Line%202');
    await settled(4);
    const refused = await rework({ prints: [1, 3] });
    expect([refused.status, (refused.json as Problem).detail]).toEqual([
      409,
      'Print 1 is superseded by print 4. Set supersedeAgain to make them once more.',
    ]);
    expect(await rework({ prints: [1, 3], supersedeAgain: true })).toMatchObject({ status: 200 });
  });

  it('supersedes once when two requests arrive together', async () => {
    const answers = await Promise.all([rework({ prints: [1] }), rework({ prints: [1] })]);
    expect(answers.map(({ status }) => status).toSorted()).toEqual([200, 409]);
  });

  it('makes a print again that became void, and does not count it as superseding', async () => {
    await rework({ prints: [1] });
    const { engine } = service.controller.printers.get('Line 2');
    const send = engine.send.bind(engine);
    engine.send = () => Promise.reject(new EngineError('cannot-print', 'the cover is open'));
    await trigger('Line%202');
    engine.send = send;
    expect([(await settled(4)).state, (await print(1)).supersededBy]).toEqual(['void', undefined]);
    await trigger('Line%202');
    expect(await settled(5)).toMatchObject({ state: 'printed', supersedes: 1 });
    expect((await print(1)).supersededBy).toBe(5);
  });

  it('is refused for a blocked print', async () => {
    await post('printBlocks', { label: 'Serial', reason: 'wrong' });
    expect(await rework({ prints: [1] })).toMatchObject({ status: 409, json: { type: 'urn:strobe:problem:print-blocked' } });
  });

  it.each([
    [[99], 404, 'not-found'],
    [[], 400, 'invalid-input'],
    [[1, 1], 400, 'invalid-input'],
    [[1.5], 400, 'invalid-input'],
  ])('is refused for the prints %j', async (prints, status, slug) => {
    expect(await rework({ prints })).toMatchObject({ status, json: { type: `urn:strobe:problem:${slug}` } });
    expect(await queue()).toEqual([]);
  });

  it('is refused for more than 5 000 prints', async () => {
    const { status, json } = await rework({ prints: Array.from({ length: 5_001 }, (_, index) => index + 1) });
    expect([status, (json as Problem).errors]).toEqual([400, [{ pointer: '/prints', detail: 'must name at most 5000 prints' }]]);
  });

  it('is refused without a reason, and on an unknown printer', async () => {
    expect(await rework({ prints: [1], reason: '' })).toMatchObject({ status: 400 });
    expect(await post('printers/Line%209/rework', { prints: [1], reason: REASON })).toMatchObject({ status: 404 });
  });

  it('is refused for a void print: its own job makes the copy again', async () => {
    const { engine } = service.controller.printers.get('Line 1');
    engine.send = () => Promise.reject(new EngineError('cannot-print', 'the cover is open'));
    await trigger('Line%201');
    await settled(4);
    expect(await rework({ prints: [4] })).toMatchObject({ status: 400, json: { type: 'urn:strobe:problem:invalid-input' } });
  });
});
