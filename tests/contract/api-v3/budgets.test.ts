import { afterAll, beforeAll, describe, expect, it } from 'vitest';
import { openService, textLabel, type OpenService } from '#support/open-service.ts';

const PRINTER = '/api/v3/printers/Line%201';
/** A client may send five requests at once. */
const REQUESTS_PER_SECOND = 1;

let service: OpenService;
beforeAll(async () => {
  service = await openService({ requestsPerSecond: REQUESTS_PER_SECOND });
  await service.call('/api/v3/labels/Carton', { method: 'PUT', body: textLabel('x') });
});
afterAll(() => service.close());

/** Far more than the budget, whatever time the requests take. */
const flood = () => Promise.all(Array.from({ length: 100 }, () => service.call(`${PRINTER}/status`)));

describe('E10 a flood of requests', () => {
  it('E10 is refused with the time to wait', async () => {
    const answers = await flood();
    const refused = answers.filter(({ status }) => status === 429);
    expect(refused.length).toBeGreaterThan(50);
    for (const { headers, json } of refused) {
      expect(json).toMatchObject({ type: 'urn:strobe:problem:too-many-requests', status: 429, instance: `${PRINTER}/status` });
      expect(Number(headers['retry-after'])).toBeGreaterThanOrEqual(1);
    }
    expect(answers.some(({ status }) => status === 200)).toBe(true);
  });

  it.each([
    ['an abort', 'abortPrint', undefined],
    ['a deselect without a body', 'printJob', undefined],
    ['a deselect with an empty object', 'printJob', '{}'],
  ])('E10 never delays %s', async (_name, path, body) => {
    await flood();
    const headers = { 'content-type': 'application/json' };
    for (let count = 0; count < 20; count += 1) {
      expect((await service.call(`${PRINTER}/${path}`, { method: 'POST', headers, body })).status).toBe(204);
    }
  });

  it('E10 is not passed by a selection', async () => {
    const select = () => service.call(`${PRINTER}/printJob`, { method: 'POST', body: { labelName: 'Carton' } });
    const answers = await Promise.all(Array.from({ length: 100 }, select));
    expect(answers.filter(({ status }) => status === 429).length).toBeGreaterThan(50);
  });

  it('E2 E10 from a foreign page uses no budget of other clients', async () => {
    const other = await openService({ requestsPerSecond: REQUESTS_PER_SECOND });
    const headers = { 'sec-fetch-site': 'cross-site' };
    const refused = await Promise.all(Array.from({ length: 100 }, () => other.call('/api/v3/labels', { headers })));
    expect(new Set(refused.map(({ status }) => status))).toEqual(new Set([403]));
    expect((await other.call('/api/v3/labels')).status).toBe(200);
    await other.close();
  });
});
