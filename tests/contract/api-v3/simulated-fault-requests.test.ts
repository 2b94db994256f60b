import { afterEach, beforeEach, describe, expect, it } from 'vitest';
import type { SimulatedFaults } from '#contract/api-v3/simulated-fault.ts';
import { openService, type OpenService } from '#support/open-service.ts';

/** Requests for faults that are refused. */

let service: OpenService;

beforeEach(async () => {
  service = await openService({ virtualPrinters: 1 });
});
afterEach(() => service.close());

const PATH = '/api/v3/printers/Line%201/faults';
const cause = (body: object, path = PATH) => service.call(path, { method: 'POST', body });
const clear = (fault: string, path = PATH) => service.call(`${path}/${fault}`, { method: 'DELETE' });

describe('the faults of a printer', () => {
  it.each([
    [{}, '', 'must have either a fault or random'],
    [{ fault: 'cover-open', random: true }, '', 'must have either a fault or random'],
    [{ fault: 'fire' }, '/fault', 'must name a fault'],
    [{ fault: 'cover-open', after: -1 }, '/after', 'must not be negative'],
    [{ fault: 'ink-out', supply: 'IS9' }, '/supply', 'There is no ink supply "IS9".'],
    [{ fault: 'ink-out', percent: 101 }, '/percent', 'must be at most 100'],
    [{ fault: 'power-cut', seconds: 0 }, '/seconds', 'must be at least 0.1'],
    [{ random: true, rate: 0 }, '/rate', 'must be greater than 0'],
    [{ random: true, seed: 1.5 }, '/seed', 'must be whole'],
    [{ fault: 'cover-open', delay: 1 }, '/delay', ''],
  ])('are not caused by %j', async (request, pointer, detail) => {
    const errors = [{ pointer, detail: expect.stringContaining(detail) as string }];
    expect(await cause(request)).toMatchObject({ status: 400, json: { type: 'urn:strobe:problem:invalid-input', errors } });
    expect(((await service.call(PATH)).json as SimulatedFaults).faults.every(({ state }) => state === 'off')).toBe(true);
  });

  it('that are not known cannot be cleared', async () => {
    expect(await clear('fire')).toMatchObject({ status: 404, json: { detail: 'There is no fault "fire".' } });
  });

  it('are those of virtual printers only', async () => {
    const body = { engine: { kind: 'raw', host: '127.0.0.1', port: 1 }, dpi: 100, physicalWidth: 50, height: 20 };
    await service.call('/api/v3/printers/Raw', { method: 'PUT', body });
    const path = '/api/v3/printers/Raw/faults';
    const missing = { status: 409, json: { type: 'urn:strobe:problem:faults-missing', instance: '/api/v3/printers/Raw' } };
    expect(await service.call(path)).toMatchObject(missing);
    expect(await cause({ fault: 'purge' }, path)).toMatchObject(missing);
    expect(await clear('purge', path)).toMatchObject(missing);
  });

  it('cannot be caused in safe mode', async () => {
    await service.close();
    service = await openService({ virtualPrinters: 1, isSafeMode: true });
    expect(await cause({ fault: 'purge' })).toMatchObject({ status: 503 });
  });
});
