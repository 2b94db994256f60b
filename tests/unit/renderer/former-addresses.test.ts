import { expect, it } from 'vitest';
import { currentAddress } from '#renderer/former-addresses.ts';

it.each([
  ['/settings', {}, { name: 'display' }],
  ['/variables', { tab: 'shiftCodes' }, { name: 'shift-codes', query: {} }],
  ['/alarms', { tab: 'event-log', printer: 'Line 1' }, { name: 'event-log', query: { printer: 'Line 1' } }],
  ['/printers/c1/Line%201/prints', {}, { name: 'prints', query: { connection: 'c1', printer: 'Line 1' } }],
  ['/variables', { tab: 'variables' }, true],
  ['/variables', { tab: ['dates', 'counters'] }, true],
  ['/nowhere', {}, true],
])('the address %s with %o leads to %o', (path, query, current) => {
  expect(currentAddress({ path, query })).toEqual(current);
});
