import { BlockList, isIP } from 'node:net';

/** A text that is no address or range; the message is one line. */
export class AddressRangeError extends Error {}

/** IP addresses and ranges in CIDR notation, such as `10.1.2.3`, `10.1.0.0/16` and `fd00:12::/64`. */
export class AddressList {
  readonly #list = new BlockList();
  /** The ranges as they were given. */
  readonly ranges: readonly string[];

  /** Throws an `AddressRangeError` for a text that is no range, or one that contains every address. */
  constructor(ranges: readonly string[]) {
    this.ranges = ranges;
    for (const range of ranges) this.#add(range);
  }

  /** Whether an address is in one of the ranges. An IPv4 address may be written as an IPv6 one, as sockets that listen on `::` report it. */
  has(address: string): boolean {
    const [plain = ''] = address.replace(/^::ffff:(?=\d+\.)/i, '').split('%');
    const family = isIP(plain);
    return family !== 0 && this.#list.check(plain, family === 4 ? 'ipv4' : 'ipv6');
  }

  #add(range: string): void {
    const [, address = '', prefix] = /^([\da-f.:]+)(?:\/(\d{1,3}))?$/i.exec(range) ?? [];
    const family = isIP(address);
    const longest = family === 4 ? 32 : 128;
    const bits = prefix === undefined ? longest : Number(prefix);
    if (family === 0 || bits > longest) {
      throw new AddressRangeError(`${JSON.stringify(range)} is no address or range such as 10.1.2.3 or 10.1.0.0/16`);
    }
    if (bits === 0) throw new AddressRangeError(`${JSON.stringify(range)} contains every address`);
    if (/^::ffff:/i.test(address)) throw new AddressRangeError(`${JSON.stringify(range)} must be written as an IPv4 address`);
    this.#list.addSubnet(address, bits, family === 4 ? 'ipv4' : 'ipv6');
  }
}
