import { describe, expect, it } from 'vitest';
import type { ApiKey } from '#contract/api-v3/api-key.ts';
import { canBeRevoked, daysToEnd, isLastValid, splitKeys } from '#renderer/panels/api-key/key-lists.ts';

const key = (name: string, more: Partial<ApiKey> = {}): ApiKey => ({
  ...{ name, scopes: ['read'], state: 'valid', created: '2026-11-01T00:00:00.000Z' },
  ...more,
});

describe('API keys on their page', () => {
  it('are listed by name, and apart when they are revoked, the last one first', () => {
    const revoked = (name: string, day: string) => key(name, { state: 'revoked', revoked: `2026-11-${day}T00:00:00.000Z` });
    const { current, revoked: old } = splitKeys([revoked('A', '02'), key('MES'), revoked('B', '20'), key('ERP', { state: 'expired' })]);
    expect([current.map(({ name }) => name), old.map(({ name }) => name)]).toEqual([
      ['ERP', 'MES'],
      ['B', 'A'],
    ]);
  });

  it('say in how many days they end, from two weeks before', () => {
    const daysAt = (now: string, more: Partial<ApiKey> = {}) => daysToEnd(key('MES', { expires: '2026-12-31', ...more }), Date.parse(now));
    expect(daysAt('2026-12-16T12:00:00Z')).toBeUndefined();
    expect(daysAt('2026-12-17T12:00:00Z')).toBe(14);
    expect(daysAt('2026-12-30T00:00:00Z')).toBe(1);
    expect(daysAt('2026-12-31T23:59:59Z')).toBe(0);
    expect(daysAt('2026-12-31T12:00:00Z', { state: 'revoked' })).toBeUndefined();
    expect(daysToEnd(key('MES'), Date.parse('2026-12-31T12:00:00Z'))).toBeUndefined();
  });

  it('can be revoked, except that of the station and those that are', () => {
    const keys = [key('MES'), key('Old', { state: 'expired' }), key('Gone', { state: 'revoked' }), key('station of this computer')];
    expect(keys.map(canBeRevoked)).toEqual([true, true, false, false]);
  });

  it('are the last valid one if the others are over', () => {
    const [mes, old] = [key('MES'), key('Old', { state: 'expired' })];
    expect([isLastValid(mes, [mes, old]), isLastValid(old, [mes, old]), isLastValid(mes, [mes, key('ERP')])]).toEqual([true, false, false]);
  });
});
