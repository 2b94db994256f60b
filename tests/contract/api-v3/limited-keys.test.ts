import { afterAll, beforeAll, expect, it } from 'vitest';
import { openService, textLabel, warm, type OpenService } from '#support/open-service.ts';

/** What a key shows that is limited to some of three printers. */

let service: OpenService;
let headers: Record<string, string>;
beforeAll(async () => {
  service = await openService({ virtualPrinters: 3 });
  const key = await service.apiKeys.add({ name: 'limited', scopes: ['read', 'print'], printers: ['Line 1', 'Line 2'] });
  headers = { authorization: `Bearer ${key}` };
  await service.call('/api/v3/labels/1', { method: 'PUT', body: textLabel('1') });
  for (const line of ['Line%201', 'Line%203']) {
    await warm(service, line);
    await service.call(`/api/v3/printers/${line}/printJob`, { method: 'POST', body: { labelName: '1' } });
    await service.call(`/api/v3/printers/${line}/trigger`, { method: 'POST' });
  }
});
afterAll(() => service.close());

const read = (path: string) => service.call(path, { headers });

it('E8 are the figures of its printers alone, and those of the process', async () => {
  const printersIn = (text: string) => [...new Set(Array.from(text.matchAll(/printer="(.*?)"/g), ([, name]) => name))];
  const { status, text } = await read('/metrics');
  expect([status, printersIn(text)]).toEqual([200, ['Line 1', 'Line 2']]);
  expect(text).toContain('strobe_uptime_seconds ');
  expect(printersIn((await service.call('/metrics')).text)).toEqual(['Line 1', 'Line 2', 'Line 3']);
});

it('E8 are the clocks of its printers alone', async () => {
  const [limited, all] = [await read('/api/v3/clock'), await service.call('/api/v3/clock')];
  const names = ({ json }: typeof all) => Object.keys((json as { printers: object }).printers);
  expect([names(limited), names(all)]).toEqual([
    ['Line 1', 'Line 2'],
    ['Line 1', 'Line 2', 'Line 3'],
  ]);
});

it('E8 are the names of its printers alone where it has to name one', async () => {
  for (const path of ['printCounters', 'printHistory', 'status', 'missedTriggers']) {
    expect(await read(`/api/v3/${path}`)).toMatchObject({
      status: 400,
      json: { type: 'urn:strobe:problem:printer-required', detail: 'Name one of the printers "Line 1", "Line 2".' },
    });
  }
});

it('E8 is no other printer, whatever it reads', async () => {
  const told: string[] = [];
  const routes = service.routes.filter(({ method, scope, url }) => method === 'GET' && scope === 'read' && url !== '/api/v3/events');
  for (const { url } of routes) {
    const path = url.replace('/printers/:name', '/printers/Line%201').replaceAll(/:\w+/g, '1');
    for (const query of ['', '?printer=Line%201']) if ((await read(path + query)).text.includes('Line 3')) told.push(url);
  }
  expect(routes.length).toBeGreaterThan(40);
  // Usage is shown to every client that may change the content.
  expect([...new Set(told)]).toEqual(['/api/v3/usage']);
});
