/** The headers that identify the sender and the target of a request. The servers of controller and station admit by the same rules. */
export interface Caller {
  /** Every `Host` header, in order. */
  hosts: readonly string[];
  /** Every `Origin` header, in order. */
  origins: readonly string[];
  fetchSite: string | undefined;
}

/** Where the service listens: the bound host, and the port of the socket that the request arrived on. */
export interface OwnAddress {
  host: string;
  port: number;
  /** The address of this machine that the request arrived on. */
  address?: string | undefined;
  /** Other names of this machine in lower case; with a port where a proxy in front listens on another one. */
  names?: readonly string[] | undefined;
  isEncrypted?: boolean | undefined;
}

const LOOPBACK_NAMES = ['127.0.0.1', 'localhost', '[::1]'];
/** These bind to every address and name no host. */
const WILDCARDS = ['0.0.0.0', '::'];
const HTTP_PORT = 80;
const HTTPS_PORT = 443;

/**
 * Why a request is refused before any handler runs; undefined when it is admitted. `Host` must be exactly one of our names with our port,
 * because a rebound DNS name carries its own. `Origin` must be ours or absent, and the browser must not mark the request as cross-site,
 * because any page can send a POST without a body, which is all a trigger needs.
 */
export function foreignReason(caller: Caller, own: OwnAddress): string | undefined {
  const host = caller.hosts.length === 1 ? caller.hosts[0]?.toLowerCase() : undefined;
  if (host === undefined || !isOwnHost(host, own)) {
    return `The Host header ${quoted(caller.hosts.join(', '))} does not name this service.`;
  }
  const ownOrigin = `${own.isEncrypted ? 'https' : 'http'}://${host}`;
  if (caller.origins.some((origin) => origin !== ownOrigin)) {
    return `Requests from the origin ${quoted(caller.origins.join(', '))} are not allowed.`;
  }
  if (caller.fetchSite !== undefined && caller.fetchSite !== 'same-origin' && caller.fetchSite !== 'none') {
    return `Requests on behalf of another site (Sec-Fetch-Site: ${quoted(caller.fetchSite)}) are not allowed.`;
  }
  return undefined;
}

/** A name may omit its port only where it is the default port of the protocol. */
function isOwnHost(named: string, own: OwnAddress): boolean {
  const { port, names = [], isEncrypted } = own;
  if (names.includes(named) && named.includes(':')) return true;
  const end = `:${port}`;
  if (!named.endsWith(end)) return port === (isEncrypted ? HTTPS_PORT : HTTP_PORT) && isOwnName(named, own);
  return isOwnName(named.slice(0, -end.length), own);
}

function isOwnName(name: string, { host, address, names = [] }: OwnAddress): boolean {
  if (LOOPBACK_NAMES.includes(name) || names.includes(name)) return true;
  return [host, address].some((own) => own !== undefined && !WILDCARDS.includes(own) && name === inHostHeader(own));
}

/** An address as headers write it: without its zone, and an IPv4-mapped address as IPv4. */
function inHostHeader(address: string): string {
  const [bare = ''] = address
    .toLowerCase()
    .replace(/^::ffff:(?=[\d.]+$)/, '')
    .split('%');
  return bare.includes(':') ? `[${bare}]` : bare;
}

const SHOWN = 200;

/** Shortens the caller's text and removes characters that could break a line. */
function quoted(text: string): string {
  return JSON.stringify(text.slice(0, SHOWN));
}

/** The hosts that a request names: a target with an authority takes precedence over `Host` (RFC 9112, 3.2.2). */
export function hostsOf({ url = '', rawHeaders }: { url?: string | undefined; rawHeaders: readonly string[] }): string[] {
  const authority = url.startsWith('/') ? undefined : /^[a-z][a-z\d+.-]*:\/\/([^/?#]*)/i.exec(url)?.[1];
  return authority === undefined ? headerValues(rawHeaders, 'host') : [authority];
}

/** The values of every header called `name` (lower case). Node's parsed headers merge or drop duplicates. */
export function headerValues(rawHeaders: readonly string[], name: string): string[] {
  return rawHeaders.filter((_, index) => index % 2 === 1 && rawHeaders[index - 1]?.toLowerCase() === name);
}
