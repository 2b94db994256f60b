import { describe, expect, it } from 'vitest';
import { foreignReason, headerValues, hostsOf } from '#contract/request-origin.ts';

const own = { host: '127.0.0.1', port: 7311 };
const caller = { hosts: ['127.0.0.1:7311'], origins: [], fetchSite: undefined };

describe('the guard of a server', () => {
  it.each(['127.0.0.1:7311', 'localhost:7311', 'LOCALHOST:7311', '[::1]:7311'])('lets the host %s in', (host) => {
    expect(foreignReason({ ...caller, hosts: [host] }, own)).toBeUndefined();
  });

  it.each([
    'evil.example',
    'evil.example:7311',
    '127.0.0.1',
    '127.0.0.1:80',
    '127.0.0.1:7312',
    '127.0.0.1:73110',
    'localhost.evil.example:7311',
    'evil-127.0.0.1:7311',
    '127.0.0.1.nip.io:7311',
    'localhost.:7311',
    'user@localhost:7311',
    '0.0.0.0:7311',
    '2130706433:7311',
    ' 127.0.0.1:7311',
    '',
  ])('E1 refuses the host "%s"', (host) => {
    expect(foreignReason({ ...caller, hosts: [host] }, own)).toContain('does not name this service');
  });

  it('refuses a request without a host, and one with two', () => {
    expect(foreignReason({ ...caller, hosts: [] }, own)).toBeDefined();
    expect(foreignReason({ ...caller, hosts: ['localhost:7311', 'localhost:7311'] }, own)).toBeDefined();
  });

  it('admits the bound host', () => {
    const bound = { host: '127.0.0.5', port: 7311 };
    expect(foreignReason({ ...caller, hosts: ['127.0.0.5:7311'] }, bound)).toBeUndefined();
    expect(foreignReason({ ...caller, hosts: ['127.0.0.5:7311'] }, own)).toBeDefined();
  });

  it('admits the host without its port if that is the default', () => {
    expect(foreignReason({ ...caller, hosts: ['localhost'] }, { host: '127.0.0.1', port: 80 })).toBeUndefined();
  });

  it('admits its own origin', () => {
    expect(foreignReason({ ...caller, origins: ['http://127.0.0.1:7311'] }, own)).toBeUndefined();
  });

  it.each([
    'null',
    '',
    'http://evil.example',
    'http://localhost.evil.com',
    'http://evil-127.0.0.1:7311',
    'http://127.0.0.1:7311.evil.example',
    'http://127.0.0.1',
    'http://127.0.0.1:7310',
    'https://127.0.0.1:7311',
    'http://localhost:7311',
    'http://127.0.0.1:7311/',
    'file://',
  ])('E3 refuses the origin "%s"', (origin) => {
    expect(foreignReason({ ...caller, origins: [origin] }, own)).toContain('origin');
  });

  it('refuses a second origin', () => {
    expect(foreignReason({ ...caller, origins: ['http://127.0.0.1:7311', 'http://evil.example'] }, own)).toContain('are not allowed');
  });

  it.each(['same-origin', 'none'])('lets Sec-Fetch-Site %s in', (fetchSite) => {
    expect(foreignReason({ ...caller, fetchSite }, own)).toBeUndefined();
  });

  it.each(['cross-site', 'same-site', 'same-origin, cross-site', '', 'SAME-ORIGIN'])('refuses Sec-Fetch-Site "%s"', (fetchSite) => {
    expect(foreignReason({ ...caller, fetchSite }, own)).toContain('another site');
  });

  it('quotes the refused header shortened and on one line', () => {
    const reason = foreignReason({ ...caller, hosts: [`evil\n\u001b[31m${'x'.repeat(5_000)}`] }, own) ?? '';
    expect(reason.length).toBeLessThan(300);

    expect(reason).not.toMatch(/[\u0000-\u001f]/);
  });

  it('finds every value of a header in any case', () => {
    expect(headerValues(['Host', 'a', 'Accept', 'host', 'HOST', 'b'], 'host')).toEqual(['a', 'b']);
  });

  describe('of a service that other computers can reach', () => {
    const reached = { host: '0.0.0.0', port: 7311, address: '192.168.1.5', names: ['line-7', 'proxy.example:443'], isEncrypted: true };

    it.each(['192.168.1.5:7311', 'line-7:7311', 'LINE-7:7311', 'proxy.example:443', 'localhost:7311'])('lets the host %s in', (host) => {
      expect(foreignReason({ ...caller, hosts: [host] }, reached)).toBeUndefined();
    });

    it.each([
      '0.0.0.0:7311',
      '192.168.1.6:7311',
      'line-7',
      'line-7.evil.example:7311',
      'proxy.example',
      'proxy.example:7311',
      'line-7:443',
    ])('E1 refuses the host %s', (host) => {
      expect(foreignReason({ ...caller, hosts: [host] }, reached)).toContain('does not name this service');
    });

    it('E3 admits its https origin only', () => {
      const hosts = ['192.168.1.5:7311'];
      expect(foreignReason({ ...caller, hosts, origins: ['https://192.168.1.5:7311'] }, reached)).toBeUndefined();
      expect(foreignReason({ ...caller, hosts, origins: ['http://192.168.1.5:7311'] }, reached)).toContain('are not allowed');
    });

    it.each([
      ['::ffff:192.168.1.5', '192.168.1.5'],
      ['fe80::1%eth0', '[fe80::1]'],
    ])('takes the address %s by the name %s', (address, name) => {
      expect(foreignReason({ ...caller, hosts: [`${name}:7311`] }, { ...reached, host: '::', address })).toBeUndefined();
    });

    it('admits the host without its port if that is the default of https', () => {
      expect(foreignReason({ ...caller, hosts: ['line-7'] }, { ...reached, port: 443 })).toBeUndefined();
      expect(foreignReason({ ...caller, hosts: ['line-7'] }, { ...reached, port: 80 })).toBeDefined();
    });
  });
});

it('E1 uses the host of an absolute request target instead of the header', () => {
  const rawHeaders = ['Host', '127.0.0.1:7310'];
  expect([
    hostsOf({ url: '/labels?at=http://evil.example', rawHeaders }),
    hostsOf({ url: 'http://evil.example/labels', rawHeaders }),
  ]).toEqual([['127.0.0.1:7310'], ['evil.example']]);
});
