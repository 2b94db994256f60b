import type { IncomingMessage } from 'node:http';

/** What a request says about who sent it and to whom. */
export interface Caller {
  /** Every `Host` header. */
  hosts: readonly string[];
  /** Every `Origin` header. */
  origins: readonly string[];
  fetchSite: string | undefined;
}

const LOOPBACK_NAMES: ReadonlySet<string> = new Set(['127.0.0.1', 'localhost', '[::1]']);
const OWN_SITES: ReadonlySet<string | undefined> = new Set([undefined, 'same-origin', 'none']);

/**
 * Why a request is refused before any handler, or undefined for one of our own page. The host is compared exactly, with the port
 * that the request came in on, so a rebound name gets nowhere; the origin must be that very host, or there is none.
 */
export function foreignReason({ hosts, origins, fetchSite }: Caller, port: number): string | undefined {
  const [host] = hosts;
  if (hosts.length !== 1 || host === undefined || !isOwnHost(host, port)) return 'The Host header does not name this station.';
  if (origins.some((origin) => origin !== `http://${host}`)) return 'Requests from another origin are refused.';
  if (!OWN_SITES.has(fetchSite)) return 'Requests that a browser sends for another site are refused.';
  return undefined;
}

function isOwnHost(host: string, port: number): boolean {
  const lower = host.toLowerCase();
  const suffix = `:${port}`;
  if (lower.endsWith(suffix)) return LOOPBACK_NAMES.has(lower.slice(0, -suffix.length));
  return port === 80 && LOOPBACK_NAMES.has(lower);
}

/** Whom a request asks: a target with an authority says so, whatever its `Host` says (RFC 9112, 3.2.2). */
export function hostsOf({ url = '', rawHeaders }: Pick<IncomingMessage, 'url' | 'rawHeaders'>): string[] {
  const authority = url.startsWith('/') ? undefined : /^[a-z][a-z\d+.-]*:\/\/([^/?#]*)/i.exec(url)?.[1];
  return authority === undefined ? headerValues(rawHeaders, 'host') : [authority];
}

/** The values of every header with this name (lower case), which Node's parsed headers would merge or drop. */
export function headerValues(rawHeaders: readonly string[], name: string): string[] {
  return rawHeaders.filter((_, index) => index % 2 === 1 && rawHeaders[index - 1]?.toLowerCase() === name);
}
