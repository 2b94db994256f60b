import { afterEach, beforeEach, describe, expect, it } from 'vitest';
import { approvalResultSchema } from '#contract/api-v3/label-approval.ts';
import { printerStatusSchema } from '#contract/api-v3/printer.ts';
import { by, CARTON, labelApprovals, refusal } from '#support/label-approvals.ts';
import { openService, textLabel, type OpenService } from '#support/open-service.ts';

let service: OpenService;
const { put, decide, approve } = labelApprovals(() => service);

describe('where only approved labels print', () => {
  const LINE = '/api/v3/printers/Line%201';
  const NOT_APPROVED = refusal('label-not-approved', 'is in the state "draft"');
  const rule = (body: object) => service.call('/api/v3/settings/approval', { method: 'PUT', body });
  const post = (path: string, body?: object) => service.call(path, { method: 'POST', ...(body && { body }) });
  const select = (more: object = {}, line = LINE) => post(`${line}/printJob`, { labelName: 'Carton', ...more });
  const job = async (line = LINE) => printerStatusSchema.parse((await service.call(`${line}/status`)).json).job;
  const trigger = async (line = LINE) => post(`${line}/trigger`);

  beforeEach(async () => {
    service = await openService({ virtualPrinters: 2 });
    for (const line of [LINE, '/api/v3/printers/Line%202']) await warmUp(line);
    await put('one');
  });
  afterEach(() => service.close());

  async function warmUp(line: string) {
    await expect.poll(async () => printerStatusSchema.parse((await service.call(`${line}/status`)).json).state).toBe('STARTED');
  }

  it('is off before anybody switches it on, and refuses a rule for no printer', async () => {
    expect((await service.call('/api/v3/settings/approval')).json).toEqual({ approvedLabelsOnly: 'off', printers: [] });
    expect(await rule({ approvedLabelsOnly: 'printers' })).toMatchObject({
      status: 400,
      json: { detail: '/printers: must name a printer' },
    });
    expect((await select()).status).toBe(200);
    expect((await job())?.revision).toBe(1);
  });

  it('a selection takes the newest approved version', async () => {
    await approve(1);
    await put('two');
    await approve(2);
    await put('three');
    await rule({ approvedLabelsOnly: 'all' });
    await select();
    expect(await job()).toMatchObject({ revision: 2 });
    expect(await job()).not.toHaveProperty('newerRevision');
    expect((await trigger()).status).toBe(202);
    expect((await service.call('/api/v3/prints')).json).toMatchObject({ prints: [{ labelRevision: 2 }] });
  });

  it('the prompts of a selection are those of the version that it takes', async () => {
    for (const name of ['Lot', 'Shift'])
      await service.call(`/api/v3/variables/${name}`, { method: 'PUT', body: { value: name, userEdit: true } });
    const prompts = async (query: string) => (await service.call(`/api/v3/labels/Carton/prompts${query}`)).json as { name: string }[];
    await put('{VARIABLE;Lot}');
    await approve(2);
    await put('{VARIABLE;Shift}');
    expect(await prompts('?printer=Line%201')).toMatchObject([{ name: 'Shift' }]);
    await rule({ approvedLabelsOnly: 'printers', printers: ['Line 1'] });
    expect(await prompts('?printer=Line%201')).toMatchObject([{ name: 'Lot' }]);
    for (const query of ['', '?printer=Line%202']) expect(await prompts(query)).toMatchObject([{ name: 'Shift' }]);
    await decide(2, 'withdraw', { who: 'Quinn' });
    expect(await prompts('?printer=Line%201')).toMatchObject([{ name: 'Shift' }]);
  });

  it('a label without an approved version is refused, with its newest version and the state', async () => {
    await rule({ approvedLabelsOnly: 'all' });
    expect(await select()).toMatchObject(refusal('label-not-approved', 'Version 1 of the label "Carton" is in the state "draft"'));
    await decide(1, 'submit', { who: 'Åsa' });
    expect(await select()).toMatchObject(refusal('label-not-approved', 'is in the state "in-review"'));
    expect(await post(`${LINE}/plan`, { labelName: 'Carton' })).toMatchObject(refusal('label-not-approved', '"in-review"'));
    expect(await select({ queue: true })).toMatchObject(refusal('label-not-approved', '"in-review"'));
    expect(await job()).toBeNull();
  });

  it('concerns only the printers that it names, also when one is renamed', async () => {
    await rule({ approvedLabelsOnly: 'printers', printers: ['Line 2'] });
    expect((await select()).status).toBe(200);
    expect(await select({}, '/api/v3/printers/Line%202')).toMatchObject(NOT_APPROVED);
    expect((await post('/api/v3/printers/Line%202/rename', { name: 'Filler' })).status).toBe(204);
    expect(await select({}, '/api/v3/printers/Filler')).toMatchObject(NOT_APPROVED);
    expect((await service.call('/api/v3/settings/approval')).json).toMatchObject({ printers: ['Filler'] });
  });

  it('a label that comes with its job, or with a test print, is refused', async () => {
    await rule({ approvedLabelsOnly: 'all' });
    const sent = refusal('label-not-approved', 'sent with its job');
    expect(await post(`${LINE}/printJob`, { labelData: textLabel('x') })).toMatchObject(sent);
    expect(await post(`${LINE}/testPrint`, { labelData: textLabel('x') })).toMatchObject(sent);
  });

  it('a withdrawn version cannot be selected at once, and running jobs are named and print on', async () => {
    await approve(1);
    await rule({ approvedLabelsOnly: 'all' });
    await select({ description: 'Morning' });
    await trigger();
    await select({ queue: true, description: 'Noon' });
    await select({ description: 'Other line' }, '/api/v3/printers/Line%202');
    const { jobs } = approvalResultSchema.parse((await decide(1, 'withdraw')).json);
    expect(jobs.map(({ printer, title, isSelected, isStarted }) => [printer, title, isSelected, isStarted])).toEqual([
      ['Line 1', 'Morning', true, true],
      ['Line 1', 'Noon', false, false],
      ['Line 2', 'Other line', true, false],
    ]);
    expect(await select({ queue: true })).toMatchObject(refusal('label-not-approved', 'is in the state "withdrawn"'));
    expect((await trigger()).status).toBe(202);
    expect(await trigger('/api/v3/printers/Line%202')).toMatchObject(refusal('label-not-approved', 'is in the state "withdrawn"'));
  });

  it('a queued job is checked again when it begins', async () => {
    await select({ queue: true, description: 'before the rule' });
    await rule({ approvedLabelsOnly: 'all' });
    expect(await trigger()).toMatchObject(NOT_APPROVED);
    await approve(1);
    expect((await trigger()).status).toBe(202);
  });

  it('a frozen job is checked when it begins', async () => {
    await select({ queue: true, freeze: true });
    await rule({ approvedLabelsOnly: 'all' });
    expect(await trigger()).toMatchObject(NOT_APPROVED);
  });

  it('runningJobs=update brings no draft into a job', async () => {
    await approve(1);
    await rule({ approvedLabelsOnly: 'printers', printers: ['Line 1'] });
    await select();
    await select({}, '/api/v3/printers/Line%202');
    const changed = await service.call(`${CARTON}?runningJobs=update`, { method: 'PUT', body: textLabel('two'), headers: by('Åsa') });
    expect(changed).toMatchObject({ status: 200, json: { revision: 2, jobs: [{ printer: 'Line 2' }] } });
    expect([(await job())?.revision, (await job('/api/v3/printers/Line%202'))?.revision]).toEqual([1, 2]);
  });

  it('an approved version is brought into a running job', async () => {
    await approve(1);
    await rule({ approvedLabelsOnly: 'all' });
    await select();
    await put('two');
    await approve(2);
    const changed = await service.call(`${CARTON}?runningJobs=update`, { method: 'PUT', body: textLabel('two'), headers: by('Åsa') });
    expect(changed).toMatchObject({ status: 200, json: { revision: 2, jobs: [{ printer: 'Line 1' }] } });
    expect((await job())?.revision).toBe(2);
  });

  it('an order is refused, and starts with the approved version', async () => {
    await rule({ approvedLabelsOnly: 'all' });
    const order = { labelName: 'Carton', quantity: 1, printers: ['Line 1'] };
    expect(await service.call('/api/v3/orders/7', { method: 'PUT', body: order })).toMatchObject(NOT_APPROVED);
    await approve(1);
    await put('two');
    expect((await service.call('/api/v3/orders/7', { method: 'PUT', body: order })).status).toBe(201);
    await expect.poll(async () => (await job())?.revision).toBe(1);
  });

  it('a job with a label column takes the approved version of each row, and refuses a row that names another label later', async () => {
    const rows = [1, 2].map((row) => [`${row}`, 'Carton']);
    await service.call('/api/v3/tables/Sizes', { method: 'PUT', body: { columns: ['SKU', 'Label'], rows } });
    await approve(1);
    await put('two');
    await put('tea', 'Åsa', '/api/v3/labels/Tea');
    await rule({ approvedLabelsOnly: 'all' });
    expect((await post(`${LINE}/printJob`, { tableName: 'Sizes', labelColumn: 'Label', firstRow: 0 })).status).toBe(200);
    expect((await trigger()).status).toBe(202);
    expect((await service.call('/api/v3/prints')).json).toMatchObject({ prints: [{ label: 'Carton', labelRevision: 1 }] });
    const edits = { cells: [{ row: 1, column: 'Label', value: 'Tea' }] };
    expect((await post('/api/v3/tables/Sizes/cells', edits)).status).toBe(204);
    expect(await trigger()).toMatchObject(refusal('label-not-approved', 'Version 1 of the label "Tea" is in the state "draft"'));
  });

  it('a print is repeated only while its version is approved', async () => {
    await approve(1);
    await rule({ approvedLabelsOnly: 'all' });
    await select();
    await trigger();
    await expect.poll(async () => (await service.call('/api/v3/prints/1')).json).toMatchObject({ state: 'printed' });
    const reprint = () => post('/api/v3/prints/1/reprint', { reason: 'torn' });
    expect((await reprint()).status).toBe(202);
    await decide(1, 'withdraw');
    expect(await reprint()).toMatchObject(refusal('label-not-approved', '"withdrawn"'));
    expect(await post(`${LINE}/rework`, { prints: [1], reason: 'torn' })).toMatchObject(refusal('label-not-approved', '"withdrawn"'));
  });

  it('a pre-flight checks the version that would be selected', async () => {
    await service.call('/api/v3/tables/Sizes', { method: 'PUT', body: { columns: ['SKU'], rows: [['1']] } });
    await rule({ approvedLabelsOnly: 'all' });
    const start = () => post('/api/v3/tables/Sizes/preflight', { labelName: 'Carton', printer: 'Line 1' });
    expect(await start()).toMatchObject(NOT_APPROVED);
    await approve(1);
    expect((await start()).status).toBe(202);
  });
});
