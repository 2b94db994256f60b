import type { IncomingMessage } from 'node:http';
import { headerValues } from '#contract/request-origin.ts';

/** Longest lifetime that browsers allow for a cookie (RFC 6265bis), in seconds: 400 days. */
const MAX_AGE = 400 * 24 * 60 * 60;
/** Cookies of this name that are read. There may be more than one: see `sessionSecrets`. */
const MAX_COOKIES = 8;

type Request = Pick<IncomingMessage, 'rawHeaders'> & { socket: Pick<IncomingMessage['socket'], 'localPort'> };

/** The value of `Set-Cookie` for a session. Scripts cannot read the cookie, and requests from other sites do not carry it. */
export function sessionCookie(request: Request, secret: string): string {
  return `${cookieName(request)}=${secret}; Path=/; Max-Age=${MAX_AGE}; HttpOnly; SameSite=Strict`;
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

/** Includes the port, because cookies are sent to every port of a host: two stations on one computer do not overwrite each other's cookie. */
function cookieName({ socket }: Request): string {
  return `strobe-session-${socket.localPort}`;
}
