import { afterAll, beforeAll, describe, expect, it } from 'vitest';
import { missedTriggersPageSchema } from '#contract/api-v3/missed-trigger.ts';
import { printerStatusSchema } from '#contract/api-v3/printer.ts';
import { printerSettingsSchema } from '#contract/api-v3/printer-settings.ts';
import { openService, warm, type OpenService } from '#support/open-service.ts';

/** Triggers that make no print, and how a printer takes them, over real HTTP. */

let service: OpenService;
beforeAll(async () => {
  service = await openService({ virtualPrinters: 3 });
  await warm(service);
});
afterAll(() => service.close());

const printer = '/api/v3/printers/Line%201';
const read = async (path: string, from = service) => (await from.call(path)).json;

describe('the missed triggers of a printer', () => {
  it('D16 are listed newest first and page by page', async () => {
    for (let trigger = 0; trigger < 3; trigger += 1) await service.call(`${printer}/trigger`, { method: 'POST' });
    const first = missedTriggersPageSchema.parse(await read(`${printer}/missedTriggers?limit=2`));
    const second = missedTriggersPageSchema.parse(await read(`${printer}/missedTriggers?limit=2&before=${first.next}`));
    expect([first, second]).toMatchObject([
      { missedTriggers: [{ id: 3, reason: 'Nothing is selected on "Line 1".' }, { id: 2 }], next: 2, total: 3 },
      { missedTriggers: [{ id: 1 }], next: null, total: 3 },
    ]);
  });

  it('are counted in the status until a person acts', async () => {
    const other = '/api/v3/printers/Line%202';
    const count = async () => printerStatusSchema.parse(await read(`${other}/status`)).missedTriggers;
    const counts = [await count()];
    for (let trigger = 0; trigger < 2; trigger += 1) {
      await service.call(`${other}/trigger`, { method: 'POST' });
      counts.push(await count());
    }
    await service.call(`${other}/abortPrint`, { method: 'POST' });
    counts.push(await count());
    expect(counts).toEqual([undefined, 1, 2, undefined]);
  });

  it('are a 404 for an unknown printer', async () => {
    expect((await service.call('/api/v3/printers/Line%209/missedTriggers')).status).toBe(404);
  });

  it('require a name when there are three printers, but not for a single one', async () => {
    const nameless = await service.call('/api/v3/missedTriggers');
    const single = await openService({ virtualPrinters: 1 });
    await single.call('/api/v3/trigger', { method: 'POST' });
    const only = await read('/api/v3/missedTriggers', single);
    await single.close();
    expect(nameless).toMatchObject({ status: 400, json: { type: 'urn:strobe:problem:printer-required' } });
    expect(nameless.text).toMatch(/Line 1.*Line 2.*Line 3/);
    expect(only).toMatchObject({ missedTriggers: [{ id: 1 }], next: null });
  });
});

describe('the settings of a printer', () => {
  const path = `${printer}/settings`;

  it('are replaced as a whole, with defaults for what is left out', async () => {
    const before = await read(path);
    expect(printerSettingsSchema.parse(before)).toEqual(before);
    const settings = { bounceTime: 35.5, whenDataIsMissing: 'stop', firstPrintCheckRequired: false, preflightRequired: false };
    expect(await service.call(path, { method: 'PUT', body: settings })).toMatchObject({ status: 204, text: '' });
    expect(await read(path)).toEqual(settings);
    expect(await read('/api/v3/printers/Line%202/settings')).toEqual({
      bounceTime: 20,
      whenDataIsMissing: 'continue',
      firstPrintCheckRequired: false,
      preflightRequired: false,
    });
    await service.call(path, { method: 'PUT', body: {} });
    expect(await read(path)).toEqual(before);
  });

  it.each([
    [{ bounceTime: -1 }, { pointer: '/bounceTime', detail: 'must be at least 0' }],
    [{ bounceTime: 'x' }, { pointer: '/bounceTime', detail: 'must be a number' }],
    [{ bounceTime: 60_001 }, { pointer: '/bounceTime', detail: 'must be at most 60 000' }],
    [{ whenDataIsMissing: 'repeat' }, { pointer: '/whenDataIsMissing', detail: 'must be continue or stop' }],
    [{ bounce: 1 }, { pointer: '/bounce', detail: 'is not known here' }],
  ])('refuse %j and stay unchanged', async (body, error) => {
    const answer = await service.call(path, { method: 'PUT', body });
    expect(answer).toMatchObject({ status: 400, json: { errors: [error] } });
    expect(await read(path)).toEqual({
      bounceTime: 20,
      whenDataIsMissing: 'continue',
      firstPrintCheckRequired: false,
      preflightRequired: false,
    });
  });

  it('are a 404 for an unknown printer', async () => {
    const answers = [await service.call('/api/v3/printers/Line%209/settings'), await put('/api/v3/printers/Line%209/settings')];
    expect(answers.map(({ status }) => status)).toEqual([404, 404]);
  });
});

const put = (path: string) => service.call(path, { method: 'PUT', body: {} });
