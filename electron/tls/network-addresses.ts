import { networkInterfaces } from 'node:os';

/** The names and addresses under which other computers reach this one: its host name and the addresses of its network interfaces, without link-local ones. */
export function ownNames(computer: string): string[] {
  const addresses = Object.values(networkInterfaces()).flatMap((interfaces) => interfaces ?? []);
  const usable = addresses.filter(({ internal, address }) => !internal && !/^(fe80|169\.254)/i.test(address));
  return [...new Set([computer.toLowerCase(), 'localhost', '127.0.0.1', ...usable.map(({ address }) => address)])];
}

/** The addresses of a server for other computers: names that people can type first, then the addresses of the computer. */
export function networkAddresses(
  { host, port, names }: { host: string; port: number; names: readonly string[] },
  computer: string,
): string[] {
  const isEvery = host === '0.0.0.0' || host === '::';
  const own = ownNames(computer).filter(
    (name) => name !== 'localhost' && name !== '127.0.0.1' && (host !== '0.0.0.0' || !name.includes(':')),
  );
  const hosts = isEvery ? [...names, ...own] : [...names, host];
  return hosts.map((name) => `https://${name.includes(':') ? `[${name}]` : name}:${port}`);
}
