import { lookup as resolveName, type LookupAddress } from 'node:dns';
import { BlockList, isIP, type LookupFunction } from 'node:net';

/**
 * Addresses that no receiver has: link-local ones, where clouds have their metadata service (RFC 3927, RFC 4291), "this host", multicast
 * and broadcast.
 */
const REFUSED = new BlockList();
REFUSED.addSubnet('0.0.0.0', 8, 'ipv4');
REFUSED.addSubnet('169.254.0.0', 16, 'ipv4');
REFUSED.addSubnet('224.0.0.0', 4, 'ipv4');
REFUSED.addAddress('255.255.255.255', 'ipv4');
REFUSED.addAddress('::', 'ipv6');
REFUSED.addSubnet('fe80::', 10, 'ipv6');
REFUSED.addSubnet('ff00::', 8, 'ipv6');

/** Whether nothing is sent to an IP address. IPv4 addresses that are written as IPv6 are checked as IPv4. */
export function isRefusedAddress(address: string): boolean {
  const family = isIP(address);
  return family === 0 || REFUSED.check(address, family === 6 ? 'ipv6' : 'ipv4');
}

/** Resolves the name of a receiver, and fails if one of its addresses is refused: the address that was checked is the one that is connected to. */
export const lookupReceiver: LookupFunction = (hostname, options, callback) => {
  resolveName(hostname, { ...options, all: true }, (error, addresses: LookupAddress[]) => {
    if (error) return callback(error, '');
    const refused = addresses.find(({ address }) => isRefusedAddress(address));
    if (refused) return callback(refusal(refused.address), '');
    const [first] = addresses;
    if (options.all) callback(null, addresses);
    else callback(null, first?.address ?? '', first?.family);
  });
};

/** Throws for an address that is written as a number: it is not looked up. */
export function refuseNumericAddress(hostname: string): void {
  const address = hostname.replace(/^\[(.*)\]$/, '$1');
  if (isIP(address) !== 0 && isRefusedAddress(address)) throw refusal(address);
}

function refusal(address: string): Error {
  return new Error(`nothing is sent to ${address}, which is a link-local, multicast or unspecified address`);
}
