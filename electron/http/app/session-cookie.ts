import type { IncomingMessage } from 'node:http';
import type { TLSSocket } from 'node:tls';
import { headerValues } from '#contract/request-origin.ts';

/** Cookies of this name that are read. There may be more than one: see `sessionSecrets`. */
const MAX_COOKIES = 8;

type Request = Pick<IncomingMessage, 'rawHeaders'> & {
  socket: Pick<IncomingMessage['socket'], 'localPort'> & Partial<Pick<TLSSocket, 'encrypted'>>;
};

/** The secret of a session, and how long the browser keeps it; undefined = until it is closed. */
interface Cookie {
  secret: string;
  seconds: number | undefined;
}

/** The value of `Set-Cookie` for a session. Scripts cannot read the cookie, and requests from other sites do not carry it. */
export function sessionCookie(request: Request, { secret, seconds }: Cookie): string {
  const age = seconds === undefined ? '' : `; Max-Age=${seconds}`;
  return `${cookieName(request)}=${secret}; Path=/${age}; HttpOnly; SameSite=Strict${request.socket.encrypted === true ? '; Secure' : ''}`;
}

/**
 * The secrets in a request's cookies. There are several when another program on this host has set a cookie of the same name, since cookies do not
 * distinguish ports.
 */
export function sessionSecrets(request: Request): string[] {
  const prefix = `${cookieName(request)}=`;
  return headerValues(request.rawHeaders, 'cookie')
    .flatMap((header) => header.split(';'))
    .map((cookie) => cookie.trim())
    .filter((cookie) => cookie.startsWith(prefix))
    .slice(0, MAX_COOKIES)
    .map((cookie) => cookie.slice(prefix.length));
}

/**
 * Includes the port, because cookies are sent to every port of a host: two stations on one computer do not overwrite each other's cookie. Over TLS the prefix
 * `__Host-` keeps other hosts of the domain and connections without TLS from setting it (RFC 6265bis, 4.1.3.2).
 */
function cookieName({ socket }: Request): string {
  return `${socket.encrypted === true ? '__Host-' : ''}strobe-session-${socket.localPort}`;
}
