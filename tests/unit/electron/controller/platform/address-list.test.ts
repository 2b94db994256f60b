import { describe, expect, it } from 'vitest';
import { AddressList, AddressRangeError } from '#controller/platform/address-list.ts';

describe('a list of addresses', () => {
  const list = new AddressList(['10.1.2.3', '192.168.4.0/22', 'fd00:12::/64', 'fe80::7']);

  it.each(['10.1.2.3', '192.168.4.1', '192.168.7.255', 'fd00:12::5', '::ffff:10.1.2.3', '::FFFF:192.168.5.9', 'fe80::7%eth0'])(
    'has %s',
    (address) => {
      expect(list.has(address)).toBe(true);
    },
  );

  it.each([
    '10.1.2.4',
    '192.168.8.0',
    '192.168.3.255',
    'fd00:13::5',
    '::ffff:10.1.2.4',
    '::1',
    '127.0.0.1',
    '',
    'x',
    '10.1.2.3.4',
    '::ffff:x',
  ])('E27 does not have %j', (address) => {
    expect(list.has(address)).toBe(false);
  });

  it.each([
    '',
    'plc',
    '10.1.2',
    '10.1.2.3/33',
    '10.1.2.3/',
    '10.1.2.3/x',
    'fd00::/129',
    '10.1.2.3 ',
    '0.0.0.0/0',
    '::/0',
    '::ffff:10.0.0.0/104',
  ])('refuses the range %j', (range) => {
    expect(() => new AddressList([range])).toThrow(AddressRangeError);
  });
});
