import { afterAll, beforeAll, beforeEach, describe, expect, it } from 'vitest';
import { openService, textLabel, warm, type OpenService } from '#support/open-service.ts';

const PRINTER = '/api/v3/printers/Line%201';
const QUEUE = `${PRINTER}/queue`;

describe('the queue operations', () => {
  let service: OpenService;
  let ids: string[];

  beforeAll(async () => {
    service = await openService();
    await service.call('/api/v3/labels/Plain', { method: 'PUT', body: textLabel('plain') });
    await warm(service);
  });
  afterAll(() => service.close());

  beforeEach(async () => {
    await service.call(`${PRINTER}/printJob`, { method: 'POST' });
    ids = [];
    for (const description of ['A', 'B', 'C']) {
      const body = { labelName: 'Plain', description, copies: 5, queue: true, freeze: false, checkpoint: description === 'B' };
      const { json } = await service.call(`${PRINTER}/printJob`, { method: 'POST', body });
      ids.push((json as { id: string }).id);
    }
  });

  const shown = async () => {
    const { json } = await service.call(QUEUE);
    return (json as { jobs: { description: string; position: number; state: string }[] }).jobs.map(
      ({ description, position, state }) => `${description} ${position} ${state}`,
    );
  };

  it('lists the jobs of a printer in their order', async () => {
    expect(await shown()).toEqual(['A 0 current', 'B 1 waiting', 'C 2 waiting']);
  });

  it('reorders them', async () => {
    const { status } = await service.call(QUEUE, { method: 'PUT', body: { order: ids.toReversed() } });
    expect([status, await shown()]).toEqual([204, ['C 0 current', 'B 1 waiting', 'A 2 waiting']]);
  });

  it('removes one', async () => {
    const { status } = await service.call(`${QUEUE}/${ids[1]}`, { method: 'DELETE' });
    expect([status, await shown()]).toEqual([204, ['A 0 current', 'C 1 waiting']]);
  });

  it.each([
    [400, { order: 'A' }, '/order'],
    [400, { order: ['a', 'b', 'a'] }, '/order/2'],
    [400, {}, '/order'],
    [400, { order: [], jobs: [] }, '/jobs'],
  ])('answers %s to an invalid order: %j', async (status, body, pointer) => {
    const answer = await service.call(QUEUE, { method: 'PUT', body });
    expect(answer).toMatchObject({ status, json: { errors: [{ pointer }] } });
  });

  it('answers 409 to an order that leaves a job out', async () => {
    const answer = await service.call(QUEUE, { method: 'PUT', body: { order: ids.slice(1) } });
    expect(answer).toMatchObject({
      status: 409,
      json: { type: 'urn:strobe:problem:queue-changed', detail: `The order leaves out the job ${ids[0]}.`, instance: QUEUE },
    });
  });

  it('answers 404 to the removal of an unknown job', async () => {
    expect(await service.call(`${QUEUE}/nothing`, { method: 'DELETE' })).toMatchObject({ status: 404, json: { instance: QUEUE } });
  });

  it('answers 404 for an unknown printer', async () => {
    const path = '/api/v3/printers/Nowhere/queue';
    const answers = [
      await service.call(path),
      await service.call(path, { method: 'PUT', body: { order: [] } }),
      await service.call(`${path}/1`, { method: 'DELETE' }),
      await service.call(`${path}/seek`, { method: 'POST', body: { id: '1' } }),
    ];
    expect(answers.map(({ status }) => status)).toEqual([404, 404, 404, 404]);
  });
});

describe('the plan of a selection', () => {
  let service: OpenService;

  beforeAll(async () => {
    service = await openService();
    await service.call('/api/v3/counters/serial', { method: 'PUT', body: { value: 5 } });
    await service.call('/api/v3/labels/Serial', { method: 'PUT', body: textLabel('{COUNTER;serial}') });
    await warm(service);
  });
  afterAll(() => service.close());

  const post = (path: string, body: unknown) => service.call(`${PRINTER}/${path}`, { method: 'POST', body });

  it('shows first and last print with the pictures that would be printed', async () => {
    const { json } = await post('plan', { labelName: 'Serial', copies: 3 });
    await post('printJob', { labelName: 'Serial', copies: 3 });
    const { bytes } = await service.call(`${PRINTER}/nextPrint`);
    expect(json).toMatchObject({
      prints: 3,
      counters: [{ name: 'serial', first: { value: 5 }, last: { value: 7 }, wrap: null }],
      first: { label: 'Serial', texts: [{ text: '5' }], picture: bytes.toString('base64') },
      last: { texts: [{ text: '7' }] },
    });
  });

  it('accepts a selection that does what was planned', async () => {
    const { plan } = (await post('plan', { labelName: 'Serial' })).json as { plan: string };
    expect(await post('printJob', { labelName: 'Serial', plan })).toMatchObject({ status: 200 });
  });

  it('answers 409 to a selection that would do something else now', async () => {
    const { plan } = (await post('plan', { labelName: 'Serial' })).json as { plan: string };
    await service.call('/api/v3/counters/serial', { method: 'PUT', body: { value: 50 } });
    expect(await post('printJob', { labelName: 'Serial', plan })).toMatchObject({
      status: 409,
      json: { type: 'urn:strobe:problem:plan-stale', instance: `${PRINTER}/plan` },
    });
  });

  it.each([
    [400, {}, '/labelName'],
    [400, { labelName: 'Serial', copies: 0 }, '/copies'],
    [400, { labelName: 'Serial', firstRow: 1 }, '/firstRow'],
  ])('answers %s to an invalid selection: %j', async (status, body, pointer) => {
    expect(await post('plan', body)).toMatchObject({ status, json: { errors: [{ pointer }] } });
  });
});
