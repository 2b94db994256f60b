import { readFileSync, writeFileSync } from 'node:fs';
import { join } from 'node:path';
import { describe, expect, it } from 'vitest';
import { networkPageSchema, type NetworkPage } from '#contract/station/network.ts';
import { PageNetwork } from '#station/network/page-network.ts';
import { temporaryFolder } from '#support/temporary-folder.ts';

const PAGE: NetworkPage = { host: '0.0.0.0', port: 7320, names: ['line7.example.com'], certificate: 'own' };

function openNetwork({ folder = temporaryFolder(), fixed }: { folder?: string; fixed?: NetworkPage } = {}) {
  const faults: unknown[] = [];
  const network = new PageNetwork({ folder, fixed, now: Date.now, firstPersonCode: () => null, report: (error) => faults.push(error) });
  network.start();
  return { network, folder, faults, file: join(folder, 'strobe.json') };
}

describe('where other computers open the page', () => {
  it('is nowhere at first', () => {
    expect(openNetwork().network.snapshot()).toEqual({
      ...{ type: 'snapshot', page: null, isFixed: false, state: 'off', reason: null },
      ...{ addresses: [], authorityFingerprint: null, firstPersonCode: null },
    });
  });

  it('is kept in strobe.json beside other settings, and over a restart', () => {
    const { network, folder, file } = openNetwork();
    writeFileSync(file, '{"other": 1}');
    const applied: (NetworkPage | null)[] = [];
    network.onChange((page) => applied.push(page));
    network.put(PAGE);
    expect([JSON.parse(readFileSync(file, 'utf8')), network.snapshot().state, applied]).toEqual([
      { other: 1, page: PAGE },
      'starting',
      [PAGE],
    ]);
    expect(openNetwork({ folder }).network.page).toEqual(PAGE);
    network.put(null);
    expect([JSON.parse(readFileSync(file, 'utf8')), network.snapshot().state]).toEqual([{ other: 1 }, 'off']);
  });

  it('has addresses and a fingerprint while it is open', () => {
    const { network } = openNetwork();
    network.put(PAGE);
    network.report({ state: 'listening', reason: null });
    const { addresses, authorityFingerprint } = network.snapshot();
    expect([addresses[0], authorityFingerprint]).toEqual([
      'https://line7.example.com:7320',
      expect.stringMatching(/^([\dA-F]{2}:){31}[\dA-F]{2}$/),
    ]);
  });

  it.each([
    ['{"page": {"host": "everywhere"}}', 'strobe.json: page.host must be an IP address, such as 0.0.0.0'],
    ['{"page": {"prot": 7320}}', 'strobe.json: page '],
    ['[]', 'strobe.json is no JSON object'],
    ['{"page": ', 'strobe.json is no JSON object'],
  ])('is nowhere with the reason when the file cannot be used: %s', (text, reason) => {
    const folder = temporaryFolder();
    writeFileSync(join(folder, 'strobe.json'), text);
    const { network, faults } = openNetwork({ folder });
    expect([network.snapshot(), faults.length]).toMatchObject([
      { state: 'failed', page: null, reason: expect.stringContaining(reason) as string },
      1,
    ]);
  });

  it('cannot be changed on the page when the command line says it', () => {
    const { network } = openNetwork({ fixed: networkPageSchema.parse({}) });
    expect(() => network.put(null)).toThrow(expect.objectContaining({ slug: 'invalid-input' }) as Error);
    expect(network.snapshot()).toMatchObject({ isFixed: true, page: { host: '0.0.0.0', port: 7320 } });
  });
});
