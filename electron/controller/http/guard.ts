/** What a request says about who sent it and to whom. */
export interface Caller {
  /** Every `Host` header, in order. */
  hosts: readonly string[];
  origin: string | undefined;
  fetchSite: string | undefined;
}

/** Where the service listens: the host as bound, and the port of the very socket that the request came in on. */
export interface OwnAddress {
  host: string;
  port: number;
  /** The address of this machine that the request came in on. */
  address?: string | undefined;
  /** What others call this machine, in lower case; with a port where somebody in front of it listens. */
  names?: readonly string[] | undefined;
  isEncrypted?: boolean | undefined;
}

const LOOPBACK_NAMES = ['127.0.0.1', 'localhost', '[::1]'];
/** Every address of the machine: nobody's name. */
const WILDCARDS = ['0.0.0.0', '::'];
const HTTP_PORT = 80;
const HTTPS_PORT = 443;

/**
 * Why a request is refused before any handler, or undefined when it is ours. `Host` must be exactly one of our own names with our
 * port: a rebound DNS name carries its own. `Origin` must be our own or absent, and the browser must not call the request
 * cross-site: any page can send a POST without a body, and that is all a trigger needs.
 */
export function foreignReason(caller: Caller, own: OwnAddress): string | undefined {
  const host = caller.hosts.length === 1 ? caller.hosts[0]?.toLowerCase() : undefined;
  if (host === undefined || !isOwnHost(host, own)) {
    return `The Host header ${quoted(caller.hosts.join(', '))} does not name this service.`;
  }
  if (caller.origin !== undefined && caller.origin !== `${own.isEncrypted ? 'https' : 'http'}://${host}`) {
    return `Requests from the origin ${quoted(caller.origin)} are refused.`;
  }
  if (caller.fetchSite !== undefined && caller.fetchSite !== 'same-origin' && caller.fetchSite !== 'none') {
    return `Requests that a browser sends on behalf of another site (Sec-Fetch-Site: ${quoted(caller.fetchSite)}) are refused.`;
  }
  return undefined;
}

/** The name stands without its port only where that is the port of its protocol. */
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

/** As an address stands in a header: without its zone, and an IPv4 address as such. */
function inHostHeader(address: string): string {
  const [bare = ''] = address
    .toLowerCase()
    .replace(/^::ffff:(?=[\d.]+$)/, '')
    .split('%');
  return bare.includes(':') ? `[${bare}]` : bare;
}

const SHOWN = 200;

/** Headers are the caller's text: shown shortened and without anything that could break a line. */
function quoted(text: string): string {
  return JSON.stringify(text.slice(0, SHOWN));
}

/** The values of every header called `name` (lower case), which Node's own parsed headers would have merged or dropped. */
export function headerValues(rawHeaders: readonly string[], name: string): string[] {
  return rawHeaders.filter((_, index) => index % 2 === 1 && rawHeaders[index - 1]?.toLowerCase() === name);
}
