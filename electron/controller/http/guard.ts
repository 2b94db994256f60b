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
}

const LOOPBACK_NAMES = ['127.0.0.1', 'localhost', '[::1]'];
const HTTP_PORT = 80;

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
  if (caller.origin !== undefined && caller.origin !== `http://${host}`) {
    return `Requests from the origin ${quoted(caller.origin)} are refused.`;
  }
  if (caller.fetchSite !== undefined && caller.fetchSite !== 'same-origin' && caller.fetchSite !== 'none') {
    return `Requests that a browser sends on behalf of another site (Sec-Fetch-Site: ${quoted(caller.fetchSite)}) are refused.`;
  }
  return undefined;
}

/** The name stands without its port only where that is the port of HTTP. */
function isOwnHost(named: string, { host, port }: OwnAddress): boolean {
  const end = `:${port}`;
  if (!named.endsWith(end)) return port === HTTP_PORT && isOwnName(named, host);
  return isOwnName(named.slice(0, -end.length), host);
}

function isOwnName(name: string, host: string): boolean {
  return LOOPBACK_NAMES.includes(name) || name === (host.includes(':') ? `[${host}]` : host.toLowerCase());
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
