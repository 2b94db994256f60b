import { describe, expect, it } from 'vitest';
import { foreignReason, headerValues, hostsOf } from '#gateway/web/guard.ts';

const own = { hosts: ['127.0.0.1:7310'], origins: [], fetchSite: undefined };
const HOST = 'The Host header does not name this station.';
const ORIGIN = 'Requests from another origin are refused.';
const SITE = 'Requests that a browser sends for another site are refused.';

describe('the guard', () => {
  it.each([
    [own],
    [{ ...own, hosts: ['localhost:7310'] }],
    [{ ...own, hosts: ['LOCALHOST:7310'] }],
    [{ ...own, hosts: ['[::1]:7310'] }],
    [{ ...own, origins: ['http://127.0.0.1:7310'], fetchSite: 'same-origin' }],
    [{ ...own, fetchSite: 'none' }],
  ])('lets its own page in: %j', (caller) => {
    expect(foreignReason(caller, 7310)).toBeUndefined();
  });

  it.each([
    [[]],
    [['evil.example']],
    [['evil.example:7310']],
    [['127.0.0.1']],
    [['127.0.0.1:7311']],
    [['127.0.0.1:73100']],
    [['127.0.0.1.evil.example:7310']],
    [['localhost.evil.example:7310']],
    [['127.0.0.1:7310', '127.0.0.1:7310']],
    [['user@127.0.0.1:7310']],
    [['']],
  ])('E1 refuses the host %j', (hosts) => {
    expect(foreignReason({ ...own, hosts }, 7310)).toBe(HOST);
  });

  it.each([
    ['null'],
    ['http://evil.example'],
    ['http://localhost.evil.com'],
    ['http://evil-127.0.0.1'],
    ['http://127.0.0.1'],
    ['http://127.0.0.1:7311'],
    ['https://127.0.0.1:7310'],
    ['http://localhost:7310'],
    ['http://127.0.0.1:7310/'],
    [''],
  ])('E3 refuses the origin "%s"', (origin) => {
    expect(foreignReason({ ...own, origins: [origin] }, 7310)).toBe(ORIGIN);
  });

  it('refuses a second origin', () => {
    expect(foreignReason({ ...own, origins: ['http://127.0.0.1:7310', 'http://evil.example'] }, 7310)).toBe(ORIGIN);
  });

  it.each([['cross-site'], ['same-site'], ['']])('E2 refuses Sec-Fetch-Site "%s"', (fetchSite) => {
    expect(foreignReason({ ...own, fetchSite }, 7310)).toBe(SITE);
  });

  it('takes a host without a port for port 80', () => {
    expect([foreignReason({ ...own, hosts: ['localhost'] }, 80), foreignReason({ ...own, hosts: ['localhost'] }, 7310)]).toEqual([
      undefined,
      HOST,
    ]);
  });
});

it('reads every header of a name', () => {
  expect(headerValues(['Host', 'a', 'Accept', 'host', 'host', 'b'], 'host')).toEqual(['a', 'b']);
});

it('E1 takes the host of a target that names one, whatever its header says', () => {
  const rawHeaders = ['Host', '127.0.0.1:7310'];
  expect([
    hostsOf({ url: '/labels?at=http://evil.example', rawHeaders }),
    hostsOf({ url: 'http://evil.example/labels', rawHeaders }),
  ]).toEqual([['127.0.0.1:7310'], ['evil.example']]);
});
