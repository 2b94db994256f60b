import { afterEach, beforeEach, describe, expect, it } from 'vitest';
import { printBlockSchema, printBlocksPageSchema } from '#contract/api-v3/print-block.ts';
import type { Problem } from '#contract/problem.ts';
import { readEvents } from '#support/event-reader.ts';
import { openService, textLabel, warm, type OpenService } from '#support/open-service.ts';

const AUTHOR = { 'strobe-author': encodeURIComponent('Åsa Öberg') };
const REASON = 'the date is of last year';

describe('a block of further prints', () => {
  let service: OpenService;

  beforeEach(async () => {
    service = await openService({ virtualPrinters: 2 });
    await put('counters/serial', { value: 1 });
    await put('variables/BBE', { value: '12.03.2026' });
    await put('labels/Carton', textLabel('No. {COUNTER;serial} best before {VARIABLE;BBE}'));
    await put('labels/Other', textLabel('{VARIABLE;BBE}'));
    await put('tables/Orders', {
      columns: ['Order', 'Batch'],
      rows: [
        ['1', 'A7'],
        ['2', 'B8'],
        ['3', 'A7'],
      ],
    });
    await put('labels/Batch', textLabel('Batch {TABLE;Batch}'));
    await warm(service);
  });
  afterEach(() => service.close());

  const put = (path: string, body: unknown) => service.call(`/api/v3/${path}`, { method: 'PUT', body });
  const post = (path: string, body?: unknown, headers: Record<string, string> = {}) =>
    service.call(`/api/v3/${path}`, { method: 'POST', headers, ...(body !== undefined && { body }) });
  const read = async (path: string) => (await service.call(`/api/v3/${path}`)).json;
  const block = async (conditions: object) =>
    printBlockSchema.parse((await post('printBlocks', { ...conditions, reason: REASON }, AUTHOR)).json);
  const select = (job: object, printer = 'Line%201') => post(`printers/${printer}/printJob`, job);
  const trigger = (printer = 'Line%201') => post(`printers/${printer}/trigger`);
  const ids = async () => ((await read('prints')) as { prints: { id: number }[] }).prints.map(({ id }) => id);
  const BLOCKED = { status: 409, json: { type: 'urn:strobe:problem:print-blocked' } };

  it('is stored with who set it and why, and is announced', async () => {
    const events = await readEvents(service.url, { path: '?types=print-blocks:changed' });
    const set = await block({ label: 'Carton', labelRevision: 1 });
    expect(set).toMatchObject({ id: 1, label: 'Carton', labelRevision: 1, by: 'Åsa Öberg', reason: REASON });
    expect(await read('printBlocks/1')).toEqual(set);
    expect(await events.take(1)).toMatchObject([{ event: 'print-blocks:changed' }]);
    events.close();
  });

  it('stops the running job at its next print on every printer, uses no value and makes no print', async () => {
    await select({ labelName: 'Carton' });
    await select({ labelName: 'Carton' }, 'Line%202');
    expect(await trigger()).toMatchObject({ status: 202 });
    await block({ label: 'Carton', labelRevision: 1 });
    const refused = await trigger();
    expect(refused).toMatchObject(BLOCKED);
    expect((refused.json as Problem).detail).toMatch(
      /^Block 1, set by Åsa Öberg at .* stops prints of the label "Carton", version 1\. Reason: the date/,
    );
    expect(await trigger('Line%202')).toMatchObject(BLOCKED);
    expect(await read('counters/serial')).toMatchObject({ value: 2 });
    expect(await ids()).toEqual([1]);
  });

  it('is an error of the printer before its next trigger, and is gone after the lifting', async () => {
    await select({ labelName: 'Carton' });
    await block({ variable: 'BBE', value: '12.03.2026' });
    const status = async () => (await read('printers/Line%201/status')) as { errors: string[] };
    expect(await status()).toMatchObject({
      errors: [expect.stringMatching(/^The next print cannot be made: Block 1, set by Åsa Öberg/)],
      errorDetails: [{ code: 'next-print-blocked' }],
    });
    expect(await post('printBlocks/1/lift', { reason: 'checked with the customer' }, AUTHOR)).toMatchObject({ status: 204 });
    expect((await status()).errors).toEqual([]);
    expect(await trigger()).toMatchObject({ status: 202 });
  });

  it('lets the prints pass that do not meet all of its conditions', async () => {
    await block({ label: 'Carton', variable: 'BBE', value: '12.03.2026' });
    await select({ labelName: 'Other' });
    expect(await trigger()).toMatchObject({ status: 202 });
    await put('variables/BBE', { value: '12.03.2027' });
    expect(await select({ labelName: 'Carton' }, 'Line%202')).toMatchObject({ status: 200 });
    expect(await trigger('Line%202')).toMatchObject({ status: 202 });
    await put('variables/BBE', { value: '12.03.2026' });
    expect(await trigger('Line%202')).toMatchObject(BLOCKED);
  });

  it('finds any printed text without regard to case', async () => {
    await block({ content: 'BEST before 12.03' });
    expect(await select({ labelName: 'Other' })).toMatchObject({ status: 200 });
    expect(await select({ labelName: 'Carton' })).toMatchObject(BLOCKED);
  });

  it('refuses a selection and its plan, naming the row', async () => {
    await block({ column: 'Batch', value: 'B8' });
    const job = { labelName: 'Batch', tableName: 'Orders' };
    for (const path of ['printJob', 'plan']) {
      const refused = await post(`printers/Line%201/${path}`, job);
      expect([refused.status, (refused.json as Problem).detail]).toEqual([
        409,
        expect.stringMatching(/^In row 1 \(counted from 0.*Block 1, set/),
      ]);
    }
    expect(await select({ ...job, rowCount: 1 })).toMatchObject({ status: 200 });
  });

  it('holds for reprints, and for frozen jobs', async () => {
    await select({ labelName: 'Carton', freeze: true, copies: 2 });
    await trigger();
    await block({ variable: 'BBE', value: '12.03.2026' });
    await put('variables/BBE', { value: '12.03.2027' });
    expect(await trigger()).toMatchObject(BLOCKED);
    expect(await post('prints/1/reprint', { reason: 'torn' })).toMatchObject(BLOCKED);
  });

  it('follows its label to a new name', async () => {
    await block({ label: 'Carton', labelRevision: 1 });
    expect(await post('labels/Carton/rename', { name: 'Box' })).toMatchObject({ status: 204 });
    expect(await read('printBlocks/1')).toMatchObject({ label: 'Box', labelRevision: 1 });
    expect(await select({ labelName: 'Box' })).toMatchObject(BLOCKED);
  });

  it('lets a later version of its label print', async () => {
    await block({ label: 'Carton', labelRevision: 1 });
    await put('labels/Carton', textLabel('corrected'));
    expect(await select({ labelName: 'Carton' })).toMatchObject({ status: 200 });
    expect(await trigger()).toMatchObject({ status: 202 });
  });

  it('is lifted once, with a reason, and stays in the list', async () => {
    await block({ label: 'Carton' });
    await block({ label: 'Other' });
    expect(await post('printBlocks/1/lift', { reason: ' ' })).toMatchObject({ status: 400 });
    const headers = { ...AUTHOR, 'idempotency-key': 'lift' };
    for (let request = 0; request < 2; request += 1) {
      expect(await post('printBlocks/1/lift', { reason: 'checked' }, headers)).toMatchObject({ status: 204 });
    }
    expect(await post('printBlocks/1/lift', { reason: 'checked' })).toMatchObject({
      status: 412,
      json: { type: 'urn:strobe:problem:changed-meanwhile' },
    });
    expect(await post('printBlocks/9/lift', { reason: 'checked' })).toMatchObject({ status: 404 });
    const { blocks } = printBlocksPageSchema.parse(await read('printBlocks'));
    expect(blocks.map(({ id, lifted }) => [id, lifted?.by, lifted?.reason])).toEqual([
      [2, undefined, undefined],
      [1, 'Åsa Öberg', 'checked'],
    ]);
    expect(printBlocksPageSchema.parse(await read('printBlocks?active=true')).blocks.map(({ id }) => id)).toEqual([2]);
    expect(printBlocksPageSchema.parse(await read('printBlocks?limit=1'))).toMatchObject({ blocks: [{ id: 2 }], next: 2 });
  });

  it.each([
    [{}, '/label', 'a block needs a label, a value or a content'],
    [{ label: 'Carton', labelRevision: 0 }, '/labelRevision', 'must be at least 1'],
    [{ content: 'best before', labelRevision: 1 }, '/labelRevision', 'needs a label'],
    [{ variable: 'BBE' }, '/value', 'variable and column need a value'],
    [{ value: '1' }, '/value', 'needs a variable or a column'],
    [{ variable: 'BBE', column: 'Batch', value: '1' }, '/column', 'cannot be combined with variable'],
    [{ content: 'ab' }, '/content', 'must have at least 3 characters'],
  ])('is refused as %j', async (conditions, pointer, detail) => {
    const { status, json } = await post('printBlocks', { ...conditions, reason: REASON });
    expect(status).toBe(400);
    expect((json as Problem).errors).toContainEqual({ pointer, detail });
  });

  it('are 200 at most', async () => {
    const row = { label: 'Carton', reason: REASON, set_by: '', set_at: 0 };
    await service.db
      .insertInto('print_blocks')
      .values(Array.from({ length: 200 }, () => row))
      .execute();
    await service.controller.printBlocks.start();
    expect(await post('printBlocks', { label: 'Other', reason: REASON })).toMatchObject({ status: 429 });
    await post('printBlocks/1/lift', { reason: 'checked' });
    expect(await post('printBlocks', { label: 'Other', reason: REASON })).toMatchObject({ status: 201 });
  });

  it('holds after a restart', async () => {
    await block({ label: 'Carton' });
    await service.controller.printBlocks.start();
    expect(await select({ labelName: 'Carton' })).toMatchObject(BLOCKED);
  });
});
