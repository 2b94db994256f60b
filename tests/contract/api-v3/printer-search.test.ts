import { afterAll, beforeAll, beforeEach, describe, expect, it, type TestContext } from 'vitest';
import type { FoundPrinter } from '#contract/api-v3/found-printer.ts';
import { AnnouncedPrinters, multicastFault } from '#support/announced-printers.ts';
import { openService, type OpenService } from '#support/open-service.ts';

const fault = await multicastFault();

describe('a search for printers', () => {
  let service: OpenService;
  let printers: AnnouncedPrinters;

  beforeAll(async () => {
    service = await openService({ virtualPrinters: 1 });
    printers = new AnnouncedPrinters();
  });
  afterAll(async () => {
    await printers.stop();
    await service.close();
  });
  beforeEach((context: TestContext) => context.skip(fault !== undefined, fault));

  const search = async (): Promise<FoundPrinter[]> => {
    const { status, json } = await service.call('/api/v3/printers/search', { method: 'POST' });
    expect(status).toBe(200);
    return (json as FoundPrinter[]).filter(({ name }) => name.startsWith('Strobe test'));
  };

  it('finds printers that announce themselves, with ZPL and with IPP', async () => {
    const host = 'strobe-test.local';
    printers.add({ name: 'Strobe test Zebra', type: 'pdl-datastream', port: 9_100, host, txt: { ty: 'Zebra ZT411', note: 'Line 3' } });
    printers.add({ name: 'Strobe test office', type: 'ipp', port: 631, host, txt: { ty: 'Example 5000', rp: 'ipp/print' } });
    const found = await search();
    const address = expect.stringMatching(/^[\d.]+$|:/) as string;
    expect(found).toEqual([
      { kind: 'zpl', name: 'Strobe test Zebra', host: address, port: 9_100, model: 'Zebra ZT411', location: 'Line 3' },
      {
        ...{ kind: 'ipp', name: 'Strobe test office', host: address, port: 631, model: 'Example 5000' },
        url: `ipp://${found[1]!.host}:631/ipp/print`,
      },
    ]);
  });

  it('serves requests that arrive together', async () => {
    const [one, other] = await Promise.all([search(), search()]);
    expect(one.length).toBeGreaterThan(0);
    expect(other).toEqual(one);
  });

  it('adds no printer and takes no input', async () => {
    expect(Object.keys((await service.call('/api/v3/printers')).json as object)).toEqual(['Line 1']);
    expect(await service.call('/api/v3/printers/search?host=10.0.0.1', { method: 'POST' })).toMatchObject({ status: 400 });
  });
});
